/** A schedule is imported whole from a CSV or calendar file, or refused with reasons (R24). */
import { describe, expect, it } from 'vitest'
import type { Event } from '#domain/schemas/event.ts'
import { expectStatus } from '#tests/app.ts'
import { countRows, setStatus } from '#tests/fixtures.ts'
import {
  app,
  CSV,
  calendar,
  draft,
  game,
  imported,
  kinds,
  org,
  preview,
  schedule,
  send,
  setUpDraft,
} from '#tests/schedule-import.ts'

setUpDraft()

describe('importing a schedule from CSV', () => {
  it('previews without changing anything, then adds every event', async () => {
    const before = await countRows(app.deps.db)
    const shown = await preview(CSV)
    expect(await countRows(app.deps.db)).toEqual(before)
    expect(shown).toMatchObject({
      format: 'csv',
      columns: [
        { header: 'Date', field: 'date' },
        { header: 'Time', field: 'time' },
        { header: 'Opponent', field: 'opponent' },
        { header: 'Home/Away', field: 'venue' },
        { header: 'Field', field: 'location' },
      ],
      totals: { new: 3, changed: 0, unchanged: 0, refused: 0, calledOff: 0 },
    })
    expect(shown.rows.map(({ line, name, hasTime }) => [line, name, hasTime])).toEqual([
      [2, 'vs. Harbor', true],
      [3, 'at Ridgeview', true],
      [4, 'vs. Bay', false],
    ])
    await imported(CSV, { previewId: shown.previewId })
    expect(await schedule()).toMatchObject([
      {
        name: 'vs. Harbor',
        startTime: '2026-09-12T23:00:00.000Z',
        opponent: 'Harbor',
        venue: 'home',
        eventType: 'game',
      },
      {
        name: 'at Ridgeview',
        startTime: '2026-09-19T22:30:00.000Z',
        venue: 'away',
        location: 'Ridgeview Park',
      },
      { name: 'vs. Bay', startTime: '2026-09-26T16:00:00.000Z' },
    ])
  })

  it('changes nothing the second time, and previews what differs', async () => {
    await imported(CSV)
    const again = await imported(CSV)
    expect(again.totals).toMatchObject({ new: 0, changed: 0, unchanged: 3 })
    const [harbor] = await schedule()
    const shown = await preview(
      CSV.replace('7:00 PM,Harbor,home,Main Field', '5:00 PM,harbor,home,North Field'),
    )
    expect(kinds(shown)).toEqual(['changed', 'unchanged', 'unchanged'])
    expect(shown.rows[0]).toMatchObject({
      eventId: harbor?.id,
      changes: [
        { field: 'name', before: 'vs. Harbor', after: 'vs. harbor' },
        { field: 'startTime', before: '2026-09-12T23:00:00.000Z', after: '2026-09-12T21:00:00.000Z' },
        { field: 'location', before: 'Main Field', after: 'North Field' },
        { field: 'opponent', before: 'Harbor', after: 'harbor' },
      ],
    })
  })

  it('keeps the values of columns that the file does not have', async () => {
    await imported(CSV)
    const [harbor] = await schedule()
    const path = `${draft.path}/events/${harbor?.id}`
    expectStatus(
      await org.owner.put(path, { description: 'Bring a chair', endTime: '2026-09-13T01:00:00Z' }),
      200,
    )
    await imported('date,opponent\n2026-09-12,Harbor\n')
    const [after] = await schedule()
    expect(after).toMatchObject({
      ...{ description: 'Bring a chair', location: 'Main Field', venue: 'home' },
      ...{ startTime: '2026-09-12T23:00:00.000Z', endTime: '2026-09-13T01:00:00.000Z' },
    })
  })

  it('skips rows that were emptied in a spreadsheet', async () => {
    expect((await imported('date,opponent,field\n,,\n2026-09-12,Harbor,\n,,\n')).rows).toMatchObject([
      { line: 3, kind: 'new', name: 'vs. Harbor' },
    ])
  })

  it('asks for the meaning of columns with unknown headings', async () => {
    const text = 'When,Who,Bus\n2026-09-12,Harbor,7\n'
    const reply = await send('/preview', { text })
    expect(reply).toMatchObject({
      status: 400,
      body: {
        message:
          'Choose the column with the date. Choose the column with the name of the event, or with the opponent.',
        details: {
          columns: [{ header: 'When', field: null }, { header: 'Who', field: null }, { header: 'Bus' }],
        },
      },
    })
    const columns = { When: 'date', Who: 'opponent' }
    expect((await imported(text, { columns })).totals.new).toBe(1)
    expect(await send('', { text, columns: { When: 'price' } })).toMatchObject({ status: 400 })
  })

  it('imports nothing if one row is invalid, and names each by line and reason', async () => {
    const text = `${CSV}someday,7 PM,Cove,home,\n10/3/2026,7 PM,=1+1,home,\n9/12/2026,7:00 PM,Harbor,home,\n`
    expect(kinds(await preview(text))).toEqual(['new', 'new', 'new', 'refused', 'refused', 'refused'])
    const before = await countRows(app.deps.db)
    expect(await send('', { text })).toMatchObject({
      status: 400,
      body: {
        message: 'Nothing was imported. Line 5: "someday" is not a date such as 2026-09-12 or 9/12/2026',
        fields: {
          'line 6': 'the opponent looks like a formula',
          'line 7': 'the game against Harbor on 2026-09-12 is in the file twice',
        },
      },
    })
    expect(await countRows(app.deps.db)).toEqual(before)
  })

  it('is refused when the schedule changed since the preview', async () => {
    const { previewId } = await preview(CSV)
    await imported('date,opponent\n2026-09-12,Harbor\n')
    const answer = await send('', { text: CSV, previewId })
    expect(answer).toMatchObject({ status: 409, body: { code: 'stale' } })
    expect(answer.body.details?.preview?.totals).toMatchObject({ new: 2, changed: 1 })
  })
})

