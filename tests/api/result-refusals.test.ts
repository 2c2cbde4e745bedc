/** R17 to R21: who may enter and confirm a result, void it and decline a void, its limits, and the message each gets. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ErrorBody } from '#domain/schemas/error.ts'
import type { ImportPreview } from '#domain/schemas/import.ts'
import type { ResultEntry } from '#domain/schemas/result.ts'
import { newId } from '#server/platform/base/ids.ts'
import { sql } from '#server/platform/db/database.ts'
import { type Caller, createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import {
  confirm,
  declare,
  enterMatch,
  openSeason,
  play,
  type Season,
  setStatus,
  setUpOrganization,
  type TestOrganization,
} from '#tests/fixtures.ts'

const BAY = { opponent: 'Bay', startTime: '2026-08-20T19:00:00Z' }
let app: TestApp
let org: TestOrganization
let season: Season

beforeAll(async () => {
  app = await createTestApp()
  org = await setUpOrganization(app)
})
afterAll(() => app.close())
beforeEach(async () => {
  season = await openSeason(org)
})

type Answer = ResultEntry & ErrorBody
const idOf = (key: keyof Season['statistics']) => season.statistics[key].id
const enter = (form: object, by = org.scorer) => {
  app.clock.advance({ seconds: 1 })
  return by.post<Answer>(`${season.path}/results`, form)
}
const count = (quantity: number, more: object = {}) =>
  enter({ statisticId: idOf('goals'), quantity, ...more })
const achieve = (kind: string) => enter({ statisticId: idOf('champions'), kind })
const match = (more: object, rows = [{ statisticId: idOf('goals'), quantity: 3 }] as object[]) =>
  org.scorer.post<Answer>(`${season.path}/results/matches`, { rows, ...more })
const tryToConfirm = (by: Caller, entries: readonly { id: string }[], more: object = {}) =>
  by.post<Answer>(`${season.path}/results/confirmations`, {
    resultIds: entries.map(({ id }) => id),
    ...more,
  })
const askToVoid = ({ id }: { id: string }, by = org.scorer) =>
  by.post<Answer>(`${season.path}/results/${id}/void`, { reason: 'Counted twice' })
const keep = ({ id }: { id: string }, by: Caller) => by.delete<Answer>(`${season.path}/results/${id}/void`)
const shown = async ({ id }: { id: string }, by = org.owner) =>
  expectStatus(await by.get<ResultEntry[]>(`${season.path}/results?limit=200`), 200).find(
    (one) => one.id === id,
  )
const refusal = (status: number, message: string) => ({
  status,
  body: { message: expect.stringContaining(message) },
})
const onField = (field: string, message: string) => ({ status: 400, body: { fields: { [field]: message } } })

describe('a confirmation', () => {
  it('is by a second person who may: neither the scorer nor a stranger to the entry’s campaign', async () => {
    const entries = await enterMatch(org, season, { ...BAY, goals: 2 })
    expect((await tryToConfirm(org.scorer, entries)).status).toBe(403)
    const own = expectStatus(await enter({ statisticId: idOf('wins'), quantity: 1 }, org.owner), 201)
    expect(own.cannotConfirmReason).toBe('Your entry: someone else must confirm it')
    expect(await tryToConfirm(org.owner, [own])).toMatchObject({
      status: 403,
      body: { code: 'not_a_second_person', message: 'Your entry: someone else must confirm it' },
    })
    expect((await shown(own, org.representative))?.cannotConfirmReason).toBeNull()
    expect((await shown(own, org.scorer))?.cannotConfirmReason).toMatch(
      /^An owner, a confirmer or a representative/,
    )
  })

  it('of what was already confirmed or voided, says so', async () => {
    const entries = await enterMatch(org, season, { ...BAY, goals: 2 })
    await confirm(org.owner, season, entries)
    expect(await tryToConfirm(org.owner, entries)).toMatchObject({
      status: 409,
      body: { code: 'conflict', message: 'Already confirmed' },
    })
    const voided = expectStatus(await count(1), 201)
    expectStatus(await askToVoid(voided), 201)
    expect(await tryToConfirm(org.owner, [voided])).toMatchObject(refusal(409, 'Already voided'))
  })

  it('of a void is refused to the person who requested it', async () => {
    const [entry] = await confirm(org.owner, season, await enterMatch(org, season, { ...BAY, goals: 2 }))
    const asked = expectStatus(await askToVoid(entry as ResultEntry, org.owner), 201)
    expect(asked.cannotConfirmReason).toMatch(/^You requested this void/)
    expect((await tryToConfirm(org.owner, [asked])).status).toBe(403)
    expectStatus(await tryToConfirm(org.representative, [asked]), 201)
    expect((await shown(asked))?.state).toBe('voided')
  })

  it('with a result that is not there confirms none; one that is named twice is one', async () => {
    const entries = await enterMatch(org, season, { ...BAY, goals: 2 })
    expect((await tryToConfirm(org.owner, [...entries, { id: newId(app.clock) }])).status).toBe(404)
    expect((await shown(entries[0] as ResultEntry))?.state).toBe('entered')
    expectStatus(await tryToConfirm(org.owner, [...entries, ...entries]), 201)
  })

  it('that names one event twice, or one of another campaign, as two matches is refused', async () => {
    const [entry] = await enterMatch(org, season, { ...BAY, goals: 2 })
    const eventId = entry?.eventId as string
    for (const pair of [
      [eventId, eventId],
      [eventId, newId(app.clock)],
      [newId(app.clock), eventId],
    ])
      expect(
        await tryToConfirm(org.owner, [entry as ResultEntry], { differentMatches: [pair] }),
      ).toMatchObject(onField('differentMatches', 'Name two events of this campaign'))
  })

  it('that would take the running total below 0 is refused', async () => {
    const first = expectStatus(await count(2), 201)
    const less = expectStatus(await count(-2), 201)
    expect(await tryToConfirm(org.owner, [less])).toMatchObject(
      refusal(409, 'A running total cannot fall below 0'),
    )
    expectStatus(await tryToConfirm(org.owner, [first, less]), 201)
  })

  it('writes down who confirmed a result and who confirmed a void', async () => {
    const [entry] = await confirm(org.owner, season, await enterMatch(org, season, { ...BAY, goals: 2 }))
    await askToVoid(entry as ResultEntry)
    await confirm(org.owner, season, [entry as ResultEntry])
    const actions = await app.deps.db.query<{ action: string }>(sql`
      select action from audit_log where subject_id = ${entry?.id} order by id`)
    expect(actions.map(({ action }) => action)).toEqual([
      'result.enter',
      'result.confirm',
      'result.void',
      'result.confirm_void',
    ])
  })
})

describe('an entry', () => {
  it('is of a kind that its statistic has', async () => {
    expect(await enter({ statisticId: idOf('gift'), quantity: 1 })).toMatchObject(
      onField('kind', 'A one-time gift has no results'),
    )
    expect(await enter({ statisticId: idOf('goals'), kind: 'achieved' })).toMatchObject(
      onField('kind', 'Not for a per_increment statistic'),
    )
    expect(await enter({ statisticId: idOf('champions'), quantity: 1 })).toMatchObject(
      onField('kind', 'Not for a per_achievement statistic'),
    )
    expect(await enter({ statisticId: newId(app.clock), quantity: 1 })).toMatchObject(
      onField('statisticId', 'That statistic is not in this campaign'),
    )
    expect(await count(1, { eventId: newId(app.clock) })).toMatchObject(
      onField('eventId', 'That event is not in this campaign'),
    )
  })

  it('takes the running total to 0 and to 1,000,000, and not past either', async () => {
    expect(await count(-1)).toMatchObject(refusal(409, 'below 0'))
    expectStatus(await count(999_999.99), 201)
    expect(await count(0.02)).toMatchObject(refusal(409, 'above 1,000,000'))
    expectStatus(await count(0.01), 201)
    expectStatus(await count(-1_000_000), 201)
  })

  it('of a match takes it to 0, and not below', async () => {
    const eventId = await play(org, season, { ...BAY, goals: 2 })
    expectStatus(await count(5), 201)
    expect(await count(-3, { eventId })).toMatchObject(refusal(409, 'That would take the match below 0'))
    expect(expectStatus(await count(-2, { eventId }), 201)).toMatchObject({ quantity: -2, total: 0 })
  })

  it('without a match stands by itself, whatever other ones there are', async () => {
    expectStatus(await count(3), 201)
    expect(expectStatus(await count(2), 201)).toMatchObject({ quantity: 2, total: 2 })
  })

  it('marks an achievement once, and withdraws it once', async () => {
    expect(expectStatus(await achieve('not_achieved'), 201)).toMatchObject({ quantity: 0, total: 0 })
    expect(expectStatus(await achieve('achieved'), 201)).toMatchObject({ quantity: 1, total: 1 })
    expect(await achieve('achieved')).toMatchObject(refusal(409, 'It is already marked achieved'))
    expect(await achieve('not_achieved')).toMatchObject(refusal(409, 'Withdraw that first'))
    expect(expectStatus(await achieve('withdrawn'), 201)).toMatchObject({ quantity: -1, total: 0 })
  })

  it('into a campaign that is cancelled is refused, and so are its other changes', async () => {
    const entries = await enterMatch(org, season, { ...BAY, goals: 2 })
    const [confirmed] = await confirm(
      org.owner,
      season,
      await enterMatch(org, season, { ...BAY, opponent: 'Cove', goals: 1 }),
    )
    await setStatus(org, season, 'cancelled')
    const closed = refusal(409, 'This campaign is cancelled and does not accept results')
    expect(await count(1)).toMatchObject(closed)
    expect(await match({ eventId: entries[0]?.eventId })).toMatchObject(closed)
    expect(await tryToConfirm(org.owner, entries)).toMatchObject(closed)
    expect(await askToVoid(confirmed as ResultEntry)).toMatchObject(closed)
    expect(await keep(confirmed as ResultEntry, org.owner)).toMatchObject(closed)
  })
})

describe('the results of a match', () => {
  it('are of counted statistics, from 0', async () => {
    const event = { name: 'vs. Bay', ...BAY, venue: 'home' }
    const goals = { statisticId: idOf('goals'), quantity: 0 }
    expect(await match({ event }, [goals, { statisticId: idOf('gift'), quantity: 1 }])).toMatchObject(
      onField('rows.1.statisticId', 'That statistic is not counted in this campaign'),
    )
    expect(await match({ event }, [{ ...goals, quantity: -1 }])).toMatchObject(
      onField('rows.0.quantity', 'The result of a match cannot be below 0'),
    )
    expect(await match({})).toMatchObject(onField('eventId', 'Choose a match, or add one'))
    expect(await match({ eventId: newId(app.clock) })).toMatchObject(
      onField('eventId', 'That event is not in this campaign'),
    )
    const [zero] = expectStatus(await match({ event }, [goals]), 201) as unknown as ResultEntry[]
    expect(zero).toMatchObject({ quantity: 0, total: 0 })
  })

  it('that someone else has changed meanwhile are refused with the current results; an identical figure is accepted', async () => {
    const eventId = await play(org, season, { ...BAY, goals: 2 })
    const row = (quantity: number, standing: number | null) => [
      { statisticId: idOf('goals'), quantity, standing },
    ]
    expect(await match({ eventId }, row(3, null))).toMatchObject(refusal(409, 'Goals is 2 now'))
    expect(await match({ eventId }, row(3, 1))).toMatchObject(refusal(409, 'Goals is 2 now'))
    expectStatus(await match({ eventId }, row(2, 1)), 201)
    expectStatus(await match({ eventId }, row(3, 2)), 201)
    const wins = [{ statisticId: idOf('wins'), quantity: 1, standing: 1 }]
    expect(await match({ eventId }, wins)).toMatchObject(refusal(409, 'Wins has no result now'))
  })
})

describe('a void', () => {
  it('of an entry that waits is done at once; a second one is refused', async () => {
    const entry = expectStatus(await count(2), 201)
    expect(entry.voidEffect).toBeNull()
    expect(expectStatus(await askToVoid(entry), 201)).toMatchObject({ state: 'voided', voidEffect: null })
    expect(await askToVoid(entry)).toMatchObject(refusal(409, 'Already voided'))
    expect((await askToVoid({ id: newId(app.clock) })).status).toBe(404)
  })

  it('of what was confirmed waits for a second person, is asked for once, and says what it does', async () => {
    const eventId = await play(org, season, { ...BAY, goals: 2 })
    const [entry] = await enterMatch(org, season, { ...BAY, eventId, goals: 3 })
    await confirm(org.owner, season, [entry as ResultEntry])
    const asked = expectStatus(await askToVoid(entry as ResultEntry), 201)
    expect(asked).toMatchObject({
      state: 'void_requested',
      voidEffect: 'The match total is then 2 again.',
    })
    expect(await askToVoid(asked)).toMatchObject(refusal(409, 'This void was already requested'))
  })

  it('of one without a match, or of an achievement, says what counts then', async () => {
    const alone = expectStatus(await count(2), 201)
    await confirm(org.owner, season, [alone])
    expect((await shown(alone))?.voidEffect).toBe('It no longer counts.')
    await declare(org, season, 'achieved')
    const results = expectStatus(await org.owner.get<ResultEntry[]>(`${season.path}/results`), 200)
    expect(results.find(({ kind }) => kind === 'achieved')?.voidEffect).toBe(
      'The result confirmed before it counts again.',
    )
  })

  it('that would take the running total below 0 is refused, and to 0 is not', async () => {
    const first = expectStatus(await count(3), 201)
    const second = expectStatus(await count(2), 201)
    expectStatus(await count(-3), 201)
    expect(await askToVoid(first)).toMatchObject(refusal(409, 'below 0'))
    expectStatus(await askToVoid(second), 201)
  })
})

describe('a void that was asked for', () => {
  async function asked(by = org.scorer): Promise<ResultEntry> {
    const [entry] = await confirm(org.owner, season, await enterMatch(org, season, { ...BAY, goals: 2 }))
    return expectStatus(await askToVoid(entry as ResultEntry, by), 201)
  }

  it('is declined by someone who may confirm it, or withdrawn by the person who requested it; the audit log says which', async () => {
    const entry = await asked()
    expect(entry.cannotKeepReason).toBeNull()
    expect(expectStatus(await keep(entry, org.owner), 200).state).toBe('confirmed')
    expectStatus(await askToVoid(entry), 201)
    expectStatus(await keep(entry, org.scorer), 200)
    const actions = await app.deps.db.query<{ action: string }>(sql`
      select action from audit_log where subject_id = ${entry.id} and action in ('result.decline_void', 'result.withdraw_void') order by id`)
    expect(actions.map(({ action }) => action)).toEqual(['result.decline_void', 'result.withdraw_void'])
  })

  it('is kept by no scorer who did not ask, and not where nobody did', async () => {
    const entry = await asked(org.owner)
    expect(await keep(entry, org.scorer)).toMatchObject(refusal(403, 'Only an owner, a representative or'))
    expectStatus(await keep(entry, org.owner), 200)
    expect(await keep(entry, org.owner)).toMatchObject(refusal(409, 'No one requested to void this result'))
    const voided = expectStatus(await count(1), 201)
    expectStatus(await askToVoid(voided), 201)
    expect(await keep(voided, org.owner)).toMatchObject(refusal(409, 'Already voided'))
  })
})

describe('a file of results', () => {
  const post = <T>(path: string, body: object) =>
    org.scorer.post<T & ErrorBody>(`${season.path}/imports${path}`, body)
  const file = (...lines: string[]) => ['Date,Opponent,Goals', ...lines].join('\n')
  const preview = async (text: string) => expectStatus(await post<ImportPreview>('/preview', { text }), 200)

  it('with one wrong line imports nothing, and names the line', async () => {
    const text = file('2026-08-20,Bay,2', '2026-08-21,Cove,many')
    const { errors, rows } = await preview(text)
    expect(errors).toMatchObject([{ line: 3 }])
    expect(rows.map(({ line }) => line)).toEqual([2])
    const refused = await post('', { text })
    expect(refused).toMatchObject(refusal(400, 'Nothing was imported. Line 3: '))
    expect(refused.body.fields).toEqual({ 'line 3': errors[0]?.reason })
    expect(expectStatus(await org.owner.get<ResultEntry[]>(`${season.path}/results`), 200)).toEqual([])
  })

  it('with a wrong line that is left out imports the others', async () => {
    const text = file('2026-08-20,Bay,2', '2026-08-21,Cove,many')
    expectStatus(await post('', { text, leftOut: [3] }), 201)
    expect(expectStatus(await org.owner.get<ResultEntry[]>(`${season.path}/results`), 200)).toHaveLength(1)
  })

  it('counts what is new, corrected and unchanged; a preview that is out of date is refused', async () => {
    await play(org, season, { ...BAY, goals: 2 })
    await play(org, season, { ...BAY, opponent: 'Cove', goals: 1 })
    const text = file('2026-08-20,Bay,2', '2026-08-20,Cove,3', '2026-08-22,Dune,4')
    const shownFirst = await preview(text)
    expect(shownFirst.totals).toMatchObject({ results: 2, corrections: 1, new: 1, unchanged: 2 })
    expect(
      shownFirst.rows.flatMap(({ figures }) => figures.map(({ before, after }) => [before, after])),
    ).toEqual([
      [2, 2],
      [1, 3],
      [null, 4],
    ])
    const { previewId } = shownFirst
    await play(org, season, { ...BAY, opponent: 'Elm', startTime: '2026-08-23T19:00:00Z', goals: 1 })
    const after = await enterMatch(org, season, { ...BAY, opponent: 'Cove', goals: 2 })
    expect(after).toHaveLength(1)
    const stale = await post<{ details: { preview: ImportPreview } }>('', { text, previewId })
    expect(stale).toMatchObject(refusal(409, 'Something changed since'))
    expectStatus(await post('', { text, previewId: stale.body.details.preview.previewId }), 201)
    expect((await preview(text)).totals).toMatchObject({ results: 0, corrections: 0 })
  })

  it('with the same match twice asks, and counts what a person says', async () => {
    const text = file('2026-08-20,Bay,2', '2026-08-20,bay,3', '2026-08-21,Bay,3')
    const { questions } = await preview(text)
    expect(questions.map(({ id, choices }) => [id, choices.map(({ value }) => value)])).toEqual([
      ['line 3 again', ['skip', 'add', 'second']],
    ])
    expect(await post('', { text })).toMatchObject(refusal(400, 'Lines 2 and 3 are about one match'))
    const figures = async (answer: string) => {
      const answers = { 'line 3 again': answer }
      const { rows } = expectStatus(await post<ImportPreview>('/preview', { text, answers }), 200)
      return rows.map(({ name, figures: [first] }) => `${name}: ${first?.after}`)
    }
    expect(await figures('skip')).toEqual(['vs. Bay: 2', 'vs. Bay: 3'])
    expect(await figures('add')).toEqual(['vs. Bay: 5', 'vs. Bay: 3'])
    expect(await figures('second')).toEqual(['vs. Bay: 2', 'vs. bay (game 2): 3', 'vs. Bay: 3'])
  })

  it('without a date is asked about; its columns are shown with samples', async () => {
    const dateless = 'Opponent,Goals\nBay,2'
    expect((await preview(dateless)).questions).toMatchObject([{ id: 'line 2 match', choices: [] }])
    expect((await post('', { text: dateless })).status).toBe(400)
    const lines = ['2026-08-20,Bay,1', '2026-08-21,Cove', '2026-08-22,Dune,3', '2026-08-23,Elm,4']
    expect((await preview(file(...lines))).columns.map(({ samples }) => samples)).toEqual([
      ['2026-08-20', '2026-08-21', '2026-08-22'],
      ['Bay', 'Cove', 'Dune'],
      ['1', '3', '4'],
    ])
  })

  it('of two matches against one opponent takes each to its own by the time', async () => {
    const at = async (startTime: string, goals: number) =>
      expectStatus(
        await match({ event: { name: 'vs. Bay', opponent: 'Bay', startTime, venue: 'home' } }, [
          { statisticId: idOf('goals'), quantity: goals },
        ]),
        201,
      )
    await at('2026-08-20T15:00:00Z', 1)
    const { rows } = await preview('Date,Time,Opponent,Goals\n2026-08-20,11:00,Bay,2')
    expect(rows).toMatchObject([{ kind: 'unchanged', figures: [{ before: 1, after: 2 }] }])
  })
})
