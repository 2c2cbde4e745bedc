/** R44: what is mailed to people who did not ask for it, before and after someone has reviewed the first campaign. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Invited, MailedAmbassador } from '#domain/schemas/ambassador.ts'
import type { MailedInvitation } from '#domain/schemas/organization.ts'
import { runDueJobs } from '#server/jobs.ts'
import { sql } from '#server/platform/db/database.ts'
import { type Caller, createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import { CAMPAIGN } from '#tests/fixtures.ts'

const ORGANIZATION = {
  name: 'Harbor High',
  description: 'Parents',
  city: 'Boston',
  state: 'MA',
  organizationType: 'school',
}

let app: TestApp
let owner: Caller
let representative: Caller
let organization: string
let campaign: string

beforeEach(async () => {
  app = await createTestApp()
  ;[owner, representative] = [await app.user({ firstName: 'Olive' }), await app.representative()]
  organization = expectStatus(await owner.post<{ id: string }>('/api/organizations', ORGANIZATION), 201).id
  const form = { ...CAMPAIGN, organizationId: organization }
  campaign = expectStatus(await owner.post<{ id: string }>('/api/campaigns', form), 201).id
})
afterEach(() => app.close())

const activate = async () =>
  expectStatus(await representative.put(`/api/campaigns/${campaign}`, { status: 'active' }), 200)
const mailed = async () =>
  (
    await app.deps.db.query<{ to: string }>(sql`
      select to_address as to from mails where invited_by is not null order by id
    `)
  ).map(({ to }) => to)
const addresses = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => `parent${from + index}@x.test`)
const inviteMany = async (emails: string[]) =>
  expectStatus(
    await owner.post<Invited>(`/api/campaigns/${campaign}/ambassadors/imports`, {
      text: emails.join('\n'),
      invited: emails.length,
    }),
    201,
  )
const inviteMember = async (email: string, as = owner) =>
  expectStatus(
    await as.post<MailedInvitation>(`/api/organizations/${organization}/invitations`, {
      email,
      role: 'scorer',
    }),
    201,
  )
const later = async (by: { hours: number }) => {
  app.clock.advance(by)
  await runDueJobs(app.deps)
}

describe('before a representative has activated the campaign', () => {
  it('no invitation is mailed; those who wait are mailed once it is active', async () => {
    const path = `/api/campaigns/${campaign}/ambassadors`
    const one = expectStatus(await owner.post<MailedAmbassador>(path, { email: 'one@x.test' }), 201)
    expect(one).toMatchObject({ mailed: false, notMailedReason: expect.stringContaining('activated') })
    expect(await inviteMany(addresses(3))).toEqual({ invited: 3, mailed: 0 })
    const resend = { resendEmail: true }
    const again = expectStatus(await owner.put<MailedAmbassador>(`${path}/${one.id}`, resend), 200)
    expect(again.mailed).toBe(false)
    expect(await inviteMember('scorer@x.test')).toMatchObject({
      mailed: false,
      mailedAt: null,
      notMailedReason: expect.stringContaining('activated'),
    })
    await later({ hours: 2 })
    expect(await mailed()).toEqual([])
    await activate()
    await later({ hours: 1 })
    const everybody = ['one@x.test', ...addresses(3), 'scorer@x.test'].sort()
    expect((await mailed()).sort()).toEqual(everybody)
    await later({ hours: 1 })
    expect((await mailed()).sort()).toEqual(everybody)
  })

  it('an invitation by a representative is mailed at once', async () => {
    expect(await inviteMember('treasurer@x.test', representative)).toMatchObject({ mailed: true })
    expect(await mailed()).toEqual(['treasurer@x.test'])
  })

  it('a person who was invited and revoked or removed in the meantime is not mailed', async () => {
    const path = `/api/campaigns/${campaign}/ambassadors`
    const { id } = expectStatus(await owner.post<MailedAmbassador>(path, { email: 'one@x.test' }), 201)
    expect((await owner.delete(`${path}/${id}`)).status).toBe(204)
    const member = await inviteMember('scorer@x.test')
    const invitations = `/api/organizations/${organization}/invitations`
    expect((await owner.delete(`${invitations}/${member.id}`)).status).toBe(204)
    await activate()
    await later({ hours: 1 })
    expect(await mailed()).toEqual([])
  })
})

describe('in any 24 hours', () => {
  beforeEach(activate)

  it('200 invitations leave on behalf of one account; the rest go out a day later', async () => {
    expect(await inviteMany(addresses(150))).toEqual({ invited: 150, mailed: 150 })
    expect(await inviteMany(addresses(60, 150))).toEqual({ invited: 60, mailed: 50 })
    expect(await inviteMember('scorer@x.test')).toMatchObject({
      mailed: false,
      notMailedReason: expect.stringContaining('limit'),
    })
    // The screens say so before anyone presses Resend: a day after the first of the 200.
    const counts = `/api/dashboard/campaigns/${campaign}/ambassadors/counts`
    const again = new Date(app.clock.now().getTime() + 24 * 3_600_000).toISOString()
    for (const path of [counts, `/api/organizations/${organization}`])
      expect(expectStatus(await owner.get(path), 200)).toMatchObject({ invitationsAgainAt: again })
    expect(expectStatus(await representative.get(counts), 200)).toMatchObject({ invitationsAgainAt: null })
    await later({ hours: 23 })
    expect(await mailed()).toHaveLength(200)
    await later({ hours: 1 })
    expect(await mailed()).toHaveLength(211)
    expect(new Set(await mailed()).size).toBe(211)
  })

  it('200 leave on behalf of one account, also of three organizations at the same moment', async () => {
    const campaigns = [campaign]
    for (const name of ['Bay High', 'Cape High']) {
      const form = { ...ORGANIZATION, name }
      organization = expectStatus(await owner.post<{ id: string }>('/api/organizations', form), 201).id
      campaign = expectStatus(
        await owner.post<{ id: string }>('/api/campaigns', { ...CAMPAIGN, organizationId: organization }),
        201,
      ).id
      await activate()
      campaigns.push(campaign)
    }
    const text = addresses(150).join('\n')
    const answers = await Promise.all(
      campaigns.map((id) =>
        owner.post<Invited>(`/api/campaigns/${id}/ambassadors/imports`, { text, invited: 150 }),
      ),
    )
    expect(answers.map((answer) => expectStatus(answer, 201).mailed).sort((one, two) => one - two)).toEqual([
      0, 50, 150,
    ])
    expect(await mailed()).toHaveLength(200)
  })

  it('400 leave for one organization, whoever invites', async () => {
    await app.deps.db.query(sql`
      insert into mails (
        id, kind, idempotency_key, to_address, subject, text_body, html_body, message_id, invited_by,
        inviting_organization_id, created_at, next_attempt_at
      )
      select
        gen_random_uuid(), 'member_invitation', 'old ' || n, n || '@x.test', '', '', '', 'old ' || n,
        ${representative.userId}, ${organization}, ${app.clock.now()}, ${app.clock.now()}
      from generate_series(1, 399) n
    `)
    expect(await inviteMany(addresses(3))).toEqual({ invited: 3, mailed: 1 })
  })
})
