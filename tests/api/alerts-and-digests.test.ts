/** R64: an alert by mail stands for the first digest of its match, and for no later one. */
import { expect, it } from 'vitest'
import { alertSupporters } from '#server/season/alerts/send.ts'
import { expectStatus } from '#tests/app.ts'
import { digests, HARBOR, pledged, sendDigests } from '#tests/digests.ts'
import { confirm, enterMatch, play } from '#tests/fixtures.ts'
import { app, givenSeasonForEachTest, NOON, org, season } from '#tests/given-season.ts'

givenSeasonForEachTest()

const MATCH = { ...HARBOR, startTime: NOON }

/** A supporter who was told by mail of one goal, which was then confirmed: no digest. */
async function toldOfOneGoal() {
  const { supporter, pledge } = await pledged({ goals: '5.00' })
  expectStatus(await supporter.post(`/api/pledges/${pledge.id}/alerts`, { channel: 'mail' }), 200)
  app.clock.advance({ minutes: 5 })
  const entries = await enterMatch(org, season, { ...MATCH, goals: 1 })
  app.clock.advance({ minutes: 3 })
  await alertSupporters(app.deps)
  await confirm(org.owner, season, entries)
  app.clock.advance({ minutes: 25 })
  await sendDigests()
  expect(await digests()).toEqual([])
  return entries[0]?.eventId as string
}

async function correct(eventId: string, goals: number): Promise<string[]> {
  await play(org, season, { ...MATCH, eventId, goals })
  app.clock.advance({ minutes: 25 })
  await sendDigests()
  return (await digests()).map(({ subject }) => subject)
}

it('a later correction by the same amount is mailed', async () => {
  const eventId = await toldOfOneGoal()
  expect(await correct(eventId, 2)).toEqual(['$5.00 more for your pledge for Fall Season'])
})

it('so is the same figure, once it was withdrawn in between', async () => {
  const eventId = await toldOfOneGoal()
  expect(await correct(eventId, 0)).toEqual(['A correction: −$5.00 for your pledge for Fall Season'])
  expect(await correct(eventId, 1)).toHaveLength(2)
})
