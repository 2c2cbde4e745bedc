/** What a file may change depends on who imports it; two games of a day keep their own names and results (R19, R24, R72). */
import { describe, expect, it } from 'vitest'
import type { ImportPreview } from '#domain/schemas/import.ts'
import { expectStatus } from '#tests/app.ts'
import { countRows, setStatus } from '#tests/fixtures.ts'
import {
  app,
  draft,
  imported,
  kinds,
  org,
  preview,
  schedule,
  send,
  setUpDraft,
} from '#tests/schedule-import.ts'

setUpDraft()

const SCHEDULE = 'date,time,opponent\n2026-09-12,7 PM,Bay\n2026-09-19,7 PM,Cove\n'
const MOVED =
  'date,time,opponent,goals\n2026-09-12,8 PM,Bay,\n2026-09-19,7 PM,Cove,2\n2026-09-26,7 PM,Dune,\n'
const told = async () => (await schedule()).map(({ name, startTime }) => `${name} ${startTime.slice(5, 16)}`)
const NOT_YOURS = expect.stringMatching(/^Not on the schedule: /)

describe('the schedule of a campaign that is not a draft', () => {
  it('is not changed by a scorer’s file, whose results are entered', async () => {
    await imported(SCHEDULE)
    await setStatus(org, draft, 'active')
    const before = await told()
    const { preview: shown, entered } = expectStatus(await send(MOVED, {}, org.scorer), 201)
    expect(shown.skipped).toEqual([2, 4].map((line) => ({ line, reason: NOT_YOURS })))
    expect(entered).toHaveLength(1)
    expect(await told()).toEqual(before)
  })

  it('is changed by the owner’s file where nothing has begun, and nowhere else', async () => {
    await imported(SCHEDULE)
    await setStatus(org, draft, 'active')
    app.clock.set('2026-09-13T16:00:00Z')
    expect((await preview(MOVED)).skipped).toEqual([
      { line: 2, reason: expect.stringMatching(/^vs. Bay has started/) },
    ])
    expect(kinds(await imported(MOVED))).toEqual(['unchanged', 'new'])
    expect(await told()).toEqual(['vs. Bay 09-12T23:00', 'vs. Cove 09-19T23:00', 'vs. Dune 09-26T23:00'])
  })

  it('keeps a game that a scorer’s calendar calls off', async () => {
    await imported(SCHEDULE)
    await setStatus(org, draft, 'active')
    const off = 'date,time,opponent,status\n2026-09-12,7 PM,Bay,Canceled\n2026-09-19,7 PM,Cove,\n'
    const { skipped } = await imported(off, {}, org.scorer)
    expect(skipped).toEqual([{ line: 2, reason: NOT_YOURS }])
    expect(await schedule()).toHaveLength(2)
  })

  it('gets the match of a scorer’s result that nobody scheduled', async () => {
    await setStatus(org, draft, 'active')
    expect(kinds(await imported('date,opponent,goals\n2026-09-12,Bay,2', {}, org.scorer))).toEqual(['new'])
    expect(await schedule()).toMatchObject([{ name: 'vs. Bay', eventType: 'game' }])
  })
})

it('somebody who may not enter results previews and imports nothing', async () => {
  await setStatus(org, draft, 'active')
  const stranger = await app.user({ firstName: 'Stan' })
  const before = await countRows(app.deps.db)
  expect((await send(SCHEDULE, {}, stranger)).status).toBe(403)
  const shown = await stranger.post<ImportPreview>(`${draft.path}/imports/preview`, { text: SCHEDULE })
  expect(shown.status).toBe(403)
  expect(await countRows(app.deps.db)).toEqual(before)
})

describe('two games against one opponent on a day', () => {
  const TWO =
    'date,time,opponent,goals\n2026-09-12,3 PM,Bay,1\n2026-09-12,1 PM,Bay,2\n2026-09-12,2 PM,Cove,4\n'

  it('are numbered in the order of their start, and found again', async () => {
    const rows = ({ rows: all }: ImportPreview) =>
      all.map(({ name, figures: [one] }) => `${name}: ${one?.after}`)
    const expected = ['vs. Bay (game 2): 1', 'vs. Bay: 2', 'vs. Cove: 4']
    expect(rows(await imported(TWO))).toEqual(expected)
    const again = await preview(TWO)
    expect(rows(again)).toEqual(expected)
    expect(again.totals).toMatchObject({ new: 0, results: 0, unanswered: 0 })
  })

  it('without times are told apart by a person, and counted once', async () => {
    const text = 'date,opponent,goals\n2026-09-12,Bay,1\n2026-09-12,Bay,2\n'
    const second = { 'line 3 again': 'second' }
    await imported(text, { answers: second })
    const [first] = await schedule()
    const answers = { ...second, 'line 2 match': first?.id }
    expect((await preview(text, { answers: second })).totals.unanswered).toBe(2)
    expect((await preview(text, { answers })).totals).toMatchObject({ new: 0, results: 0, unanswered: 0 })
  })

  it('and a third at another time are asked about', async () => {
    await imported(TWO)
    const { questions } = await preview(
      'date,time,opponent,goals\n2026-09-12,1 PM,Bay,2\n2026-09-12,5 PM,Bay,1\n',
    )
    expect(questions.map(({ id, choices }) => [id, choices.length])).toEqual([['line 3 match', 2]])
  })

  it('may swap their days with others', async () => {
    const calendarOf = (...days: string[]) =>
      `uid,date,time,opponent\n${days.map((day, at) => `g${at},2026-09-${day},7 PM,Bay`).join('\n')}\n`
    await imported(calendarOf('12', '19'))
    const [first, second] = await schedule()
    await imported(calendarOf('19', '12'))
    expect((await schedule()).map(({ id }) => id)).toEqual([second?.id, first?.id])
  })
})
