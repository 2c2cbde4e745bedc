import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type {
  Destination,
  MailedInvitation,
  ManagedOrganization,
  OpenInvitation,
} from '#domain/schemas/organization.ts'
import { sql } from '#server/db/database.ts'
import { createNounApi, type NounApi } from '#tests/noun-api.ts'
import { organizationRoutes } from './routes.ts'

let api: NounApi
let owner: string
let id: string
let representative: string
let second: string

beforeAll(async () => {
  api = await createNounApi(organizationRoutes)
  representative = await api.addRepresentative()
  second = await api.addRepresentative()
})
beforeEach(async () => {
  owner = await api.addUser()
  id = await api.addOrganization(owner, { name: 'Waco Wolves' })
})
afterAll(() => api.close())

const path = (rest = '') => `/api/organizations/${id}${rest}`
const call = (method: string, rest: string, as: string | null, body?: unknown, headers = {}) =>
  api.call(method, path(rest), { as, headers, ...(body === undefined ? {} : { body }) })
const managed = async (as = owner) => {
  const reply = await call('GET', '', as)
  expect(reply.status).toBe(200)
  return reply.body as ManagedOrganization
}
const fieldsOf = ({ body }: { body: unknown }) => (body as { fields?: object }).fields
const invite = (email: string, role: string, as = owner) => call('POST', '/invitations', as, { email, role })
const invited = async (email: string, role = 'scorer') => (await invite(email, role)).body as MailedInvitation
const mailsTo = (email: string) =>
  api.db.query<{ subject: string; textBody: string }>(
    sql`select subject, text_body from mails where to_address = ${email} order by id`,
  )
const tokenOf = async (email: string) =>
  /join\?token=([\w-]{43})/.exec((await mailsTo(email)).at(-1)?.textBody ?? '')?.[1] ?? ''
const accept = (token: string, as: string | null) =>
  api.call('POST', '/api/organization-invitations/acceptances', { as, body: { token } })
const look = async (token: string) =>
  (await api.call('GET', `/api/organization-invitations/${token}`)).body as OpenInvitation
const rolesOf = async () => (await managed()).members.map(({ userId, role }) => [userId, role])
const audited = async () =>
  (
    await api.db.query<{ action: string }>(
      sql`select action from audit_log where subject_id = ${id} order by id`,
    )
  ).map(({ action }) => action.replace('organization.', ''))

