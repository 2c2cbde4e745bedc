/** Only representatives set the standing of an organization, and two of them its payout destination (R25, R29). */
import { describe, expect, it } from 'vitest'
import type { Destination } from '#domain/schemas/organization.ts'
import { sql } from '#server/platform/db/database.ts'
import {
  api,
  call,
  fieldsOf,
  id,
  mailsTo,
  managed,
  owner,
  representative,
  second,
  setUpOrganization,
} from '#tests/organization-api.ts'

setUpOrganization()

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

  it('lets representatives correct name and type, and records what they were', async () => {
    const set = (body: object, as = representative) => call('PUT', '/standing', as, body)
    const wanted = { name: 'Waco Wolverines', organizationType: 'school' }
    expect((await call('PUT', '', owner, wanted)).body).toMatchObject({ name: 'Waco Wolves' })
    expect((await set(wanted, owner)).status).toBe(403)
    expect(await set(wanted)).toMatchObject({ status: 200, body: wanted })
    expect((await managed()).organization).toMatchObject(wanted)
    const email = (await managed()).members[0]?.email ?? ''
    const subjects = async () => (await mailsTo(email)).map(({ subject }) => subject)
    expect(await subjects()).toEqual(['Waco Wolves is now called Waco Wolverines'])
    const [change] = await api.db.query<{ before: object; after: object }>(sql`
      select before, after from audit_log
      where subject_id = ${id} and action = 'organization.set_standing'`)
    expect(change).toMatchObject({ before: { name: 'Waco Wolves' }, after: wanted })
    expect(fieldsOf(await set({ name: ' ' }))).toEqual({ name: 'Organization name is required' })
    expect(fieldsOf(await set({ name: 'wolves.example' }))).toHaveProperty('name')
    expect((await set({ sizeTier: 'small' })).body).toMatchObject(wanted)
    expect(await subjects()).toHaveLength(1)
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
      einCheckedOn: 'That day is in the future',
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
      is501c3: false,
      ein: null,
      einCheckedOn: null,
      sizeTier: 'small',
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
  const stripe = { method: 'stripe', payeeName: 'Wolves Inc', stripeAccount: 'acct_1A2b3C4d5E6f' }
  const propose = (body: object, as = representative) => call('POST', '/payout-destinations', as, body)
  const proposed = async (body: object, as = representative) => (await propose(body, as)).body as Destination
  const approve = (destination: string, as: string) =>
    call('POST', `/payout-destinations/${destination}/approval`, as)

  it('needs a proposal and another person’s approval, and notifies the owners', async () => {
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

    expect(await propose(bank, owner)).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining('Only a representative changes') },
    })
    api.clock.advance({ minutes: 1 })
    const next = await proposed(bank, second)
    expect((await managed()).destination?.id).toBe(first.id)
    expect((await approve(next.id, representative)).status).toBe(201)
    expect((await managed()).destination).toMatchObject({ id: next.id, accountLast4: '6789' })
    const { members } = await managed()
    const mails = await mailsTo(members[0]?.email ?? '')
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Payouts to Waco Wolves can start',
      'The payout destination of Waco Wolves has changed',
    ])
    expect(mails[1]?.text).toContain('Before: Check to Wolves Inc, 1 Main St, Waco')
    expect(mails[1]?.text).toContain('Now: Bank transfer to Wolves Inc, First Bank, account ending in 6789')
  })

  it('is proposed by an owner while there is none, by check or bank transfer, and approved by a representative', async () => {
    expect(fieldsOf(await propose({ ...stripe }, owner))).toHaveProperty('method')
    const first = await proposed(check, owner)
    expect(first).toMatchObject({
      cannotApproveReason: 'You proposed this: a representative must approve it',
    })
    expect((await managed()).proposedDestination).toMatchObject({ id: first.id })
    expect((await approve(first.id, owner)).status).toBe(403)
    expect((await approve(first.id, representative)).status).toBe(201)
    expect((await managed()).destination).toMatchObject({ id: first.id, ...check })
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
