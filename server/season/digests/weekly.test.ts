/** The weekly digest: what owners are mailed, when, and how often (R44). */

import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Ambassador } from '#domain/schemas/ambassador.ts'
import { sql } from '#server/platform/db/database.ts'
import { createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import {
  confirm,
  enterMatch,
  openDraft,
  openSeason,
  pledge,
  setUpOrganization,
  type TestOrganization,
} from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'
import { deliveredMails } from '#tests/mails.ts'
import { notifyWeeks } from './weekly.ts'

let app: TestApp
let org: TestOrganization
/** Thursday noon in Boston. */
beforeEach(async () => {
  app = await createTestApp({ now: '2026-09-10T16:00:00Z' })
  org = await setUpOrganization(app)
})
afterEach(() => app.close())

/** 8:00 AM in Boston on the following Monday. */
const MONDAY = '2026-09-14T12:00:00Z'
const weeks = async () =>
  (await deliveredMails(app.deps.db, sql`kind = 'weekly_digest'`)).toSorted((a, b) =>
    a.to.localeCompare(b.to),
  )
const at = async (when: string) => {
  app.clock.set(when)
  await notifyWeeks(app.deps)
  return weeks()
}

it('the weekly digest has the figures, what is unconfirmed, who has not joined, and what to do next', async () => {
  const { season } = await givenSeason({
    org,
    pledges: [{ lines: { goals: '5.00' }, most: '300.00', method: 'check' }],
    matches: [{ opponent: 'Harbor', startTime: '2026-09-09T18:00:00Z', goals: 3 }],
  })
  await enterMatch(org, season, { opponent: 'Bay', startTime: '2026-09-10T14:00:00Z', goals: 2, wins: 1 })
  expectStatus(
    await org.owner.post<Ambassador>(`${season.path}/ambassadors`, { email: 'amber@example.org' }),
    201,
  )
  const cove = { name: 'vs. Cove', eventType: 'game', startTime: '2026-09-12T18:00:00Z' }
  expectStatus(await org.representative.post(`${season.path}/events`, cove), 201)
  const [mail, ...others] = await at(MONDAY)
  expect(others).toEqual([])
  expect([mail?.to, mail?.subject]).toEqual([org.owner.email, 'Your week: Fall Season'])
  for (const words of [
    'in the week of September 7',
    'Pledged: $195.00',
    'Earned so far: $15.00',
    'Supporters: 1\n  New in that week: 1',
    'Results to confirm: 2',
    '2 results are waiting for someone else to confirm',
    `Confirm results: http://localhost:3000/dashboard/campaigns/${season.id}?tab=results`,
    'Played, but no result entered: vs. Cove (Sep 12).',
    '1 ambassador has not joined yet: amber@example.org.',
  ])
    expect(mail?.text).toContain(words)
  expect(mail?.unsubscribeUrl).toMatch(/\/unsubscribe\/[\w-]{43}$/)
})

it('the weekly digest counts from Monday to Monday, also if it is sent later in the week', async () => {
  const season = await openSeason(org)
  for (const when of ['2026-09-14T03:30:00Z', '2026-09-14T04:30:00Z', '2026-09-16T14:00:00Z']) {
    app.clock.set(when)
    await pledge(org, season, { lines: { goals: '5.00' }, most: '300.00' })
  }
  // Sunday 11:30 p.m. belongs to the week that is over, half past midnight and Wednesday do not.
  const [mail] = await at('2026-09-16T15:00:00Z')
  expect(mail?.text).toContain('in the week of September 7')
  expect(mail?.text).toContain('Supporters: 3\n  New in that week: 1')
})

it('the weekly digest distinguishes a confirmed result with a requested void from one to confirm', async () => {
  const season = await openSeason(org)
  const entries = await enterMatch(org, season, {
    opponent: 'Harbor',
    startTime: '2026-09-09T18:00:00Z',
    goals: 3,
  })
  await confirm(org.owner, season, entries)
  const path = `${season.path}/results/${entries[0]?.id}/void`
  expectStatus(await org.scorer.post(path, { reason: 'Typo' }), 201)
  const [mail] = await at(MONDAY)
  expect(mail?.text).toContain('Results to confirm: 1')
  expect(mail?.text).toContain(
    '1 confirmed result is waiting for someone else to void. Until then, it counts.',
  )
  expect(mail?.text).not.toContain('nothing is earned')
})

it('the weekly digest is sent once, Monday at 8:00 local time, or later in the week but never at night', async () => {
  await openSeason(org)
  expect(await at('2026-09-14T11:59:00Z')).toEqual([])
  expect(await at(MONDAY)).toHaveLength(1)
  expect(await at('2026-09-14T13:00:00Z')).toHaveLength(1)
  expect(await at('2026-09-15T13:00:00Z')).toHaveLength(1)
  // An organization in the west is still asleep then.
  await app.deps.db.query(sql`update organizations set time_zone = 'America/Los_Angeles'`)
  expect(await at('2026-09-21T14:59:00Z')).toHaveLength(1)
  expect(await at('2026-09-21T15:00:00Z')).toHaveLength(2)
  // A server that was down on Monday sends the digest on Tuesday, in the daytime.
  expect(await at('2026-09-29T10:00:00Z')).toHaveLength(2)
  expect(await at('2026-09-29T16:00:00Z')).toHaveLength(3)
  expect(await at('2026-10-08T16:00:00Z')).toHaveLength(3)
})

it('the weekly digest goes to verified owners who want it and have an active campaign', async () => {
  await openDraft(org)
  expect(await at(MONDAY)).toEqual([])
  await openSeason(org)
  const other = await setUpOrganization(app, 'Ridgeview Boosters')
  await openSeason(other)
  await openSeason(other)
  const unwilling = await app.user()
  const unproven = await app.user()
  for (const { userId } of [unwilling, unproven])
    await app.deps.db.query(sql`
      insert into organization_members (organization_id, user_id, role, created_at)
      values (${org.organizationId}, ${userId}, 'owner', ${app.clock.now()})`)
  const off = { kind: 'weekly_digest', isOn: false }
  expectStatus(await unwilling.put('/api/user/mail-choices', off), 200)
  await app.deps.db.query(sql`update users set email_verified_at = null where id = ${unproven.userId}`)
  await notifyWeeks(app.deps)
  const mails = await weeks()
  expect(mails.map(({ to }) => to).sort()).toEqual([org.owner.email, other.owner.email].sort())
  expect(mails.find(({ to }) => to === other.owner.email)?.subject).toBe('Your week: Ridgeview Boosters')
})

it('a crash between two batches of weekly digests loses no mail and repeats none', async () => {
  await openSeason(org)
  app.clock.set(MONDAY)
  app.deps.checkpoint = () => {
    throw new Error('killed')
  }
  await expect(notifyWeeks(app.deps)).rejects.toThrow('killed')
  app.deps.checkpoint = () => undefined
  await notifyWeeks(app.deps)
  expect(await weeks()).toHaveLength(1)
})