describe('inviting owners and scorers', () => {
  it('adds them once they accept by the mailed link with any verified address', async () => {
    const reply = await invite(' Nia@X.test ', 'owner')
    expect(reply).toMatchObject({
      status: 201,
      body: { email: 'nia@x.test', role: 'owner', isExpired: false, mailed: true },
    })
    const token = await tokenOf('nia@x.test')
    expect((await mailsTo('nia@x.test'))[0]?.subject).toBe('Waco Wolves invites you as an owner')
    expect(JSON.stringify(reply.body)).not.toContain(token)
    expect(JSON.stringify(await managed())).not.toContain(token)
    expect(await look(token)).toEqual({ organizationName: 'Waco Wolves', role: 'owner', state: 'open' })
    const nia = await api.addUser({ email: 'nia.private@x.test' })
    const unproven = await api.addUser({ verified: false })
    expect((await accept(token, null)).status).toBe(401)
    expect((await accept(token, unproven)).status).toBe(403)
    expect(await rolesOf()).toEqual([[owner, 'owner']])
    for (let twice = 0; twice < 2; twice += 1)
      expect(await accept(token, nia)).toMatchObject({
        status: 200,
        body: { organizationId: id, organizationName: 'Waco Wolves', role: 'owner' },
      })
    expect(await rolesOf()).toEqual([
      [owner, 'owner'],
      [nia, 'owner'],
    ])
    expect((await accept(token, await api.addUser())).status).toBe(409)
    expect((await look(token)).state).toBe('accepted')
    expect((await managed()).invitations).toEqual([])
    expect(await audited()).toEqual(['invite_member', 'accept_invitation'])
  })

  it('does not let a removed member return by the same link', async () => {
    await invited('once@x.test')
    const token = await tokenOf('once@x.test')
    const person = await api.addUser()
    await accept(token, person)
    expect((await call('DELETE', `/members/${person}`, owner)).status).toBe(204)
    expect((await accept(token, person)).status).toBe(409)
    expect(await rolesOf()).toEqual([[owner, 'owner']])
  })

  it('gives links that fail once expired or revoked, and last two more weeks when sent again', async () => {
    const late = await invited('late@x.test')
    const token = await tokenOf('late@x.test')
    const person = await api.addUser()
    api.clock.advance({ days: 14, seconds: 1 })
    expect((await look(token)).state).toBe('expired')
    expect(await accept(token, person)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('expired') },
    })
    expect((await managed()).invitations).toMatchObject([{ id: late.id, isExpired: true }])
    const again = await call('PUT', `/invitations/${late.id}`, owner, { resendEmail: true })
    expect(again).toMatchObject({ status: 200, body: { mailed: true, isExpired: false } })
    expect(await tokenOf('late@x.test')).toBe(token)
    expect((await call('DELETE', `/invitations/${late.id}`, owner)).status).toBe(204)
    expect((await call('DELETE', `/invitations/${late.id}`, owner)).status).toBe(404)
    expect((await accept(token, person)).status).toBe(409)
    expect((await look(token)).state).toBe('revoked')
    expect((await accept('x'.repeat(43), person)).status).toBe(404)
    expect((await accept('short', person)).status).toBe(400)
  })

  it('sends at most one mail an hour to one address', async () => {
    for (let times = 0; times < 20; times += 1) {
      const { id: invitation, mailed } = await invited('often@x.test')
      expect(mailed).toBe(times === 0)
      const again = await call('PUT', `/invitations/${invitation}`, owner, { resendEmail: true })
      expect(again.body).toMatchObject({ mailed: false, notMailedReason: expect.stringContaining('minute') })
      expect((await invite('often@x.test', 'owner')).status).toBe(409)
      await call('DELETE', `/invitations/${invitation}`, owner)
    }
    expect(await mailsTo('often@x.test')).toHaveLength(1)
    const both = await Promise.all([1, 2].map(() => invite('both@x.test', 'scorer')))
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
  })

  it('never lowers the role of a member, and is refused for members', async () => {
    const email = 'own@x.test'
    const person = await api.addUser({ email })
    await invited('other@x.test', 'scorer')
    const token = await tokenOf('other@x.test')
    await api.addMember(id, person, 'owner')
    expect((await accept(token, person)).body).toMatchObject({ role: 'owner' })
    expect((await invite(email, 'owner')).status).toBe(409)
  })

  it('is refused beyond fifty open invitations', async () => {
    for (let index = 0; index < 50; index += 1) await invited(`w${index}@x.test`)
    expect((await invite('w50@x.test', 'scorer')).status).toBe(409)
  })

  it('the last owner cannot be removed (R25)', async () => {
    const scorer = await api.addUser()
    await api.addMember(id, scorer, 'scorer')
    const reasons = async () =>
      (await managed()).members.map(({ userId, cannotRemoveReason }) => [userId, cannotRemoveReason !== null])
    expect(await reasons()).toEqual([
      [owner, true],
      [scorer, false],
    ])
    const other = await api.addUser()
    await api.addMember(id, other, 'owner')
    expect((await reasons()).map(([, kept]) => kept)).toEqual([false, false, false])
  })
})

describe('editing an organization (R25)', () => {
  it('lets owners change description, website, address and payee only', async () => {
    const changes = {
      streetAddress: '1 Main St',
      city: 'Austin',
      state: 'TX',
      zip: '78701',
      payeeName: 'Wolves Inc',
    }
    expect((await call('PUT', '', owner, changes)).body).toMatchObject({ ...changes, version: 2 })
    expect(
      await call('PUT', '', owner, { is501c3: true, sizeTier: 'large', ein: '12-3456789' }),
    ).toMatchObject({
      body: { is501c3: false, sizeTier: null, ein: null },
    })
  })

  it('lets representatives set 501(c)(3) status with EIN and date, size and time zone', async () => {
    const set = (body: object, as = representative, headers = {}) =>
      call('PUT', '/standing', as, body, headers)
    expect((await set({ sizeTier: 'large' }, owner)).status).toBe(403)
    expect(fieldsOf(await set({ is501c3: true }))).toEqual({ ein: 'Enter the EIN that was checked' })
    expect(fieldsOf(await set({ is501c3: true, ein: '123456789' }))).toEqual({
      einCheckedOn: 'Enter the day it was checked',
    })
    const day = { einCheckedOn: '2099-01-01' }
    expect(fieldsOf(await set({ is501c3: true, ein: '12-3456789', ...day }))).toEqual({
      einCheckedOn: 'That day is still to come',
    })
    const wanted = { is501c3: true, ein: '123456789', einCheckedOn: '2026-02-01', sizeTier: 'small' }
    expect(
      await set({ ...wanted, timeZone: 'America/Denver' }, representative, { 'if-match': '"1"' }),
    ).toMatchObject({
      status: 200,
      body: { ...wanted, ein: '12-3456789', timeZone: 'America/Denver', version: 2 },
    })
    expect((await set({ sizeTier: 'large' }, representative, { 'if-match': '"1"' })).status).toBe(409)
    expect(fieldsOf(await set({ ein: '' }))).toEqual({ ein: 'Enter the EIN that was checked' })
    expect((await set({ is501c3: false, ein: '', einCheckedOn: '' })).body).toMatchObject({
      ...{ is501c3: false, ein: null, einCheckedOn: null, sizeTier: 'small' },
    })
  })
})

