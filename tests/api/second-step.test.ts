/** R29: representatives work with the second step of signing in, and money and roles need one of today. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TwoFactorSetup } from '#domain/schemas/identity.ts'
import { REPRESENTATIVE, type User } from '#domain/schemas/user.ts'
import { sql } from '#server/platform/db/database.ts'
import { type Caller, createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import {
  openDraft,
  openSeason,
  pledge,
  pledgeBody,
  setUpOrganization,
  type TestOrganization,
} from '#tests/fixtures.ts'
import { Browser } from '#tests/identity.ts'
import { joinOrganization } from '#tests/join-organization.ts'
import { CHECK_DESTINATION } from '#tests/payouts.ts'
import { ROUTES } from '#tests/permissions/table.ts'
import { setSecondStep } from '#tests/sessions.ts'
import { totp } from '#tests/totp.ts'

let app: TestApp
let org: TestOrganization
beforeAll(async () => {
  app = await createTestApp({ env: { SECOND_STEP: 'required' } })
  org = await setUpOrganization(app)
})
afterAll(() => app.close())

/** Each moves money or says where it goes, or gives a role; the others only read, record or retry. */
const NEED_NONE = [
  'post /api/bank-files',
  'post /api/bank-matches',
  'put /api/bank-lines/{id}',
  'put /api/bookkeeping/accounts',
  'post /api/campaigns/{id}/invoices/searches',
  'post /api/campaigns/{id}/result-reminders',
  'post /api/campaigns/{id}/review-requests/answers',
  'post /api/campaigns/{id}/thank-yous/{thankYouId}/decision',
  'post /api/campaigns/{id}/thanks/searches',
  'post /api/card-events/{id}/retry',
  'post /api/charges/{id}/evidence',
  'post /api/charges/{id}/reminders',
  'post /api/collections/names',
  'post /api/deposits',
  'post /api/dev/clock',
  'post /api/held-pledges/searches',
  'post /api/invoices/searches',
  'post /api/searches',
  'post /api/undelivered-mails/{id}/dismissal',
  'post /api/undelivered-mails/{id}/retry',
  'put /api/campaigns/{id}/representative',
  'put /api/campaigns/{id}/thanks/{pledgeId}',
  'put /api/held-pledges/{id}',
  'put /api/organizations/{id}/standing',
]

/** Whole account numbers, which no screen shows; and what representatives and owners do by the same calls. */
const ALSO = [
  'post /api/api-keys',
  'post /api/api-keys/{id}/replacements',
  'post /api/organizations/{id}/invitations',
  'post /api/organizations/{id}/members',
  'post /api/organizations/{id}/payout-destinations',
  'post /api/organizations/{id}/stripe-account',
  'post /api/organizations/{id}/webhook-endpoints',
  'post /api/payouts/ach-files',
  'post /api/webhook-endpoints/{id}/secrets',
]

it('is asked for by every route that moves money or gives a role, and by no other', () => {
  const wrong = ROUTES.filter(({ method, who, name, needsSecondStep = false }) => {
    const isExpected =
      ALSO.includes(name) || (who === 'representative' && method !== 'get' && !NEED_NONE.includes(name))
    return isExpected !== needsSecondStep
  })
  expect(wrong.map(({ name }) => name)).toEqual([])
})

const refused = (message: string) => ({
  status: 403,
  body: { code: 'second_step_required', message: expect.stringContaining(message) },
})
const takeSecondStep = ({ userId }: Caller, at: Date | null) => setSecondStep(app.deps, userId, at)
const yesterday = () => new Date(Date.now() - 12.1 * 3_600_000)
const me = async (caller: Caller) => expectStatus(await caller.get<User>('/api/auth/user'), 200)

it('a session without it has none of the role, and says how to get it', async () => {
  const { representative } = org
  const draft = await openDraft(org)
  const season = await openSeason(org)
  await takeSecondStep(representative, null)
  expect(await representative.get('/api/representatives')).toMatchObject(
    refused('turn it on in your profile'),
  )
  expect(await representative.get(`${season.path}/settlements`)).toMatchObject(refused('two-factor sign-in'))
  expect((await representative.get(draft.path)).status).toBe(404)
  expect((await representative.get('/api/search?query=Fall')).body).toEqual([])
  expect(await me(representative)).toMatchObject({ roles: [], needsSecondStep: true })
  await takeSecondStep(representative, new Date())
  expect((await representative.get('/api/representatives')).status).toBe(200)
  expect((await representative.get(draft.path)).status).toBe(200)
  expect((await representative.get('/api/search?query=Fall')).body).not.toEqual([])
  expect(await me(representative)).toMatchObject({ roles: [REPRESENTATIVE], needsSecondStep: false })
})

