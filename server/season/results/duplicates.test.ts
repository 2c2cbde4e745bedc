/** One match is one event: a possible duplicate is asked about in the preview and at confirmation (R19). */
import { describe, expect, it } from 'vitest'
import type { ResultEntry } from '#domain/schemas/result.ts'
import { expectStatus } from '#tests/app.ts'
import { countRows } from '#tests/fixtures.ts'
import {
  added,
  app,
  attemptConfirm,
  DAY,
  EVENING,
  enter,
  file,
  goals,
  goalsNow,
  load,
  names,
  org,
  preview,
  schedule,
  screen,
  season,
  setUpMatchSeason,
} from '#tests/match-season.ts'

setUpMatchSeason()

describe('importing results of a scheduled match (R19)', () => {
  it('enters them in the match whose title names the opponent, and sets its opponent', async () => {
    const { id } = await schedule('vs. Redmond')
    await enter(id, 3)
    const text = file(`${DAY},Redmond,3`)
    expect((await preview(text)).rows).toMatchObject([
      { eventId: id, name: 'vs. Redmond', kind: 'unchanged', figures: [{ kind: 'unchanged' }] },
    ])
    expect(expectStatus(await load(text), 201).entered).toEqual([])
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
    const text = file(`${DAY},Redmond,3`)
    const shown = await preview(text)
    expect(shown).toMatchObject({ totals: { unanswered: 1, new: 0 }, rows: [] })
    expect(shown.questions).toMatchObject([
      { id: 'line 2 match', line: 2, answer: null, choices: [{ value: id }, { value: 'new' }] },
    ])
    expect(shown.questions[0]?.choices[0]?.label).toBe('Homecoming, Oct 3')
    const before = await countRows(app.deps.db)
    const refused = await load(text, { previewId: shown.previewId })
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      400,
      'invalid',
      'Nothing was imported. Line 2: is Redmond one of these on the schedule?',
    ])
    expect(Object.keys(refused.body.fields ?? {})).toEqual(['answers.line 2 match'])
    expect(await countRows(app.deps.db)).toEqual(before)
  })

  it('enters them in the chosen match and does not ask again', async () => {
    const { id } = await schedule('vs. Redmond Eagles', { opponent: 'Redmond Eagles' })
    const text = file(`${DAY},Redmond,3`)
    const answers = { 'line 2 match': id }
    const shown = await preview(text, { answers })
    expect(shown).toMatchObject({ rows: [{ eventId: id }], questions: [{ answer: id }] })
    expectStatus(await load(text, { answers, previewId: shown.previewId }), 201)
    expect(await names()).toEqual(['vs. Redmond Eagles'])
    const again = file(`${DAY},Redmond,4`)
    expect(await preview(again)).toMatchObject({ rows: [{ eventId: id }], questions: [] })
    expectStatus(await load(again), 201)
    expect(await goalsNow()).toEqual([0, 4])
  })

  it('adds a new match if chosen, and its confirmation does not ask again', async () => {
    const { id } = await schedule('Homecoming')
    const entries = await enter(id, 3)
    const text = file(`${DAY},Redmond,1`)
    expectStatus(await load(text, { answers: { 'line 2 match': 'new' } }), 201)
    expect((await names()).sort()).toEqual(['Homecoming', 'vs. Redmond'])
    expect(await preview(text)).toMatchObject({ questions: [], rows: [{ figures: [{ kind: 'unchanged' }] }] })
    const { results } = await screen()
    expect(results).toHaveLength(entries.length + 1)
    expectStatus(await attemptConfirm(results), 201)
    expect(await goalsNow()).toEqual([4, 0])
  })

  it('refuses an answer that was not offered', async () => {
    await schedule('Game 3')
    const { id: other } = await schedule('Practice', { eventType: 'practice' })
    const refused = await load(file(`${DAY},Redmond,1`), { answers: { 'line 2 match': other } })
    expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([400, ['answers.line 2 match']])
  })

  it('offers a match that one line has taken to no other line', async () => {
    const { id } = await schedule('Game 3')
    const two = file(`${DAY},Redmond,1`, `${DAY},Cove,2`)
    const answers = { 'line 2 match': id, 'line 3 match': id }
    expect((await preview(two, { answers })).rows.map(({ eventId, name }) => [eventId, name])).toEqual([
      [id, 'Game 3'],
      [null, 'vs. Cove'],
    ])
    expectStatus(await load(two, { answers }), 201)
    expect(await goalsNow()).toEqual([0, 3])
  })

  it('keeps a match for the line that is surely about it', async () => {
    const { id } = await schedule('vs. Redmond')
    const two = file(`${DAY},Redmond Eagles,1`, `${DAY},Redmond,2`)
    const { rows, questions } = await preview(two)
    expect(rows.map(({ line, eventId }) => [line, eventId])).toContainEqual([3, id])
    expect(questions.flatMap(({ choices }) => choices.map(({ value }) => value))).not.toContain(id)
  })

  it('never asks about different opponents or games of a doubleheader', async () => {
    await schedule('vs. Harbor')
    await schedule('vs. Redmond (game 1)', { startTime: '2026-10-03T17:00:00Z' })
    await schedule('vs. Redmond (game 2)', { startTime: '2026-10-03T20:00:00Z' })
    const text = file(`${DAY},Bay,1`, `${DAY},Redmond,2`, `${DAY},Redmond (game 2),3`)
    const { rows, questions } = await preview(text)
    expect(rows.map(({ name, kind }) => [name, kind])).toEqual([
      ['vs. Bay', 'new'],
      ['vs. Redmond (game 1)', 'unchanged'],
      ['vs. Redmond (game 2)', 'unchanged'],
    ])
    expect(questions).toEqual([])
    expectStatus(await load(text), 201)
    expectStatus(await attemptConfirm((await screen()).results), 201)
  })

  it('compares the day in the campaign’s time zone', async () => {
    const { id } = await schedule('vs. Redmond', { startTime: '2026-10-04T03:30:00Z' })
    expect((await preview(file(`${DAY},Redmond,3`))).rows).toMatchObject([{ eventId: id }])
    expect((await preview(file('2026-10-04,Redmond,3'))).rows).toMatchObject([{ kind: 'new' }])
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

  it('needs no answer at confirmation if it was declared as different', async () => {
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
    const one = await schedule('vs. Redmond')
    const other = await schedule('vs Redmond')
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
      await org.scorer.post(`${season.path}/results/matches`, {
        eventId: id,
        rows: [{ statisticId: season.statistics.wins.id, quantity: 1 }],
      }),
      201,
    )
    expectStatus(await attemptConfirm([entry as ResultEntry]), 201)
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
      await org.scorer.post<ResultEntry[]>(`${season.path}/results/matches`, body),
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
    const text = ['date,opponent,goals,wins', '2026-08-16,Bay,1,1', '2026-08-17,Redmond,2,3'].join('\n')
    app.clock.set('2026-08-20T12:00:00Z')
    const { rows, totals } = await preview(text)
    expect(rows.map(({ unusual }) => unusual)).toEqual([
      [],
      ['Wins 3 in vs. Redmond: a match usually has 1 at most.'],
    ])
    expect(totals.unanswered).toBe(0)
    expectStatus(await load(text), 201)
  })
})
