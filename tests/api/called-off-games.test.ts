/** R72: a game that a calendar file calls off leaves the schedule, unless something was entered for it. */
import { expect, it } from 'vitest'
import type { Event } from '#domain/schemas/event.ts'
import type { ImportPreview } from '#domain/schemas/import.ts'
import { expectStatus } from '#tests/app.ts'
import { setStatus } from '#tests/fixtures.ts'
import {
  calendar,
  draft,
  game,
  imported,
  kinds,
  org,
  preview,
  schedule,
  setUpDraft,
} from '#tests/schedule-import.ts'

setUpDraft()

const OFF = 'STATUS:CANCELLED'
const bay = (...more: string[]) => game('bay', '20260912T190000', 'vs. Bay', ...more)
const cove = (day = '19') => game('cove', `202609${day}T190000`, 'vs. Cove')
const first = (...more: string[]) => game('A', '20260926T130000', 'vs. Redmond', ...more)
const second = (...more: string[]) => game('B', '20260926T150000', 'vs. Redmond', ...more)
const names = async () => (await schedule()).map(({ name }) => name)
const count = async (name: string) => {
  const event = (await schedule()).find((one) => one.name === name) as Event
  await setStatus(org, draft, 'active')
  const row = { statisticId: draft.statistics.goals.id, quantity: 2 }
  expectStatus(
    await org.scorer.post(`${draft.path}/results/matches`, { eventId: event.id, rows: [row] }),
    201,
  )
  return event
}
const load = (text: string) => imported(text, {}, org.representative)
/** The name and what becomes of it, of each row. */
const told = ({ rows }: ImportPreview) => rows.map(({ name, kind }) => `${name}: ${kind}`)

it('is taken off, and the rest of the file is imported', async () => {
  await imported(calendar(bay(), cove()))
  const [event] = await schedule()
  const text = calendar(bay(OFF), cove('20'))
  const shown = await preview(text)
  expect(shown).toMatchObject({
    rows: [{ eventId: event?.id, name: 'vs. Bay', kind: 'called_off' }, { kind: 'changed' }],
    totals: { changed: 1, calledOff: 1 },
  })
  expect(await names()).toEqual(['vs. Bay', 'vs. Cove'])
  await imported(text, { previewId: shown.previewId })
  expect(await names()).toEqual(['vs. Cove'])
  expect(await imported(text)).toMatchObject({
    rows: [{ kind: 'unchanged' }],
    skipped: [{ reason: 'Called off, and not on the schedule' }],
  })
  // Played after all: it is a new game.
  expect(kinds(await imported(calendar(bay(), cove('20'))))).toEqual(['new', 'unchanged'])
})

it('is taken off by a file that has nothing else, also where it was typed in by hand', async () => {
  await imported('date,time,opponent\n2026-09-12,7 PM,Bay\n')
  await imported(calendar(bay(OFF)))
  expect(await names()).toEqual([])
})

it('stays where something was entered for it, and the preview says so', async () => {
  await imported(calendar(bay(), cove()))
  const event = await count('vs. Bay')
  const { rows } = await load(calendar(bay(OFF), cove('20')))
  expect(rows).toMatchObject([{ eventId: event.id, kind: 'stays' }, { kind: 'changed' }])
  expect((await schedule()).map(({ name, startTime }) => [name, startTime.slice(0, 10)])).toEqual([
    ['vs. Bay', '2026-09-12'],
    ['vs. Cove', '2026-09-20'],
  ])
})

it('of a doubleheader leaves the other game its name, with and without results for the first', async () => {
  await imported(calendar(first(), second(), cove()))
  const text = calendar(first(OFF), second(), cove('20'))
  expect(told(await preview(text))).toEqual([
    'vs. Redmond: called_off',
    'vs. Redmond (game 2): unchanged',
    'vs. Cove: changed',
  ])
  const { id } = await count('vs. Redmond')
  expect((await load(text)).rows[0]).toMatchObject({ eventId: id, kind: 'stays' })
  expect(await names()).toEqual(['vs. Cove', 'vs. Redmond', 'vs. Redmond (game 2)'])
  const results = expectStatus(await org.scorer.get<{ id: string }[]>(`${draft.path}/results`), 200)
  for (const result of results)
    expectStatus(
      await org.scorer.post(`${draft.path}/results/${result.id}/void`, { reason: 'Not played' }),
      201,
    )
  expect((await load(text)).rows[0]).toMatchObject({ eventId: id, kind: 'called_off' })
  expect(await names()).toEqual(['vs. Cove', 'vs. Redmond (game 2)'])
  expect(kinds(await load(text))).toEqual(['unchanged', 'unchanged'])
})

it('may be the second of a doubleheader, or both', async () => {
  await imported(calendar(first(), second()))
  await imported(calendar(first(), second(OFF)))
  expect(await names()).toEqual(['vs. Redmond'])
  await imported(calendar(first(OFF), second(OFF)))
  expect(await names()).toEqual([])
})

it('that is played later that day under another name of the file is one game, without a number', async () => {
  await imported(calendar(first()))
  const later = game('C', '20260926T180000', 'vs. Redmond')
  await imported(calendar(first(OFF), later))
  expect((await schedule()).map(({ name, startTime }) => [name, startTime])).toEqual([
    ['vs. Redmond', '2026-09-26T22:00:00.000Z'],
  ])
})

it('that someone merged into another game of the file leaves that one alone', async () => {
  const high = game('high', '20260912T190000', 'vs. Bay High')
  await imported(calendar(bay(), high))
  const [one, other] = await schedule()
  expectStatus(await org.owner.post(`${draft.path}/events/${one?.id}/merge`, { into: other?.id }), 200)
  expect(told(await imported(calendar(bay(OFF), high)))).toEqual([`${other?.name}: unchanged`])
  const highOff = game('high', '20260912T190000', 'vs. Bay High', OFF)
  expect(told(await imported(calendar(bay(), highOff)))).toEqual([])
  expect(await names()).toEqual([other?.name])
  await imported(calendar(bay(OFF), highOff))
  expect(await names()).toEqual([])
})

it('of two practices with one name is the one at that time', async () => {
  await imported('date,time,name\n2026-09-12,7 AM,Practice\n2026-09-12,5 PM,Practice\n')
  await imported(calendar(game('p', '20260912T170000', 'Practice', OFF), cove()))
  expect((await schedule()).map(({ name, startTime }) => [name, startTime])).toEqual([
    ['Practice', '2026-09-12T11:00:00.000Z'],
    ['vs. Cove', '2026-09-19T23:00:00.000Z'],
  ])
  await imported(calendar(game('q', '20260912T120000', 'Practice', OFF)))
  expect(await names()).toEqual(['Practice', 'vs. Cove'])
})