it('a session without it keeps what its user has besides: pledges and organizations of their own', async () => {
  const both = await app.representative('Bo')
  await takeSecondStep(both, null)
  const other = await setUpOrganization(app, 'Bo’s Boosters')
  await joinOrganization(app, other.organizationId, both, 'owner')
  const season = await openSeason(org)
  const body = await pledgeBody(both, season, { lines: { gift: '20.00' }, method: 'check' })
  const own = expectStatus(await both.post<{ id: string }>(`${season.path}/pledges`, body), 201)
  const { pledge: foreign } = await pledge(org, season, { lines: { gift: '20.00' }, method: 'check' })
  for (const [path, status] of [
    [`/api/pledges/${own.id}`, 200],
    [`/api/pledges/${own.id}/forecast`, 200],
    [`/api/pledges/${foreign.id}`, 404],
    [`/api/pledges/${foreign.id}/forecast`, 404],
    [`/api/organizations/${other.organizationId}`, 200],
    [`/api/organizations/${org.organizationId}`, 403],
  ] as const)
    expect([path, (await both.get(path)).status]).toEqual([path, status])
})

it('a representative who took it yesterday works as one, and moves no money', async () => {
  const { second, organizationId } = org
  await takeSecondStep(second, yesterday())
  expect((await second.get('/api/representatives')).status).toBe(200)
  const path = `/api/organizations/${organizationId}/payout-destinations`
  expect(await second.post(path, CHECK_DESTINATION)).toMatchObject(refused('more than 12 hours ago'))
  await takeSecondStep(second, new Date())
  expect((await second.post(path, CHECK_DESTINATION)).status).toBe(201)
})

it('an owner needs none, but a recent one in a session that began with it', async () => {
  const { organizationId } = await setUpOrganization(app, 'Boosters of an owner')
  const owner = await app.user()
  await joinOrganization(app, organizationId, owner, 'owner')
  const add = (name: string) =>
    owner.post(`/api/organizations/${organizationId}/webhook-endpoints`, {
      url: `https://example.com/${name}`,
    })
  expect((await add('without')).status).toBe(201)
  await takeSecondStep(owner, yesterday())
  expect(await add('yesterday')).toMatchObject(refused('more than 12 hours ago'))
  await takeSecondStep(owner, new Date())
  expect((await add('today')).status).toBe(201)
})

it('cancelling a campaign, which refunds payments, takes a recent one too', async () => {
  const season = await openSeason(org)
  const cancel = (by: Caller) => by.put(season.path, { status: 'cancelled' })
  await takeSecondStep(org.second, yesterday())
  expect(await cancel(org.second)).toMatchObject(refused('more than 12 hours ago'))
  expect(await cancel(org.owner)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  expect((await org.second.put(season.path, { name: 'Renamed' })).status).toBe(200)
  await takeSecondStep(org.second, new Date())
  expect((await cancel(org.second)).status).not.toBe(403)
})

it('a new representative turns it on with the password, and has the role from then on, until it is off', async () => {
  const account = { email: 'new@example.org', password: 'a long password' }
  const userId = await app.deps.identity.createAccount?.({ ...account, firstName: 'Ann', lastName: 'Lee' })
  await app.deps.db.query(
    sql`insert into user_roles (user_id, role, granted_at) values (${userId}, ${REPRESENTATIVE}, now())`,
  )
  const browser = new Browser(app.app, '203.0.113.7')
  await browser.post('/sign-in/email', account)
  const reads = async () => {
    const headers = { authorization: `Bearer ${await browser.token()}` }
    return (await app.app.request('/api/representatives', { headers })).status
  }
  expect(await reads()).toBe(403)
  const { secret } = (await browser.post<TwoFactorSetup>('/two-factor', { password: account.password })).body
  expect((await browser.post('/two-factor/confirm', { code: totp(secret) })).status).toBe(200)
  expect(await reads()).toBe(200)
  expect((await browser.post('/two-factor/off', { password: account.password })).status).toBe(200)
  expect(await reads()).toBe(403)
})
