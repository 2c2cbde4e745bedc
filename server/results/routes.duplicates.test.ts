/** One match is one event: a possible duplicate is asked about in the preview and at confirmation (R19). */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CampaignDetail, Management } from '#domain/schemas/campaign.ts'
import type { ErrorBody } from '#domain/schemas/error.ts'
import type { Event, SchedulePreview } from '#domain/schemas/event.ts'
import type { ImportPreview, PossibleDuplicate, ResultEntry } from '#domain/schemas/result.ts'
import type { SettlementPreview } from '#domain/schemas/settlement.ts'
import { type Caller, createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import {
  confirm,
  countRows,
  type House,
  openHouse,
  openSeason,
  pledge,
  type Season,
} from '#tests/fixtures.ts'

let app: TestApp
let house: House
let season: Season
let goals: string

beforeAll(async () => {
  app = await createTestApp()
  house = await openHouse(app)
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.advance({ minutes: 1 })
  season = await openSeason(house)
  goals = season.statistics.goals.id
})

const DAY = '2026-10-03'
/** 7:00 PM in Boston, almost the next day in UTC. */
const EVENING = '2026-10-03T23:00:00.000Z'
const schedule = async (name: string, more: object = {}) =>
  expectStatus(
    await house.representative.post<Event>(`${season.path}/events`, {
      ...{ name, eventType: 'game', startTime: EVENING },
      ...more,
    }),
    201,
  )
const enter = async (eventId: string, quantity: number, more: object = {}, by: Caller = house.scorer) =>
  expectStatus(
    await by.post<ResultEntry[]>(`${season.path}/results/matches`, {
      ...{ eventId, rows: [{ statisticId: goals, quantity }] },
      ...more,
    }),
    201,
  )
const added = async (event: object, quantity: number, by: Caller = house.scorer) =>
  expectStatus(
    await by.post<ResultEntry[]>(`${season.path}/results/matches`, {
      event: { startTime: EVENING, ...event },
      rows: [{ statisticId: goals, quantity }],
    }),
    201,
  )
type Refusal = ErrorBody & {
  details?: { pairs: PossibleDuplicate[]; rows: ImportPreview['rows'] }
}
const file = (...lines: string[]) => ['date,opponent,goals', ...lines].join('\n')
const preview = async (csv: string, more: object = {}) =>
  expectStatus(
    await house.scorer.post<ImportPreview>(`${season.path}/results/imports/preview`, { csv, ...more }),
    200,
  )
const load = (csv: string, more: object = {}, by: Caller = house.scorer) =>
  by.post<Refusal & { entered: string[] }>(`${season.path}/results/imports`, { csv, ...more })
const screen = async () =>
  expectStatus(await house.owner.get<Management>(`/api/dashboard/campaigns/${season.id}`), 200)
const names = async () => (await screen()).events.map(({ name }) => name)
const goalsNow = async () => {
  const { statistics } = await screen()
  const { confirmedQuantity, unconfirmedQuantity } = statistics.find(({ id }) => id === goals) ?? {}
  return [confirmedQuantity, unconfirmedQuantity]
}
const attemptConfirm = (results: readonly { id: string }[], more: object = {}, by: Caller = house.owner) =>
  by.post<Refusal & ResultEntry[]>(`${season.path}/results/confirmations`, {
    resultIds: results.map(({ id }) => id),
    ...more,
  })
const merge = (from: string, into: string, by: Caller = house.owner) =>
  by.post<Event & ErrorBody>(`${season.path}/events/${from}/merge`, { into })
const remove = (id: string, by: Caller = house.representative) =>
  by.delete<Event & ErrorBody>(`${season.path}/events/${id}`)

describe('importing results of a scheduled match (R19)', () => {
  it('enters them in the match whose title names the opponent, and sets its opponent', async () => {
    const { id } = await schedule('vs. Redmond')
    await enter(id, 3)
    const csv = file(`${DAY},Redmond,3`)
    expect((await preview(csv)).rows).toMatchObject([
      {
        eventId: id,
        eventName: 'vs. Redmond',
        isNewEvent: false,
        couldBe: [],
        changes: [{ kind: 'unchanged' }],
      },
    ])
    expect(expectStatus(await load(csv), 201).entered).toEqual([])
    expect((await screen()).events).toMatchObject([{ id, name: 'vs. Redmond', opponent: 'Redmond' }])
    expect(await goalsNow()).toEqual([0, 3])
  })

  it.each(['@ Redmond', 'Redmond (away)', 'Varsity Soccer vs. REDMOND'])(
    'recognizes %s as Redmond',
    async (title) => {
      const { id } = await schedule(title)
      expect((await preview(file(`${DAY},Redmond,3`))).rows).toMatchObject([{ eventId: id }])
    },
  )

  it('asks if it could be another match, and imports nothing without an answer', async () => {
    const { id } = await schedule('Homecoming')
    await enter(id, 3)
    const csv = file(`${DAY},Redmond,3`)
    const shown = await preview(csv)
    expect(shown).toMatchObject({ totals: { unanswered: 1, newEvents: 0 } })
    expect(shown.rows).toMatchObject([
      {
        ...{ eventId: null, isNewEvent: false, answer: null },
        couldBe: [{ eventId: id, name: 'Homecoming', startTime: EVENING, figures: [{ quantity: 3 }] }],
      },
    ])
    const before = await countRows(app.deps.db)
    const refused = await load(csv, { previewId: shown.previewId })
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      409,
      'possible_duplicate',
      'Nothing was imported. Line 2: Redmond could be Homecoming, which is on the schedule that day. Choose that match or a new one for line 2.',
    ])
    expect(Object.keys(refused.body.fields ?? {})).toEqual(['matches.2'])
    expect(refused.body.details?.rows).toMatchObject([{ line: 2, couldBe: [{ eventId: id }] }])
    expect(await countRows(app.deps.db)).toEqual(before)
  })

  it('enters them in the chosen match and does not ask again', async () => {
    const { id } = await schedule('vs. Redmond Eagles', { opponent: 'Redmond Eagles' })
    const csv = file(`${DAY},Redmond,3`)
    const shown = await preview(csv)
    const matches = { 2: id }
    expect((await preview(csv, { matches })).rows).toMatchObject([{ eventId: id, answer: id }])
    expectStatus(await load(csv, { matches, previewId: shown.previewId }), 201)
    expect(await names()).toEqual(['vs. Redmond Eagles'])
    const again = file(`${DAY},Redmond,4`)
    expect((await preview(again)).rows).toMatchObject([{ eventId: id, couldBe: [] }])
    expectStatus(await load(again), 201)
    expect(await goalsNow()).toEqual([0, 4])
  })

  it('adds a new match if chosen, and its confirmation does not ask again', async () => {
    const { id } = await schedule('Homecoming')
    const entries = await enter(id, 3)
    const csv = file(`${DAY},Redmond,1`)
    expectStatus(await load(csv, { matches: { 2: 'new' } }), 201)
    expect((await names()).sort()).toEqual(['Homecoming', 'vs. Redmond'])
    expect((await preview(csv)).rows).toMatchObject([{ couldBe: [], changes: [{ kind: 'unchanged' }] }])
    const { results } = await screen()
    expect(results).toHaveLength(entries.length + 1)
    expectStatus(await attemptConfirm(results), 201)
    expect(await goalsNow()).toEqual([4, 0])
  })

  it('refuses an answer that was not offered, and one match for two lines', async () => {
    const { id } = await schedule('Game 3')
    const { id: other } = await schedule('Practice', { eventType: 'practice' })
    const wrong = await load(file(`${DAY},Redmond,1`), { matches: { 2: other } })
    expect([wrong.status, wrong.body.message]).toEqual([
      400,
      'Nothing was imported. Line 2: the match that was chosen is none of those that it could be',
    ])
    const two = file(`${DAY},Redmond,1`, `${DAY},Harbor,2`)
    const twice = await load(two, { matches: { 2: id, 3: id } })
    expect([twice.status, twice.body.message]).toEqual([
      400,
      'Nothing was imported. Line 3: line 2 is Game 3 already',
    ])
    expectStatus(await load(two, { matches: { 2: id, 3: 'new' } }), 201)
  })

  it('never asks about different opponents or games of a doubleheader', async () => {
    await schedule('vs. Harbor')
    await schedule('vs. Redmond (game 1)', { startTime: '2026-10-03T17:00:00Z' })
    await schedule('vs. Redmond (game 2)', { startTime: '2026-10-03T20:00:00Z' })
    const csv = file(`${DAY},Bay,1`, `${DAY},Redmond,2`, `${DAY},Redmond (game 2),3`)
    expect((await preview(csv)).rows.map(({ eventName, couldBe }) => [eventName, couldBe])).toEqual([
      [null, []],
      ['vs. Redmond (game 1)', []],
      ['vs. Redmond (game 2)', []],
    ])
    expectStatus(await load(csv), 201)
    expectStatus(await attemptConfirm((await screen()).results), 201)
  })

  it('compares the day in the campaign’s time zone', async () => {
    const { id } = await schedule('vs. Redmond', { startTime: '2026-10-04T03:30:00Z' })
    expect((await preview(file(`${DAY},Redmond,3`))).rows).toMatchObject([{ eventId: id }])
    expect((await preview(file('2026-10-04,Redmond,3'))).rows).toMatchObject([{ isNewEvent: true }])
  })
})

