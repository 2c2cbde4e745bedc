/** R72: the program's own file of events comes back as it left. */
import { expect, it } from 'vitest'
import type { Event } from '#domain/schemas/event.ts'
import { expectStatus } from '#tests/app.ts'
import { openDraft } from '#tests/fixtures.ts'
import { draft, imported, org, schedule, setUpDraft } from '#tests/schedule-import.ts'

setUpDraft()

const EVENTS = [
  {
    name: 'vs. Bay',
    opponent: 'Bay',
    venue: 'home',
    eventType: 'game',
    startTime: '2026-09-12T23:00:00Z',
    endTime: '2026-09-13T05:30:00Z',
  },
  {
    name: 'at Cove',
    opponent: 'Cove',
    venue: 'away',
    eventType: 'game',
    startTime: '2026-11-28T15:23:45Z',
    location: 'Field 2, "North"',
  },
  { name: 'vs. Dune', opponent: 'Dune', eventType: 'game', startTime: '2026-10-03T17:00:00Z' },
  {
    name: 'vs. Dune (game 2)',
    opponent: 'Dune (game 2)',
    eventType: 'game',
    startTime: '2026-10-03T19:00:00Z',
  },
  { name: 'Practice', eventType: 'practice', startTime: '2026-09-14T12:00:00Z' },
  { name: 'Practice', eventType: 'practice', startTime: '2026-09-14T21:00:00Z' },
  {
    name: '-5K run',
    eventType: 'fundraiser',
    startTime: '2026-09-20T14:00:00Z',
    description: '- Bring water\n- Wear red; =fun',
  },
  { name: 'Senior night', eventType: 'other', startTime: '2026-10-30T23:00:00Z' },
]
const exported = async (): Promise<string> => {
  for (const event of EVENTS) expectStatus(await org.owner.post(`${draft.path}/events`, event), 201)
  const path = draft.path.replace('/api/campaigns', '/api/dashboard/campaigns')
  return expectStatus(await org.owner.get<string>(`${path}/events.csv`), 200)
}
const told = (events: readonly Event[]) =>
  events.map(({ name, eventType, startTime, endTime, location, description, opponent, venue }) => ({
    name,
    eventType,
    startTime: startTime.slice(0, 16),
    endTime,
    location,
    description,
    opponent,
    venue,
  }))

it('a campaign’s own file of events, imported into it, changes nothing', async () => {
  const text = await exported()
  const before = await schedule()
  const { rows, columns } = await imported(text)
  expect(rows.map(({ kind, changes }) => [kind, changes])).toEqual(EVENTS.map(() => ['unchanged', []]))
  expect(columns.filter(({ meaning }) => meaning === 'ignore').map(({ name }) => name)).toEqual(['Completed'])
  expect(await schedule()).toEqual(before)
})

it('a campaign’s own file of events brings everything in it into another campaign', async () => {
  const text = await exported()
  const before = told(await schedule())
  const other = await openDraft(org)
  expectStatus(await org.owner.post(`${other.path}/imports`, { text }), 201)
  const { events } = expectStatus(await org.owner.get<{ events: Event[] }>(other.path), 200)
  expect(told(events)).toEqual(before)
})

it('a campaign’s own file of events is read in the zone that its columns name, also as a spreadsheet writes it', async () => {
  const text =
    'Event,Starts (America/Los_Angeles),Ends (America/Los_Angeles)\nvs. Bay,9/19/2026 4:00 PM,2026-09-19 18:00\n'
  await imported(text)
  expect(await schedule()).toMatchObject([
    { startTime: '2026-09-19T23:00:00.000Z', endTime: '2026-09-20T01:00:00.000Z' },
  ])
})