describe('changing a payout destination (R25, R29)', () => {
  const check = { method: 'check', payeeName: 'Wolves Inc', mailingAddress: '1 Main St, Waco' }
  const bank = {
    method: 'bank_transfer',
    payeeName: 'Wolves Inc',
    bankName: 'First Bank',
    accountLast4: '6789',
  }
  const propose = (body: object, as = representative) => call('POST', '/payout-destinations', as, body)
  const proposed = async (body: object, as = representative) => (await propose(body, as)).body as Destination
  const approve = (destination: string, as: string) =>
    call('POST', `/payout-destinations/${destination}/approval`, as)

  it('needs a proposal and another person’s approval, and notifies the owners', async () => {
    expect((await propose(check, owner)).status).toBe(403)
    const first = await proposed(check)
    expect(first).toMatchObject({
      ...check,
      bankName: null,
      cannotApproveReason: expect.stringContaining('You proposed'),
    })
    expect((await managed()).destination).toBeNull()
    expect((await managed()).proposedDestination).toBeNull()
    expect((await propose(bank, second)).status).toBe(409)
    expect(await approve(first.id, representative)).toMatchObject({
      status: 403,
      body: { code: 'not_a_second_person' },
    })
    expect((await approve(first.id, owner)).status).toBe(403)
    expect((await managed(second)).proposedDestination).toMatchObject({
      id: first.id,
      cannotApproveReason: null,
    })
    expect((await approve(first.id, second)).status).toBe(201)
    expect((await approve(first.id, second)).status).toBe(404)
    expect((await managed()).destination).toMatchObject({
      id: first.id,
      mailingAddress: check.mailingAddress,
    })

    api.clock.advance({ minutes: 1 })
    const next = await proposed(bank, second)
    expect((await managed()).destination?.id).toBe(first.id)
    expect((await approve(next.id, representative)).status).toBe(201)
    expect((await managed()).destination).toMatchObject({ id: next.id, accountLast4: '6789' })
    const { members } = await managed()
    const mails = await mailsTo(members[0]?.email ?? '')
    expect(mails.map(({ subject }) => subject)).toEqual(
      Array(2).fill('Where Waco Wolves is paid has changed'),
    )
    expect(mails[1]?.textBody).toContain('Before: Check to Wolves Inc, 1 Main St, Waco')
    expect(mails[1]?.textBody).toContain(
      'Now: Bank transfer to Wolves Inc, First Bank, account ending in 6789',
    )
  })

  it('can be withdrawn by any representative, and the database enforces the second person', async () => {
    const { id: destination } = await proposed(bank)
    await expect(
      api.db.query(sql`
        update organization_payout_destinations set approved_by = proposed_by, approved_at = ${api.clock.now()}
         where id = ${destination}`),
    ).rejects.toMatchObject({ constraint: 'payout_destinations_second_person' })
    expect((await call('DELETE', `/payout-destinations/${destination}`, second)).status).toBe(204)
    expect((await approve(destination, second)).status).toBe(404)
    expect((await managed(representative)).proposedDestination).toBeNull()
  })

  it('says who is missing if there is no second representative', async () => {
    await api.db.query(sql`delete from user_roles where user_id = ${second}`)
    expect((await proposed(bank)).cannotApproveReason).toContain('no other representative')
    await api.db.query(sql`
      insert into user_roles (user_id, role, granted_at)
      values (${second}, 'pledgeraiser_representatives', ${api.clock.now()})`)
  })

  it('names the missing fields of each method', async () => {
    expect(fieldsOf(await propose({ method: 'check' }))).toEqual({
      payeeName: 'Payee is required',
      mailingAddress: 'Mailing address is required',
    })
    expect(fieldsOf(await propose({ ...bank, accountLast4: '123456789' }))).toEqual({
      accountLast4: 'Enter the last four digits of the account',
    })
  })
})

it('an organization is closed to its scorers, other owners and strangers (R27)', async () => {
  const [scorer, other] = [await api.addUser(), await api.addUser()]
  await api.addMember(id, scorer, 'scorer')
  await api.addOrganization(other)
  const { id: invitation } = await invited('held@x.test')
  for (const as of [scorer, other, await api.addUser()]) {
    expect((await call('GET', '', as)).status).toBe(403)
    expect((await call('PUT', '', as, { description: 'Mine' })).status).toBe(403)
    expect((await invite('x@x.test', 'owner', as)).status).toBe(403)
    expect((await call('PUT', `/invitations/${invitation}`, as, { resendEmail: true })).status).toBe(403)
    expect((await call('DELETE', `/invitations/${invitation}`, as)).status).toBe(403)
    expect((await call('DELETE', `/members/${owner}`, as)).status).toBe(403)
    expect((await call('PUT', '/standing', as, { sizeTier: 'large' })).status).toBe(403)
  }
  expect((await managed()).organization.description).toBe('A club')
})