describe('entering an unscheduled match (R19)', () => {
  it('enters the results in the event whose title names its opponent', async () => {
    const { id } = await schedule('at Redmond')
    expect(await added({ name: 'vs. Redmond', opponent: 'redmond', venue: 'home' }, 2)).toMatchObject([
      { eventId: id },
    ])
    expect((await screen()).events).toMatchObject([{ id, opponent: 'redmond' }])
  })

  it('declared as different is not asked about at confirmation', async () => {
    const { id } = await schedule('Homecoming')
    const [one] = await enter(id, 3)
    const event = { name: 'vs. Redmond', opponent: 'Redmond', differentFrom: [id] }
    const [other] = await added(event, 1)
    expectStatus(await attemptConfirm([one as ResultEntry, other as ResultEntry]), 201)
  })
})

describe('confirming a possible duplicate (R19)', () => {
  async function twoOfADay() {
    const { id } = await schedule('Homecoming')
    const [first] = await enter(id, 3)
    const [second] = await added({ name: 'vs. Redmond', opponent: 'Redmond' }, 2)
    return [first, second] as [ResultEntry, ResultEntry]
  }

  it('is refused with both matches side by side', async () => {
    const [first, second] = await twoOfADay()
    const refused = await attemptConfirm([first, second])
    expect([refused.status, refused.body.code]).toEqual([409, 'possible_duplicate'])
    expect(refused.body.details?.pairs).toMatchObject([
      {
        matches: [
          {
            eventId: first.eventId,
            name: 'Homecoming',
            hasConfirmed: false,
            figures: [{ statisticName: 'Goals', quantity: 3 }],
          },
          {
            eventId: second.eventId,
            name: 'vs. Redmond',
            figures: [{ statisticName: 'Goals', quantity: 2 }],
          },
        ],
      },
    ])
    expect(await goalsNow()).toEqual([0, 5])
    expect((await attemptConfirm([second])).status).toBe(409)
  })

  it('works once both were declared different, which is kept', async () => {
    const [first, second] = await twoOfADay()
    const differentMatches = [[second.eventId, first.eventId]]
    expectStatus(await attemptConfirm([first], { differentMatches }), 201)
    expectStatus(await attemptConfirm([second]), 201)
    expect(await goalsNow()).toEqual([5, 0])
  })

  it('is refused for two events with one title, and accepts events of this campaign only', async () => {
    const [one, other] = [await schedule('vs. Redmond'), await schedule('vs Redmond')]
    const entries = [...(await enter(one.id, 3)), ...(await enter(other.id, 3))]
    expect((await attemptConfirm(entries)).status).toBe(409)
    const foreign = { differentMatches: [[one.id, goals]] }
    expect((await attemptConfirm(entries, foreign)).status).toBe(400)
    expectStatus(await attemptConfirm(entries, { differentMatches: [[one.id, other.id]] }), 201)
  })

  it('works while the other match has no result of the statistic', async () => {
    const { id } = await schedule('Homecoming')
    const [entry] = await added({ name: 'vs. Redmond', opponent: 'Redmond' }, 2)
    expectStatus(
      await house.scorer.post(`${season.path}/results/matches`, {
        eventId: id,
        rows: [{ statisticId: season.statistics.wins.id, quantity: 1 }],
      }),
      201,
    )
    expectStatus(await attemptConfirm([entry as ResultEntry]), 201)
  })
})

