/** Ambassadors are invited, join by their link, are credited by their code and can be removed (R42). */
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Ambassador, PublicAmbassador } from '#domain/schemas/ambassador.ts'
import { sql } from '#server/platform/db/database.ts'
import {
  api,
  campaign,
  invite,
  invited,
  join,
  lions,
  mailsTo,
  owner,
  path,
  setUpAmbassadors,
  tokenOf,
} from '#tests/ambassador-api.ts'
import { insertAll } from './invite.ts'
import { ambassadorsFor, countAmbassadors } from './lists-store.ts'
import { mailWaitingAmbassadors } from './mails.ts'

setUpAmbassadors()
const resend = (id: string, as = owner) =>
  api.call('PUT', path(campaign, id), { as, body: { resendEmail: true } })
const remove = (id: string, as = owner) => api.call('DELETE', path(campaign, id), { as })

const credited = async (ref: string, id = campaign) => {
  const { status, body } = await api.call('GET', `${path(id)}?ref=${encodeURIComponent(ref)}`)
  return status === 200 ? (body as PublicAmbassador[]).map((one) => one.id) : status
}
const shown = async (id = campaign) => (await api.call('GET', path(id))).body as PublicAmbassador[]

describe('inviting an ambassador', () => {
  it('gives them a code at once and mails the link', async () => {
    const reply = await invite('  Ann@Test.test ')
    expect(reply).toMatchObject({
      status: 201,
      body: { email: 'ann@test.test', user: null, userId: null, status: 'invited' },
    })
    const { id, ambassadorReferralCode } = reply.body as Ambassador
    expect(ambassadorReferralCode).toMatch(/^[A-Z2-9]{8}$/)
    const [mail] = await mailsTo('ann@test.test')
    expect(mail?.subject).toBe('Be an ambassador for Spring Cup')
    expect(mail?.text).toContain(
      'Ada L. invites you, on behalf of Lions, to be an ambassador for the campaign',
    )
    expect(mail?.text).toContain(`http://localhost:3000/campaigns/${campaign}?ref=${ambassadorReferralCode}`)
    expect(await tokenOf('ann@test.test')).not.toContain(ambassadorReferralCode)
    expect(JSON.stringify(reply.body)).not.toContain(await tokenOf('ann@test.test'))
    expect(await shown()).toEqual([])
    expect((await ambassadorsFor(api.db, campaign)).map((one) => one.id)).toEqual([id])
    expect((await invite('ann@test.test')).status).toBe(409)
    expect(await mailsTo('ann@test.test')).toHaveLength(1)
  })

  it('refuses invalid addresses and callers without permission', async () => {
    for (const email of ['', 'nope', 7, undefined, `${'x'.repeat(250)}@test.test`]) {
      expect(await invite(email)).toMatchObject({
        status: 400,
        body: { fields: { email: 'Valid email is required' } },
      })
    }
    const scorer = await api.addUser()
    const stranger = await api.addUser()
    await api.addMember(lions, scorer, 'scorer')
    await api.addOrganization(stranger)
    for (const caller of [scorer, stranger]) expect((await invite('x@test.test', caller)).status).toBe(403)
    expect((await invite('x@test.test', null)).status).toBe(401)
    expect((await invite('x@test.test', owner, randomUUID())).status).toBe(404)
    expect(
      (await invite('x@test.test', owner, await api.addCampaign(lions, { status: 'cancelled' }))).status,
    ).toBe(409)
    const draft = await api.addCampaign(lions, { status: 'draft' })
    expect((await invite('x@test.test', stranger, draft)).status).toBe(404)
    expect((await api.call('GET', path(draft))).status).toBe(404)
    expect((await invite('x@test.test', await api.addRepresentative(), draft)).status).toBe(201)
  })

  it('uses another referral code if one is taken', async () => {
    const { ambassadorReferralCode } = await invited('first@test.test')
    const codes = [ambassadorReferralCode, ambassadorReferralCode, 'FRESHCDE']
    const newCode = () => codes.shift() ?? ''
    await api.db.transaction((tx) =>
      insertAll(api.deps, tx, { userId: owner }, campaign, ['second@test.test'], newCode),
    )
    const [second] = await api.db.query<{ referralCode: string }>(sql`
      select referral_code from ambassadors where email = 'second@test.test'`)
    expect(second?.referralCode).toBe('FRESHCDE')
  })

  it('happens once for two simultaneous requests', async () => {
    const replies = await Promise.all([invite('twice@test.test'), invite('twice@test.test')])
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(await mailsTo('twice@test.test')).toHaveLength(1)
  })

  it('sends the mail again at most once an hour, and never after they joined', async () => {
    const { id } = await invited('again@test.test')
    const token = await tokenOf('again@test.test')
    api.clock.advance({ minutes: 59 })
    expect((await resend(id)).status).toBe(200)
    expect(await mailsTo('again@test.test')).toHaveLength(1)
    api.clock.advance({ minutes: 2 })
    expect(await resend(id)).toMatchObject({ status: 200, body: { id, status: 'invited' } })
    expect((await resend(id)).status).toBe(200)
    expect(await mailsTo('again@test.test')).toHaveLength(2)
    // The first mail may be the one that is found.
    expect(await tokenOf('again@test.test')).not.toBe(token)
    expect((await resend(id, await api.addUser())).status).toBe(403)
    expect((await resend(randomUUID())).status).toBe(404)
    expect((await api.call('PUT', path(campaign, id), { as: owner, body: {} })).body).toMatchObject({
      fields: { resendEmail: 'Nothing to change' },
    })
    await join(token, await api.addUser())
    expect((await resend(id)).status).toBe(409)
  })
})

