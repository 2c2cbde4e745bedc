/**
 * A season of what later versions added: people without an account, pledges for a part of the season, alerts and digests, a
 * prize, and an organization that changed its name and tax standing.
 */
import type { Reward } from '#domain/schemas/reward.ts'
import { runDueDigests } from '#server/jobs.ts'
import { alertSupporters } from '#server/season/alerts/send.ts'
import { expectStatus } from '#tests/app.ts'
import { bill, confirm as confirmResults, declare, enterMatch, play } from '#tests/fixtures.ts'
import { confirm, holdAsGuest } from '#tests/guests.ts'
import { schedule } from '#tests/line-changes.ts'
import { back, type Story } from '#tests/stories/story.ts'

export async function finishWithGuests(story: Story): Promise<void> {
  const { app, org, season } = story
  await setStanding(story, { is501c3: true, ein: '12-3456789', einCheckedOn: today(story) })
  const ball = { title: 'A signed ball', description: 'By the team', type: 'top_supporter', maxWinners: 1 }
  const reward = expectStatus(await org.owner.post<Reward>(`${season.path}/rewards`, ball), 201)
  const guest = await holdAsGuest(app, season, { lines: { goals: '1.50' }, most: '60.00' })
  expectStatus(await confirm(app, guest.token), 200)
  // Waits for its confirmation.
  await holdAsGuest(app, season, { lines: { gift: '25.00' }, more: { isAnonymous: true } })
  const ida = await back(story, 'Ida', { lines: { goals: '3.00', champions: '20.00' } })
  expectStatus(await ida.supporter.post(`/api/pledges/${ida.pledge.id}/alerts`, { channel: 'mail' }), 200)

  const bay = { opponent: 'Bay', startTime: '2026-09-19T16:00:00Z' }
  const entries = await enterMatch(org, season, { ...bay, goals: 4, wins: 1 })
  app.clock.advance({ minutes: 3 })
  await alertSupporters(app.deps)
  await confirmResults(org.owner, season, entries)
  await back(story, 'Kim', { lines: { goals: '2.00' }, counts: { from: 'now' } })
  const lakeside = { opponent: 'Lakeside', startTime: '2026-09-21T16:00:00Z' }
  const eventId = await schedule(org, season, lakeside)
  await back(story, 'Lou', { lines: { goals: '5.00' }, counts: { from: 'match', eventId } })
  app.clock.advance({ minutes: 25 })
  await runDueDigests(app.deps)
  await bill(org, season, 'progress')

  await play(org, season, { ...lakeside, eventId, goals: 2 })
  await declare(org, season, 'achieved')
  await bill(org, season, 'final')
  const handout = { pledgeId: ida.pledge.id }
  expectStatus(await org.owner.post(`${season.path}/rewards/${reward.id}/handouts`, handout), 204)
  await setStanding(story, { name: 'Prairie Public Readers' })
}

const today = ({ app }: Story) => app.clock.now().toISOString().slice(0, 10)
const setStanding = async ({ org }: Story, changes: object) =>
  expectStatus(
    await org.representative.put(`/api/organizations/${org.organizationId}/standing`, changes),
    200,
  )