describe('merging a match into another', () => {
  it('voids its unconfirmed entries, enters them in the other match, and archives it', async () => {
    const scheduled = await schedule('vs. Redmond')
    const [copy] = await added({ name: 'Homecoming', opponent: null }, 3)
    const from = copy?.eventId ?? ''
    expectStatus(await merge(from, scheduled.id), 200)
    const { events, results } = await screen()
    expect(events.map(({ id }) => id)).toEqual([scheduled.id])
    expect(results).toMatchObject([
      { eventId: scheduled.id, quantity: 3, state: 'entered', enteredBy: { id: house.owner.userId } },
      { id: copy?.id, state: 'voided', voidReason: 'Merged into vs. Redmond' },
    ])
    expect(await goalsNow()).toEqual([0, 3])
    const detail = expectStatus(await house.owner.get<CampaignDetail>(season.path), 200)
    expect(detail.events.map(({ id }) => id)).toEqual([scheduled.id])
    const csv = await house.owner.get<string>(`${season.path}/events.csv`)
    expect(String(csv.body)).not.toContain('Homecoming')
    const feed = await app.visitor.get<string>(`${season.path}/schedule.ics`)
    expect(String(feed.body)).not.toContain('Homecoming')
    // The person who merged counts as having entered them: someone else confirms (R18).
    expect((await attemptConfirm([results[0] as ResultEntry])).status).toBe(403)
    expectStatus(await attemptConfirm([results[0] as ResultEntry], {}, house.representative), 201)
    expect(await goalsNow()).toEqual([3, 0])
  })

  it('enters nothing for an equal figure, and a correction for a different one', async () => {
    const { id } = await schedule('vs. Redmond')
    const [kept] = await enter(id, 3)
    const copies = [
      await added({ name: 'Homecoming', opponent: null }, 3),
      await added({ name: 'Senior Night', opponent: null }, 4),
    ].map(([entry]) => entry?.eventId ?? '')
    expectStatus(await merge(copies[0] ?? '', id), 200)
    expect((await screen()).results.filter(({ state }) => state === 'entered')).toHaveLength(2)
    expectStatus(await merge(copies[1] ?? '', id), 200)
    expect(await goalsNow()).toEqual([0, 4])
    expectStatus(await attemptConfirm([kept as ResultEntry]), 201)
  })

  it('redirects later entries from phones to the remaining match', async () => {
    const { id } = await schedule('vs. Redmond')
    const { id: from } = await schedule('Homecoming')
    expectStatus(await merge(from, id), 200)
    expect(await enter(from, 2)).toMatchObject([{ eventId: id }])
    const one = { statisticId: goals, eventId: from, quantity: 1 }
    expect(expectStatus(await house.scorer.post(`${season.path}/results`, one), 201)).toMatchObject({
      eventId: id,
    })
  })

  it('is refused with confirmed results, on another day, into itself, and to a scorer', async () => {
    const { id } = await schedule('vs. Redmond')
    const { id: other } = await schedule('Homecoming')
    const { id: later } = await schedule('vs. Bay', { startTime: '2026-10-10T23:00:00Z' })
    await confirm(house.owner, season, await enter(other, 2))
    const refusalOf = async (from: string, into: string, by?: Caller) => {
      const { status, body } = await merge(from, into, by)
      return [status, body.message]
    }
    expect(await refusalOf(other, id)).toEqual([
      409,
      'Results of Homecoming are confirmed. Void them first, then try again.',
    ])
    expect(await refusalOf(id, later)).toEqual([
      409,
      'They are on different days. Change the date of one of them first.',
    ])
    expect(await refusalOf(id, id)).toEqual([409, 'Choose another event to merge it into'])
    expect((await merge(id, other, house.scorer)).status).toBe(403)
    expectStatus(await merge(id, other), 200)
  })
})

