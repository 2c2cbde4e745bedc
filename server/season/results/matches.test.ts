/** Results kept on a phone are entered once, by the person who counted, over no newer figure (R17 to R19). */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Management } from '#domain/schemas/campaign.ts'
import type { ErrorBody } from '#domain/schemas/error.ts'
import type { Event } from '#domain/schemas/event.ts'
import type { Imported, ImportPreview } from '#domain/schemas/import.ts'
import type { MatchTotals, ResultEntry } from '#domain/schemas/result.ts'
import { type Caller, createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import {
  confirm,
  openSeason,
  type Season,
  setUpOrganization,
  type TestOrganization,
} from '#tests/fixtures.ts'

let app: TestApp
let org: TestOrganization
let season: Season
let goals: string
let wins: string

beforeAll(async () => {
  app = await createTestApp()
  org = await setUpOrganization(app)
})
afterAll(() => app.close())
beforeEach(async () => {
  season = await openSeason(org)
  goals = season.statistics.goals.id
  wins = season.statistics.wins.id
})

const BAY = { name: 'vs. Bay', startTime: '2026-08-20T19:00:00Z', opponent: 'Bay', venue: 'home' }
const NOTHING = {} as ResultEntry
type Answers = ResultEntry[] & ErrorBody
const send = (by: Caller, body: object, key = randomUUID()) => {
  app.clock.advance({ seconds: 1 })
  return by.post<Answers>(`${season.path}/results/matches`, body, { 'idempotency-key': key })
}
const screen = async (by: Caller) =>
  expectStatus(await by.get<Management>(`/api/dashboard/campaigns/${season.id}`), 200)
const standings = async (by = org.scorer) =>
  expectStatus(await by.get<MatchTotals[]>(`${season.path}/results/matches`), 200)

describe('a queued entry from a phone', () => {
  it('sent twice with its key adds one entry and one match', async () => {
    const rows = [{ statisticId: goals, quantity: 2, standing: null }]
    const body = { event: BAY, rows, enteredBy: org.scorer.userId }
    const key = randomUUID()
    const first = expectStatus(await send(org.scorer, body, key), 201)
    expect(expectStatus(await send(org.scorer, body, key), 201)).toEqual(first)
    const { events, results } = await screen(org.owner)
    expect([events.length, results.length]).toEqual([1, 1])
  })

  it('sent again without its key adds no second match and changes nothing', async () => {
    const rows = [{ statisticId: goals, quantity: 2, standing: null }]
    expectStatus(await send(org.scorer, { event: BAY, rows }), 201)
    const later = { event: { ...BAY, opponent: 'BAY', startTime: '2026-08-20T19:30:00Z' }, rows }
    expect(expectStatus(await send(org.scorer, later), 201)).toEqual([])
    expect((await screen(org.owner)).events).toHaveLength(1)
  })

  it('is refused under another person’s session', async () => {
    const body = {
      event: BAY,
      rows: [{ statisticId: goals, quantity: 2 }],
      enteredBy: org.scorer.userId,
    }
    const refused = await send(org.owner, body)
    expect([refused.status, refused.body.message]).toEqual([
      403,
      'Someone else counted these results: they must sign in to send them',
    ])
    expect((await screen(org.owner)).events).toEqual([])
  })

  it('with one result or an achievement is entered once per key, and only by its own user', async () => {
    const path = `${season.path}/results`
    const enteredBy = org.scorer.userId
    const ones = [
      { statisticId: goals, kind: 'count', quantity: '2', enteredBy },
      { statisticId: season.statistics.champions.id, kind: 'achieved', enteredBy },
    ]
    for (const one of ones) {
      const headers = { 'idempotency-key': randomUUID() }
      const refused = await org.owner.post<ErrorBody>(path, one, { 'idempotency-key': randomUUID() })
      expect([refused.status, refused.body.message]).toEqual([
        403,
        'Someone else counted these results: they must sign in to send them',
      ])
      const first = expectStatus(await org.scorer.post<ResultEntry>(path, one, headers), 201)
      expect(expectStatus(await org.scorer.post<ResultEntry>(path, one, headers), 201)).toEqual(first)
    }
    expect((await screen(org.owner)).results).toHaveLength(2)
  })

  it('does not replace a newer figure that it has not seen', async () => {
    const [entry] = expectStatus(
      await send(org.owner, { event: BAY, rows: [{ statisticId: goals, quantity: 3 }] }),
      201,
    )
    const eventId = entry?.eventId
    const unseen = await send(org.scorer, {
      eventId,
      rows: [
        { statisticId: goals, quantity: 2, standing: null },
        { statisticId: wins, quantity: 1, standing: null },
      ],
    })
    expect([unseen.status, unseen.body.code, unseen.body.message]).toEqual([
      409,
      'stale',
      'Someone else changed this match in the meantime: Goals is 3 now. Review it, then save again.',
    ])
    expect((await screen(org.owner)).results).toHaveLength(1)
    // The same figure is no conflict, and one that was seen is corrected.
    const same = { eventId, rows: [{ statisticId: goals, quantity: 3, standing: null }] }
    expect(expectStatus(await send(org.scorer, same), 201)).toEqual([])
    const seen = { eventId, rows: [{ statisticId: goals, quantity: 2, standing: 3 }] }
    expect(expectStatus(await send(org.scorer, seen), 201)).toMatchObject([{ quantity: -1, before: 3 }])
  })
})

describe('the results screens', () => {
  it('show evidence, and who corrected and voided what, when and why', async () => {
    const evidenceUrl = 'https://video.example/bay'
    const [entry = NOTHING] = expectStatus(
      await send(org.scorer, { event: BAY, rows: [{ statisticId: goals, quantity: 3 }], evidenceUrl }),
      201,
    )
    expect(entry).toMatchObject({ evidenceUrl, before: null, voidedAt: null })
    await confirm(org.owner, season, [entry])
    const rows = [{ statisticId: goals, quantity: 4 }]
    const correction = { eventId: entry.eventId, rows, note: 'A late goal' }
    const [corrected = NOTHING] = expectStatus(await send(org.scorer, correction), 201)
    expect(corrected).toMatchObject({ before: 3, quantity: 1, note: 'A late goal' })
    const path = `${season.path}/results/${entry.id}/void`
    const requested = expectStatus(
      await org.representative.post<ResultEntry>(path, { reason: 'Wrong match' }),
      201,
    )
    expect(requested).toMatchObject({ voidReason: 'Wrong match', voidConfirmedBy: null, voidedAt: null })
    expect(requested.voidAskedAt).toBe(app.clock.now().toISOString())
    app.clock.advance({ minutes: 1 })
    const [gone] = await confirm(org.owner, season, [entry])
    expect(gone).toMatchObject({
      voidedBy: { id: org.representative.userId },
      voidConfirmedBy: { id: org.owner.userId },
      voidedAt: app.clock.now().toISOString(),
    })
    // The voided result was still current when it was corrected.
    expect((await screen(org.owner)).results[0]).toMatchObject({ id: corrected.id, before: 3 })
  })

  it('show confirmed and unconfirmed results per match, and entries without a match', async () => {
    const first = expectStatus(
      await send(org.scorer, { event: BAY, rows: [{ statisticId: goals, quantity: 3 }] }),
      201,
    )
    await confirm(org.owner, season, first)
    const eventId = first[0]?.eventId
    expectStatus(await send(org.scorer, { eventId, rows: [{ statisticId: goals, quantity: 5 }] }), 201)
    expectStatus(await org.scorer.post(`${season.path}/results`, { statisticId: goals, quantity: 1 }), 201)
    expect(await standings()).toEqual([
      {
        eventId: null,
        statisticId: goals,
        occursAt: expect.any(String),
        confirmed: null,
        waiting: 1,
        isFinal: true,
      },
      {
        eventId,
        statisticId: goals,
        occursAt: '2026-08-20T19:00:00.000Z',
        confirmed: 3,
        waiting: 2,
        isFinal: true,
      },
    ])
  })

  it('list unconfirmed results apart and by statistic, with their count', async () => {
    const rows = [goals, wins].map((statisticId) => ({ statisticId, quantity: 1 }))
    const entries = expectStatus(await send(org.scorer, { event: BAY, rows }), 201)
    const idOf = (statisticId: string) => entries.find((entry) => entry.statisticId === statisticId)?.id ?? ''
    await confirm(org.owner, season, [{ id: idOf(goals) }])
    const list = async (query: string) => {
      const answer = await org.owner.get<ResultEntry[]>(`${season.path}/results?${query}`)
      return [answer.headers.get('x-total-count'), expectStatus(answer, 200).map(({ id }) => id)]
    }
    const confirmed = idOf(goals)
    const waiting = idOf(wins)
    expect(await list('state=waiting')).toEqual(['1', [waiting]])
    expect(await list(`statistic=${goals}`)).toEqual(['1', [confirmed]])
    const page = await org.owner.get(`${season.path}/results?limit=1&state=waiting`)
    expect(page.headers.get('link')).toContain(`state=waiting&limit=1&cursor=${waiting}`)
  })

  it('list the entries of one match, and of none', async () => {
    const rows = [{ statisticId: goals, quantity: 3 }]
    const [ofMatch] = expectStatus(await send(org.scorer, { event: BAY, rows }), 201)
    const alone = expectStatus(
      await org.scorer.post<ResultEntry>(`${season.path}/results`, { statisticId: goals, quantity: 1 }),
      201,
    )
    const list = async (event: string) => {
      const answer = await org.owner.get<ResultEntry[]>(`${season.path}/results?event=${event}`)
      return [answer.headers.get('x-total-count'), expectStatus(answer, 200).map(({ id }) => id)]
    }
    expect(await list(ofMatch?.eventId ?? '')).toEqual(['1', [ofMatch?.id]])
    expect(await list('none')).toEqual(['1', [alone.id]])
    expect((await org.owner.get(`${season.path}/results?event=all`)).status).toBe(400)
  })

  it('show who can confirm the reader’s own entries', async () => {
    expect((await screen(org.owner)).secondPeople).toEqual({ members: [], representatives: 2 })
    const { members, representatives } = (await screen(org.representative)).secondPeople
    expect([members, representatives]).toEqual([[{ id: org.owner.userId, name: 'Olive Whitfield' }], 1])
  })
})

describe('importing results with unknown headings', () => {
  const TEXT = [
    'Day\tTeam\tH/A\tHammered in\tShutouts',
    '9/13/2026\tRidgeview\tH\t3\t0',
    '9/14/2026\tCove\tA\t2\t1',
  ].join('\n')
  const post = <T>(path: string, body: object) => org.scorer.post<T>(`${season.path}/imports${path}`, body)
  const previewOf = async (body: object) =>
    expectStatus(await post<ImportPreview>('/preview', { text: TEXT, ...body }), 200)
  const OPPONENT = { Team: 'opponent' }

  it('proposes a meaning for each column, reads as chosen, and adds the note to every entry', async () => {
    const { columns } = await previewOf({})
    expect(columns.map(({ name, meaning }) => [name, meaning])).toEqual([
      ['Day', 'date'],
      ['Team', 'level'],
      ['H/A', 'venue'],
      ['Hammered in', 'ignore'],
      ['Shutouts', 'ignore'],
    ])
    expect(columns[3]?.samples).toEqual(['3', '2'])
    const chosen = { columns: { ...OPPONENT, 'Hammered in': goals, Shutouts: wins }, note: 'From the sheet' }
    const { previewId, totals } = await previewOf(chosen)
    expect(totals).toMatchObject({ results: 4, new: 2 })
    const { entered } = expectStatus(await post<Imported>('', { text: TEXT, ...chosen, previewId }), 201)
    const { events, results } = await screen(org.owner)
    expect(events.map(({ name }: Event) => name)).toEqual(['vs. Ridgeview', 'at Cove'])
    expect(entered).toHaveLength(4)
    expect(results.map(({ note }) => note)).toEqual(Array(4).fill('From the sheet'))
  })

  it('has no column with a meaning that does not exist, and enters nothing', async () => {
    const columns = { ...OPPONENT, Day: 'birthday' }
    expect((await previewOf({ columns })).problems).toEqual(['Choose the column with the date'])
    const refused = await post<ErrorBody>('', { text: TEXT, columns })
    expect([refused.status, refused.body.fields]).toEqual([
      400,
      { columns: 'Choose the column with the date' },
    ])
  })
})