describe('importing a schedule from a calendar file', () => {
  it('matches games by UID, even if they trade days', async () => {
    await imported(
      calendar(
        game('1', '20260912T190000', 'vs. Harbor', 'LOCATION:Main Field'),
        game('2', '20261003T190000', 'vs. Harbor'),
      ),
    )
    const [first, second] = await schedule()
    const traded = calendar(
      game('1', '20261003T190000', 'vs. Harbor', 'LOCATION:Main Field'),
      game('2', '20260912T190000', 'vs. Harbor'),
    )
    expect(kinds(await imported(traded))).toEqual(['changed', 'changed'])
    const after = await schedule()
    expect(after.map(({ id, startTime, opponent }) => [id, startTime.slice(0, 10), opponent])).toEqual([
      [second?.id, '2026-09-12', 'Harbor'],
      [first?.id, '2026-10-03', 'Harbor'],
    ])
    expect(kinds(await imported(traded))).toEqual(['unchanged', 'unchanged'])
  })

  it('matches a game entered manually by day and opponent, and by UID from then on', async () => {
    const entered = {
      name: 'vs. Harbor',
      opponent: 'Harbor',
      eventType: 'game',
      startTime: '2026-09-12T23:00:00Z',
    }
    const { id } = expectStatus(await org.owner.post<Event>(`${draft.path}/events`, entered), 201)
    const shown = await imported(calendar(game('9', '20260912T190000', 'vs. Harbor')))
    expect(shown.rows[0]).toMatchObject({
      kind: 'changed',
      eventId: id,
      changes: [{ field: 'venue', after: 'home' }],
    })
    const moved = await imported(calendar(game('9', '20260920T190000', 'vs. Harbor')))
    expect(moved.rows[0]).toMatchObject({ kind: 'changed', eventId: id })
  })

  it('adds a doubleheader as two games', async () => {
    await imported(calendar(game('2', '20260912T150000', 'vs. Bay'), game('1', '20260912T120000', 'vs. Bay')))
    expect((await schedule()).map(({ name, opponent }) => [name, opponent])).toEqual([
      ['vs. Bay', 'Bay'],
      ['vs. Bay (game 2)', 'Bay (game 2)'],
    ])
  })

  it('refuses repeating events, duplicate UIDs, and a second game on the same day', async () => {
    await imported('date,opponent\n2026-09-12,Harbor\n')
    await imported(calendar(game('1', '20260930T190000', 'vs. Harbor')))
    const { rows } = await preview(
      calendar(
        game('a', '20261001T190000', 'Practice', 'RRULE:FREQ=DAILY'),
        game('b', '20261002T190000', 'Senior night'),
        game('b', '20261003T190000', 'Junior night'),
        game('1', '20260912T190000', 'vs. Harbor'),
      ),
    )
    expect(rows.map(({ reason }) => reason)).toEqual([
      'repeats: export the schedule with each game as a separate event',
      null,
      'is the same event as line 10',
      'another game against Harbor is on the schedule that day',
    ])
  })
})