describe('removing an event', () => {
  it('deletes it without results, or voids its unconfirmed ones and hides it', async () => {
    const { id: unused } = await schedule('Homecoming')
    const { id: counted } = await schedule('vs. Redmond')
    const [entry] = await enter(counted, 2)
    expectStatus(await remove(unused), 200)
    expectStatus(await remove(counted), 200)
    const { events, results } = await screen()
    expect(events).toEqual([])
    expect(results).toMatchObject([{ id: entry?.id, state: 'voided', voidReason: 'vs. Redmond was removed' }])
    expect(await goalsNow()).toEqual([0, 0])
    expect((await remove(unused)).status).toBe(404)
    const { body } = await house.owner.get<unknown>(`${season.path}/audit-log`)
    expect(JSON.stringify(body)).toContain('Removed the event')
    // The match can be added again on that day.
    await schedule('vs. Redmond', { opponent: 'Redmond' })
  })

  it('is refused with confirmed results, and to an owner of an active campaign', async () => {
    const { id } = await schedule('vs. Redmond')
    expect((await remove(id, house.owner)).status).toBe(403)
    await confirm(house.owner, season, await enter(id, 2))
    expect((await remove(id)).status).toBe(409)
  })
})

describe('importing a schedule after a merge', () => {
  const calendar = (...uids: string[]) =>
    [
      ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//League//EN'],
      ...uids.flatMap((uid, index) => [
        ...['BEGIN:VEVENT', `UID:${uid}@league.example`, `DTSTART:20261003T2${index}0000Z`],
        ...[`SUMMARY:${index === 0 ? 'Homecoming match' : 'vs. Redmond'}`, 'END:VEVENT'],
      ]),
      ...['END:VCALENDAR', ''],
    ].join('\r\n')
  const load = async (text: string) =>
    expectStatus(
      await house.representative.post<SchedulePreview>(`${season.path}/events/imports`, { text }),
      201,
    ).rows.map(({ kind }) => kind)

  it('does not add the merged match again', async () => {
    expect(await load(calendar('a', 'b'))).toEqual(['new', 'new'])
    const { events } = await screen()
    const [copy, kept] = ['Homecoming match', 'vs. Redmond'].map(
      (name) => events.find((one) => one.name === name)?.id,
    )
    expectStatus(await merge(copy ?? '', kept ?? ''), 200)
    expect(await load(calendar('a', 'b'))).toEqual(['unchanged', 'unchanged'])
    expect(await names()).toEqual(['vs. Redmond'])
  })

  it('finds a match by its title if the file has the opponent', async () => {
    const { id } = await schedule('Varsity Soccer vs. Redmond')
    const text = `date,time,opponent\n${DAY},7:00 PM,Redmond`
    expect(await load(text)).toEqual(['changed'])
    expect((await screen()).events).toMatchObject([{ id, opponent: 'Redmond' }])
  })
})

