/** Owners are mailed that results wait for them: once a day for a campaign, what was entered together (R44). */
import { expect, it } from 'vitest'
import { sql } from '#server/platform/db/database.ts'
import { expectStatus } from '#tests/app.ts'
import { confirm, enterMatch } from '#tests/fixtures.ts'
import { app, givenSeasonForEachTest, org, season } from '#tests/given-season.ts'
import { joinOrganization } from '#tests/join-organization.ts'
import { deliveredMails } from '#tests/mails.ts'
import { notifyResultsToConfirm } from './to-confirm.ts'

givenSeasonForEachTest()

/** Two hours before noon in Boston. */
const BAY = { opponent: 'Bay', startTime: '2026-09-10T14:00:00Z' }
const mails = () => deliveredMails(app.deps.db, sql`kind = 'results_to_confirm'`)
const at = async (when: string) => {
  app.clock.set(when)
  await notifyResultsToConfirm(app.deps)
  return mails()
}

it('what was entered of a day is one mail, twenty minutes after the last entry, that opens its confirmation', async () => {
  await enterMatch(org, season, { ...BAY, goals: 2 })
  expect(await at('2026-09-10T16:10:00Z')).toEqual([])
  await enterMatch(org, season, { ...BAY, goals: 3, wins: 1 })
  expect(await at('2026-09-10T16:25:00Z')).toEqual([])
  const [mail, ...others] = await at('2026-09-10T16:31:00Z')
  expect(others).toEqual([])
  expect(mail).toMatchObject({ to: org.owner.email, subject: '3 results of Fall Season wait for you' })
  expect(mail?.text).toMatch(/Sep 10, vs. Bay: Goals 3, Wins 1/)
  const [event] = await app.deps.db.query<{ id: string }>(sql`select id from events where name = 'vs. Bay'`)
  expect(mail?.text).toContain(`/dashboard/campaigns/${season.id}?tab=results#confirm-${event?.id}`)
  await enterMatch(org, season, { opponent: 'Cove', startTime: '2026-09-09T14:00:00Z', goals: 1 })
  expect(await at('2026-09-10T18:00:00Z')).toHaveLength(1)
})

it('nothing is mailed while the match is played or at night, nor what was confirmed by then', async () => {
  const now = { opponent: 'Dune', startTime: '2026-09-10T16:00:00Z' }
  const entries = await enterMatch(org, season, { ...now, goals: 2 })
  expect(await at('2026-09-10T17:30:00Z')).toEqual([])
  expect(await at('2026-09-11T03:00:00Z')).toEqual([])
  await confirm(org.owner, season, entries)
  expect(await at('2026-09-11T14:00:00Z')).toEqual([])
})

it('who entered it or turned such mail off gets none', async () => {
  const [other, quiet] = [await app.user(), await app.user()]
  for (const member of [other, quiet]) await joinOrganization(app, org.organizationId, member, 'owner')
  const off = { kind: 'results_to_confirm', isOn: false }
  expectStatus(await quiet.put('/api/user/mail-choices', off), 200)
  const body = { statisticId: season.statistics.wins.id, quantity: 1 }
  expectStatus(await org.owner.post(`${season.path}/results`, body), 201)
  expect((await at('2026-09-10T16:30:00Z')).map(({ to }) => to)).toEqual([other.email])
})