const HOSTILE: [string, string, RegExp][] = [
  ['an empty file', ' ', /no rows/],
  ['a workbook', 'PK\u0003\u0004\u0014\u0000', /workbook/],
  ['text in another encoding', '\ufffdD\u0000a\u0000t\u0000e', /NUL bytes/],
  ['a calendar in another encoding', 'BEGIN:VCALENDAR\u0000', /NUL bytes/],
  ['broken quotes', 'date,opponent\n"2026-09-12,Harbor', /not readable as CSV near line/],
  ['one line', 'date,opponent', /no rows below/],
  ['a calendar without events', calendar(), /no events/],
  ['a calendar cut in half', calendar(game('1', '20260912T190000', 'A')).slice(0, 120), /cut off|damaged/],
  [
    'more rows than a season',
    `date,opponent\n${Array.from({ length: 301 }, (_, index) => `2026-09-12,T${index}`).join('\n')}`,
    /more than 300 rows/,
  ],
  [
    'more events than a season',
    calendar(
      ...Array.from({ length: 301 }, (_, index) => game(String(index), '20260912T190000', `E ${index}`)),
    ),
    /more than 300 events/,
  ],
]

describe('importing an invalid schedule file', () => {
  it.each(HOSTILE)('is refused with a reason and changes nothing: %s', async (_, text, words) => {
    const before = await countRows(app.deps.db)
    for (const path of ['/preview', ''])
      expect(await send(path, { text })).toMatchObject({
        status: 400,
        body: { code: 'invalid', message: expect.stringMatching(words) },
      })
    expect(await countRows(app.deps.db)).toEqual(before)
  })

  it('is refused above 1 MB, or if the schedule would exceed 300 events', async () => {
    expect(await send('', { text: 'a'.repeat(1_000_001) })).toMatchObject({
      status: 400,
      body: { message: 'The file is larger than 1 MB' },
    })
    const rows = (from: number) =>
      Array.from({ length: 200 }, (_, index) => `2026-09-12,T${from + index}`).join('\n')
    await imported(`date,opponent\n${rows(0)}`)
    expect(await send('', { text: `date,opponent\n${rows(200)}` })).toMatchObject({
      status: 400,
      body: { message: 'The schedule would have more than 300 events' },
    })
  })
})

it('importing a schedule is for owners while the campaign is a draft, then for representatives (R24)', async () => {
  await imported(CSV)
  await setStatus(org, draft, 'active')
  expect((await send('', { text: CSV })).status).toBe(403)
  const moved = await send('', { text: CSV.replace('7:00 PM', '8:00 PM') }, org.representative)
  expect(expectStatus(moved, 201).totals).toMatchObject({ changed: 1, unchanged: 2 })
})
