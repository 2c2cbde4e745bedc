/** R18, R19: each line of a file is one match of the schedule or a new one, and no match is counted twice. */
import { describe, expect, it } from 'vitest'
import { vocabularyOf } from '#domain/proposed-words.ts'
import type { ResultEntry } from '#domain/schemas/result.ts'
import { expectStatus } from '#tests/app.ts'
import { setStatus } from '#tests/fixtures.ts'
import {
  added,
  attemptConfirm,
  DAY,
  EVENING,
  enter,
  file,
  goals,
  goalsNow,
  load,
  merge,
  names,
  org,
  preview,
  remove,
  schedule,
  screen,
  season,
  setUpMatchSeason,
} from '#tests/match-season.ts'

setUpMatchSeason()

const post = (rows: object[], more: object) =>
  org.scorer.post<ResultEntry[]>(`${season.path}/results/matches`, { rows, ...more })
const wins = () => season.statistics.wins.id
/** Someone says that the file's name means that match, which it is known by from then on. */
async function call(eventId: string, name: string): Promise<void> {
  expectStatus(await load(file(`${DAY},${name},1`), { matches: { 2: eventId } }), 201)
}

it('a file of a campaign with weeks and no opponents names its rows in a column Week, and so are the weeks that it adds (R63)', async () => {
  const vocabulary = vocabularyOf('reading', 'academic')
  expectStatus(await org.representative.put(season.path, { vocabulary }), 200)
  const csv = `Week,Date,Goals\nWeek 3,${DAY},4`
  expectStatus(await load(csv, {}), 201)
  const added = (await screen()).events.find(({ name }) => name.includes('Week 3'))
  expect(added).toMatchObject({ name: 'Week 3', opponent: null, venue: null })
  // The same file again finds the week that it added.
  expect((await preview(csv)).rows).toMatchObject([{ eventId: added?.id, isNewEvent: false }])
  const missing = await org.scorer.post(`${season.path}/results/imports/preview`, {
    csv: `Date,Goals\n${DAY},4`,
  })
  expect(missing.body).toMatchObject({ message: expect.stringContaining('matched to the week') })
  const nothing = await post([{ statisticId: goals, quantity: 1 }], {})
  expect(nothing).toMatchObject({ status: 400, body: { fields: { eventId: 'Choose a week, or add one' } } })
})