describe('joining as an ambassador', () => {
  it('works once for the signed-in user with the link, and shows first name and initial (R42)', async () => {
    const other = await api.addCampaign(lions)
    const { id, ambassadorReferralCode } = await invited('bea@test.test', other)
    const token = await tokenOf('bea@test.test')
    const bea = await api.addUser({ first: 'Bea', last: 'Miller', email: 'private@test.test' })
    const late = await api.addUser()
    expect((await join(token, null, other)).status).toBe(401)
    expect((await join(token, bea, campaign)).status).toBe(404)
    for (const wrong of [ambassadorReferralCode, 'nope', `${token}x`]) {
      expect((await join(wrong, bea, other)).status).toBe(404)
    }
    expect((await join('', bea, other)).status).toBe(400)
    for (let twice = 0; twice < 2; twice += 1) {
      expect(await join(token, bea, other)).toMatchObject({
        status: 200,
        body: {
          id,
          ambassadorReferralCode,
          link: `/campaigns/${other}?ref=${ambassadorReferralCode}`,
          totalPledged: '0.00',
        },
      })
    }
    expect((await join(token, late, other)).status).toBe(409)
    expect(await shown(other)).toEqual([{ id, ambassadorReferralCode, firstName: 'Bea', lastInitial: 'M' }])
    expect(await ambassadorsFor(api.db, other)).toMatchObject([
      {
        status: 'active',
        email: 'bea@test.test',
        user: { firstName: 'Bea', email: 'private@test.test' },
        userId: bea,
      },
    ])
  })

  it('makes a person one ambassador per campaign, even with two invited addresses', async () => {
    await invited('one@test.test')
    await invited('two@test.test')
    const cy = await api.addUser()
    expect((await join(await tokenOf('one@test.test'), cy)).status).toBe(200)
    expect((await join(await tokenOf('two@test.test'), cy)).status).toBe(409)
  })

  it('adds them to the public list, which has pages', async () => {
    const busy = await api.addCampaign(lions)
    for (let index = 0; index < 5; index += 1) {
      await invited(`page${index}@test.test`, busy)
      await join(await tokenOf(`page${index}@test.test`), await api.addUser(), busy)
    }
    const one = await api.call('GET', `${path(busy)}?limit=3`)
    expect(one.headers.get('x-total-count')).toBe('5')
    const next = /<(.+)>/.exec(one.headers.get('link') ?? '')?.[1] ?? ''
    const two = await api.call('GET', next)
    expect(two.headers.get('link')).toBeNull()
    const ids = [...(one.body as PublicAmbassador[]), ...(two.body as PublicAmbassador[])].map(({ id }) => id)
    expect(new Set(ids).size).toBe(5)
    const held = await api.call('GET', path(busy), {
      headers: { 'if-none-match': (await api.call('GET', path(busy))).headers.get('etag') ?? '' },
    })
    expect(held.status).toBe(304)
  })
})