describe('unusual results (R19)', () => {
  const wins = () => season.statistics.wins.id

  it('are accepted, and shown to the person who confirms them', async () => {
    const { id } = await schedule('vs. Redmond')
    const rows = [
      { statisticId: goals, quantity: 2 },
      { statisticId: wins(), quantity: 3 },
    ]
    const body = { eventId: id, rows }
    const entries = expectStatus(
      await house.scorer.post<ResultEntry[]>(`${season.path}/results/matches`, body),
      201,
    )
    const days = Math.floor((Date.parse(EVENING) - app.clock.now().getTime()) / 86_400_000)
    const enteredBefore = `Entered ${days} days before vs. Redmond starts.`
    const unusual = new Map(entries.map((entry) => [entry.statisticId, entry.unusual]))
    expect(unusual.get(goals)).toEqual([enteredBefore])
    expect(unusual.get(wins())).toEqual([
      enteredBefore,
      'Wins 3 in vs. Redmond: a match usually has 1 at most.',
    ])
    const { results } = await screen()
    expect(results.map((entry) => entry.unusual)).toEqual(
      results.map(({ statisticId }) => unusual.get(statisticId)),
    )
    const confirmed = expectStatus(await attemptConfirm(entries), 201)
    expect(confirmed.map((entry) => entry.unusual)).toEqual([[], []])
  })

  it('are shown in the preview of a file, which needs no answer', async () => {
    const csv = ['date,opponent,goals,wins', '2026-08-16,Bay,1,1', '2026-08-17,Redmond,2,3'].join('\n')
    app.clock.set('2026-08-20T12:00:00Z')
    const { rows, totals } = await preview(csv)
    expect(rows.map(({ unusual }) => unusual)).toEqual([
      [],
      ['Wins 3 in vs. Redmond: a match usually has 1 at most.'],
    ])
    expect(totals.unanswered).toBe(0)
    expectStatus(await load(csv), 201)
  })
})

describe('the final lock (R31)', () => {
  it('is no longer blocked by a duplicate match without results once it is merged', async () => {
    await pledge(house, season, { lines: { goals: '1.00' }, method: 'check' })
    const { id } = await schedule('vs. Redmond')
    const { id: empty } = await schedule('Homecoming')
    await confirm(house.owner, season, await enter(id, 2))
    app.clock.advance({ days: 120 })
    const blockers = async () => {
      const answer = await house.representative.get<SettlementPreview>(
        `${season.path}/settlements/preview?kind=final`,
      )
      return expectStatus(answer, 200).blockers.filter(({ code }) => code === 'game_without_result')
    }
    expect(await blockers()).toMatchObject([{ subjectId: empty }])
    expectStatus(await merge(empty, id), 200)
    expect(await blockers()).toEqual([])
  })
})