describe('a line of a file', () => {
  describe('against an opponent with two games that day', () => {
    const timed = (...lines: string[]) => ['date,time,opponent,goals', ...lines].join('\n')
    const at = (hour: number) => `${DAY}T${hour}:00:00.000Z`
    const doubleheader = async () => {
      const one = await schedule('vs. Redmond', { opponent: 'Redmond', startTime: at(17) })
      const two = await schedule('vs. Redmond (game 2)', { opponent: 'Redmond (game 2)', startTime: at(19) })
      return [one.id, two.id]
    }
    const idsOf = async (csv: string) => (await preview(csv)).rows.map(({ eventId }) => eventId)

    it('is the one at its time, in any order and alone', async () => {
      const [one, two] = await doubleheader()
      const csv = timed(`${DAY},3:00 PM,Redmond,1`, `${DAY},1:00 PM,Redmond,2`)
      expect(await idsOf(csv)).toEqual([two, one])
      expectStatus(await load(csv), 201)
      expect(await idsOf(timed(`${DAY},3 PM,vs. redmond,1`.replace('3 PM', '3:00 PM')))).toEqual([two])
      expect(await idsOf(file(`${DAY},Redmond,1`, `${DAY},Redmond (game 2),1`))).toEqual([one, two])
      expect(await names()).toHaveLength(2)
    })

    it('is found in order of time where both were played later, and asked about where one was', async () => {
      const [one, two] = await doubleheader()
      expect(await idsOf(timed(`${DAY},1:30 PM,Redmond,1`, `${DAY},3:30 PM,Redmond,2`))).toEqual([one, two])
      const { rows, totals } = await preview(timed(`${DAY},3:15 PM,Redmond,1`))
      expect(totals.unanswered).toBe(1)
      expect(rows[0]?.couldBe.map(({ eventId }) => eventId)).toEqual([one, two])
      expectStatus(await load(timed(`${DAY},3:15 PM,Redmond,1`), { matches: { 2: two } }), 201)
    })

    it('is refused without times, and told what to write', async () => {
      await doubleheader()
      const { errors } = await preview(file(`${DAY},Redmond,1`, `${DAY},Redmond,2`))
      expect(errors).toMatchObject([
        { line: 3, reason: expect.stringContaining('write "Redmond (game 2)" for the later one') },
      ])
    })
  })

  it('that was emptied in a spreadsheet is skipped, and the lines below keep their numbers', async () => {
    const csv = file(',,', `${DAY},Dune,2`, ' , ,', '"","",""', `${DAY},Dune,3`)
    expect((await preview(csv)).errors).toMatchObject([{ line: 6, reason: expect.stringContaining('twice') }])
    expectStatus(await load(file(',,', `${DAY},Dune,2`, ',,')), 201)
  })

  it('that says “vs.”, “at” or “@” is the match on the schedule, or a new one with one such word', async () => {
    const { id } = await schedule('at Cove', { opponent: 'Cove', venue: 'away' })
    const csv = file(`${DAY},@ Cove,2`, '2026-10-04,vs. Bay,1', '2026-10-05,at Dune,1')
    expect((await preview(csv)).rows).toMatchObject([
      { eventId: id },
      { isNewEvent: true },
      { isNewEvent: true },
    ])
    expectStatus(await load(csv), 201)
    expect(await names()).toEqual(['at Cove', 'vs. Bay', 'at Dune'])
  })

  it('that says the same match again is refused, where the match is new as well', async () => {
    const { errors, rows } = await preview(file(`${DAY},Dune,2`, `${DAY},Dune,3`, '2026-10-04,Dune,3'))
    expect(errors).toMatchObject([{ line: 3, reason: expect.stringContaining('in the file twice') }])
    expect(rows.map(({ isNewEvent }) => isNewEvent)).toEqual([true, false, true])
  })

  it('that repeats the match under another name assigned to it is refused too', async () => {
    const { id } = await schedule('vs. Redmond Eagles', { opponent: 'Redmond Eagles' })
    await call(id, 'Redmond')
    const { errors } = await preview(file(`${DAY},Redmond Eagles,2`, `${DAY},Redmond,3`))
    expect(errors).toMatchObject([{ line: 3, reason: expect.stringContaining('in the file twice') }])
  })

  it('is the match that its own name was given to, and no other one of that day', async () => {
    const { id: redmond } = await schedule('vs. Redmond Eagles', { opponent: 'Redmond Eagles' })
    const { id: harbor } = await schedule('vs. Harbor Hawks', { opponent: 'Harbor Hawks' })
    await call(redmond, 'Redmond')
    await call(harbor, 'Harbor')
    const { rows } = await preview(file(`${DAY},Harbor,2`, `${DAY},Redmond,3`))
    expect(rows.map(({ eventId }) => eventId)).toEqual([harbor, redmond])
    const other = await preview(file(`${DAY},Dune,2`))
    expect(other.rows).toMatchObject([{ eventId: null }])
  })

  it('of two games with one name is the game of its time, and asked about where it has none', async () => {
    const { id: noon } = await schedule('vs. Redmond', { startTime: '2026-10-03T16:00:00Z' })
    const { id: evening } = await schedule('vs. Redmond')
    const at = async (time: string) =>
      (await preview(`date,time,opponent,goals\n${DAY},${time},Redmond,2`)).rows
    expect(await at('19:00')).toMatchObject([{ eventId: evening, couldBe: [] }])
    expect(await at('12:00')).toMatchObject([{ eventId: noon, couldBe: [] }])
    const [row] = await at('')
    expect(row?.eventId).toBeNull()
    expect(row?.couldBe.map(({ eventId }) => eventId).sort()).toEqual([noon, evening].sort())
  })

  it('is not asked about a match that another line surely is', async () => {
    const { id } = await schedule('vs. Redmond Eagles', { opponent: 'Redmond Eagles' })
    const alone = await preview(file(`${DAY},Redmond,3`))
    expect(alone.rows).toMatchObject([{ couldBe: [{ eventId: id }], isNewEvent: false }])
    const { rows } = await preview(file(`${DAY},Redmond Eagles,2`, `${DAY},Redmond,3`))
    expect(rows).toMatchObject([{ eventId: id }, { eventId: null, couldBe: [], isNewEvent: true }])
  })

  it('with an answer to a question that nobody asked is read as without it', async () => {
    const csv = file(`${DAY},Redmond,3`)
    expect((await preview(csv, { matches: { 2: 'new' } })).rows).toMatchObject([
      { answer: null, isNewEvent: true },
    ])
    const { id } = await schedule('Homecoming')
    expect((await preview(csv, { matches: { 2: 'new' } })).rows).toMatchObject([
      { answer: 'new', isNewEvent: true, couldBe: [{ eventId: id }] },
    ])
  })

  it('names the statistics that it changes; columns of anything else are left out, and named', async () => {
    const csv = `date,opponent,wins,goals,Champions,Remarks,\n${DAY},Redmond,1,2,1,Rain,`
    const { rows, ignoredColumns, columns } = await preview(csv)
    expect(rows[0]?.changes.map(({ statisticName, after }) => [statisticName, after])).toEqual([
      ['Wins', 1],
      ['Goals', 2],
    ])
    expect(columns).toMatchObject({ Champions: 'ignore' })
    expect(ignoredColumns).toEqual(['Champions', 'Remarks'])
  })

  it('that nobody answered is named with the others', async () => {
    await schedule('Homecoming')
    const refused = await load(file(`${DAY},Redmond,3`, `${DAY},Harbor,2`))
    expect(refused.body.message).toMatch(/Choose that match or a new one for lines 2, 3\.$/)
  })

  it('that takes the running total above 1,000,000 with another one is refused', async () => {
    const refused = await load(file(`${DAY},Redmond,600000`, '2026-10-04,Harbor,600000'))
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'That would take the running total above 1,000,000',
    ])
    expect(await goalsNow()).toEqual([0, 0])
  })
})