describe('a referral code', () => {
  it('credits its ambassador from the invitation on in that campaign only, without a name until they join (R42)', async () => {
    const { id, ambassadorReferralCode: code } = await invited('cora@test.test')
    expect(await credited(code)).toEqual([id])
    const reply = await api.call('GET', `${path()}?ref=${code}`)
    expect(reply.body).toEqual([
      { id, ambassadorReferralCode: code, firstName: 'Ambassador', lastInitial: '' },
    ])
    expect(await credited(code, await api.addCampaign(lions))).toEqual([])
    expect(await credited('NOBODY22')).toEqual([])
    for (const hostile of ["' or 1=1 --", '<script>', 'A'.repeat(5000)])
      expect(await credited(hostile)).toBe(400)
  })
})

describe('removing an ambassador', () => {
  it('disables the code until they are invited again, when code and credit return', async () => {
    const { id, ambassadorReferralCode } = await invited('dan@test.test')
    const token = await tokenOf('dan@test.test')
    const dan = await api.addUser()
    await join(token, dan)
    const before = await countAmbassadors(api.db, campaign)
    expect((await remove(id, await api.addUser())).status).toBe(403)
    expect((await remove(id)).status).toBe(204)
    expect((await remove(id)).status).toBe(404)
    expect((await resend(id)).status).toBe(404)
    expect((await join(token, dan)).status).toBe(404)
    expect((await shown()).map((one) => one.id)).not.toContain(id)
    expect(await credited(ambassadorReferralCode)).toEqual([])
    expect(await countAmbassadors(api.db, campaign)).toBe(before - 1)
    api.clock.advance({ hours: 2 })
    expect(await invited('dan@test.test')).toMatchObject({
      id,
      ambassadorReferralCode,
      status: 'invited',
      userId: null,
    })
    expect(await credited(ambassadorReferralCode)).toEqual([id])
    expect(await mailsTo('dan@test.test')).toHaveLength(2)
    const audited = await api.db.query<{ action: string }>(sql`
      select action from audit_log where subject_id = ${id} order by id`)
    const actions = audited.map(({ action }) => action.replace('ambassador.', ''))
    expect(actions).toEqual(['invite', 'join', 'remove', 'revive'])
  })

  it('and inviting them again is for whoever accepts the new invitation: it may have been the wrong account', async () => {
    const wrong = await api.addUser({ first: 'Wrong' })
    const right = await api.addUser({ first: 'Right' })
    const { id, ambassadorReferralCode } = await invited('fae@test.test')
    const old = await tokenOf('fae@test.test')
    await join(old, wrong)
    await remove(id)
    api.clock.advance({ hours: 2 })
    await invited('fae@test.test')
    expect((await shown()).map((one) => one.id)).not.toContain(id)
    expect((await join(old, wrong)).status).toBe(404)
    expect(await join(await tokenOf('fae@test.test'), right)).toMatchObject({
      status: 200,
      body: { id, ambassadorReferralCode },
    })
    expect((await shown()).find((one) => one.id === id)).toMatchObject({ firstName: 'Right' })
  })

  it('and inviting them again within the hour mails the new link automatically once the hour is over', async () => {
    const gus = await api.addUser({ first: 'Gus' })
    const { id } = await invited('gus@test.test')
    const old = await tokenOf('gus@test.test')
    await join(old, gus)
    await remove(id)
    expect(await invited('gus@test.test')).toMatchObject({
      id,
      status: 'invited',
      mailed: false,
      notMailedReason: expect.stringMatching(/in \d+ minutes\. It is sent automatically then\.$/),
    })
    await mailWaitingAmbassadors(api.deps)
    expect(await mailsTo('gus@test.test')).toHaveLength(1)
    api.clock.advance({ hours: 1, minutes: 1 })
    await mailWaitingAmbassadors(api.deps)
    await mailWaitingAmbassadors(api.deps)
    expect(await mailsTo('gus@test.test')).toHaveLength(2)
    expect((await join(old, gus)).status).toBe(404)
    expect(await join(await tokenOf('gus@test.test'), gus)).toMatchObject({ status: 200, body: { id } })
    api.clock.advance({ hours: 2 })
    await mailWaitingAmbassadors(api.deps)
    expect(await mailsTo('gus@test.test')).toHaveLength(2)
  })

  it('and inviting them again leaves them unjoined if they joined by another address meanwhile', async () => {
    const eve = await api.addUser()
    const { id } = await invited('eve1@test.test')
    await join(await tokenOf('eve1@test.test'), eve)
    await remove(id)
    await invited('eve2@test.test')
    await join(await tokenOf('eve2@test.test'), eve)
    expect(await invited('eve1@test.test')).toMatchObject({ id, status: 'invited', userId: null })
  })
})