describe('unusual figures of a file', () => {
  const of = async (...lines: string[]) =>
    (await preview(['date,opponent,wins', ...lines].join('\n'))).rows.map(
      ({ unusual }) => unusual.filter((reason) => reason.includes('usually has 1')).length,
    )

  it('are compared with the current results and with the rest of the file', async () => {
    expect(await of(`${DAY},Redmond,2`)).toEqual([1])
    expect(await of(`${DAY},Redmond,1`)).toEqual([0])
    expect(await of(`${DAY},Redmond,2`, '2026-10-04,Harbor,2')).toEqual([0, 0])
    const { id } = await schedule('vs. Harbor', { startTime: '2026-10-04T23:00:00Z' })
    expectStatus(await post([{ statisticId: wins(), quantity: 3 }], { eventId: id }), 201)
    expect(await of(`${DAY},Redmond,2`)).toEqual([0])
    expect(await of(`${DAY},Redmond,2`, '2026-10-04,Harbor,1')).toEqual([1, 0])
  })

  it('are not asked about where they stand already', async () => {
    const { id } = await schedule('vs. Redmond')
    expectStatus(await post([{ statisticId: wins(), quantity: 2 }], { eventId: id }), 201)
    expect(await of(`${DAY},Redmond,2`)).toEqual([0])
    expect(await of(`${DAY},Redmond,3`)).toEqual([1])
  })

  it('are shown to who confirms them beside what other matches have', async () => {
    const [{ id: first }, { id: second }] = [await schedule('vs. Redmond'), await schedule('vs. Harbor')]
    const enterWins = async (eventId: string, quantity: number) =>
      expectStatus(await post([{ statisticId: wins(), quantity }], { eventId }), 201)
    const reasons = (entries: ResultEntry[]) =>
      entries.flatMap(({ unusual }) => unusual.filter((reason) => reason.includes('usually has 1')))
    expect(reasons(await enterWins(first, 2))).toHaveLength(1)
    expect(reasons(await enterWins(second, 2))).toEqual([])
  })
})

it('a match that a file or a person adds is not completed before it is confirmed', async () => {
  expectStatus(await load(file('2026-08-20,Dune,2')), 201)
  await added({ name: 'vs. Elm', opponent: 'Elm', startTime: '2026-08-21T19:00:00Z' }, 1)
  expect((await screen()).events.map(({ isCompleted }) => isCompleted)).toEqual([false, false])
})

describe('a match that is confirmed', () => {
  it('is completed', async () => {
    const { id } = await schedule('vs. Redmond')
    const completed = async () => (await screen()).events.map(({ isCompleted }) => isCompleted)
    expect(await completed()).toEqual([false])
    expectStatus(await attemptConfirm(await enter(id, 3)), 201)
    expect(await completed()).toEqual([true])
  })

  it('could be another one of its day as soon as one of its statistics is in both', async () => {
    const { id } = await schedule('Homecoming')
    await enter(id, 3)
    const rows = [
      { statisticId: goals, quantity: 2 },
      { statisticId: wins(), quantity: 1 },
    ]
    const event = { name: 'vs. Redmond', opponent: 'Redmond', startTime: EVENING }
    const entries = expectStatus(await post(rows, { event }), 201)
    expect((await attemptConfirm(entries)).status).toBe(409)
  })

  it('and voided is not asked about: there is nothing that could be counted twice', async () => {
    const { id } = await schedule('Homecoming')
    const [entry] = await enter(id, 3)
    expectStatus(await attemptConfirm([entry as ResultEntry]), 201)
    await added({ name: 'vs. Redmond', opponent: 'Redmond' }, 2)
    const path = `${season.path}/results/${entry?.id}/void`
    expectStatus(await org.scorer.post(path, { reason: 'Counted twice' }), 201)
    expectStatus(await attemptConfirm([entry as ResultEntry]), 201)
    expect(await goalsNow()).toEqual([0, 2])
  })
})

describe('an unscheduled match', () => {
  it('under a title that names nobody is added beside another one of that title', async () => {
    await added({ name: 'Game', opponent: null }, 1)
    await added({ name: 'Game', opponent: null }, 2)
    expect(await names()).toEqual(['Game', 'Game'])
  })

  it('under a title that names its opponent is the match that is there', async () => {
    await schedule('vs. Redmond')
    await added({ name: 'vs. Redmond', opponent: null }, 2)
    expect(await names()).toEqual(['vs. Redmond'])
  })
})

describe('merging', () => {
  it('keeps the note of an entry, and what an achievement is', async () => {
    const { id } = await schedule('vs. Redmond')
    const { id: from } = await schedule('Homecoming')
    await enter(from, 3, { note: 'By the referee' })
    const body = { statisticId: season.statistics.champions.id, kind: 'achieved', eventId: from }
    expectStatus(await org.scorer.post(`${season.path}/results`, body), 201)
    expectStatus(await merge(from, id), 200)
    const moved = (await screen()).results.filter(({ state }) => state === 'entered')
    expect(moved.map(({ kind, note, eventId }) => [kind, note, eventId]).sort()).toEqual([
      ['achieved', 'Moved from Homecoming', id],
      ['count', 'By the referee', id],
    ])
  })

  it('is refused where the running total would fall below 0, and so is a removal', async () => {
    const [{ id: into }, { id: from }] = [await schedule('vs. Redmond'), await schedule('Homecoming')]
    await enter(from, 3)
    const less = { statisticId: goals, quantity: -3 }
    expectStatus(await org.scorer.post(`${season.path}/results`, less), 201)
    for (const answer of [await merge(from, into), await remove(from)])
      expect(answer).toMatchObject({
        status: 409,
        body: { message: 'That would take the running total below 0' },
      })
    expect(await goalsNow()).toEqual([0, 0])
  })

  it('is refused in a campaign that is cancelled', async () => {
    const [{ id: one }, { id: other }] = [await schedule('vs. Redmond'), await schedule('Homecoming')]
    await setStatus(org, season, 'cancelled')
    expect(await merge(other, one)).toMatchObject({
      status: 409,
      body: { message: 'This campaign is cancelled and does not accept results' },
    })
  })
})
