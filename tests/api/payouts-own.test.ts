/** R29, R68: a representative who is a member of an organization does not approve where or what it is paid. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Destination, ManagedOrganization } from '#domain/schemas/organization.ts'
import type { Payout, PayoutsPage } from '#domain/schemas/payout.ts'
import type { Payment } from '#domain/schemas/settlement.ts'
import { sql } from '#server/platform/db/database.ts'
import { type Caller, createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import {
  invoicesOf,
  payment,
  type Season,
  setUpOrganization,
  type TestOrganization,
} from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'
import {
  CHECK_DESTINATION,
  depositPayments,
  proposeStripe,
  STRIPE_DESTINATION,
  setDestination,
  tryToPrepare,
} from '#tests/payouts.ts'
import { addNewRepresentative } from '#tests/sign-offs.ts'

let app: TestApp
let org: TestOrganization
beforeEach(async () => {
  app = await createTestApp({ now: '2026-09-10T16:00:00Z', env: { CHECK_CLEARING_DAYS: '0' } })
  await app.deps.db.query(sql`delete from user_roles`)
  org = await setUpOrganization(app)
})
afterEach(() => app.close())

const join = (by: Caller & { userId: string }, role = 'owner') =>
  app.deps.db.query(sql`
    insert into organization_members (organization_id, user_id, role, created_at)
    values (${org.organizationId}, ${by.userId}, ${role}, ${app.clock.now()})`)
const destinations = () => `/api/organizations/${org.organizationId}/payout-destinations`
const propose = async (by = org.second) =>
  expectStatus(await by.post<Destination>(destinations(), CHECK_DESTINATION), 201)
const refused = (message: string | RegExp) => ({
  status: 403,
  body: {
    code: 'not_a_second_person',
    message: typeof message === 'string' ? message : expect.stringMatching(message),
  },
})

async function collected(): Promise<Season> {
  const { season } = await givenSeason({
    org,
    pledges: [{ lines: { gift: '100.00' }, method: 'check' }],
    billed: 'final',
  })
  const [invoice] = await invoicesOf(org, season)
  const form = { ...payment(invoice ?? { id: '' }, '100.00', app), reference: '7' }
  const { id } = expectStatus(await org.second.post<Payment>(`${season.path}/payments`, form), 201)
  await depositPayments(org, [id], '100.00', form.receivedOn)
  return season
}

it('its destination is approved by another representative, who is named', async () => {
  const third = await app.representative('Thea')
  await join(org.representative)
  const { id } = await propose()
  const approve = (by: Caller) => by.post<Destination>(`${destinations()}/${id}/approval`)
  expect(await approve(org.representative)).toMatchObject(
    refused(
      /^You are a member of this organization: a representative who is not must approve it, such as Thea/,
    ),
  )
  expectStatus(await approve(third), 201)
})

it('a new representative is not named until they can approve', async () => {
  const nell = await addNewRepresentative(org)
  await join(org.representative)
  const { id } = await propose()
  const reason = async () => {
    const answer = await org.representative.post<Destination>(`${destinations()}/${id}/approval`)
    return (answer.body as unknown as { message: string }).message
  }
  expect((await nell.post(`${destinations()}/${id}/approval`)).status).toBe(403)
  expect(await reason()).toMatch(
    /representatives are new: they can approve it 72 hours after they were added$/,
  )
  app.clock.advance({ hours: 72 })
  expect(await reason()).toMatch(/must approve it, such as Nell/)
})

it('its payout is prepared by them and approved by another, who may not even be a scorer of the organization', async () => {
  await setDestination(org)
  const season = await collected()
  await join(org.representative, 'scorer')
  const path = `${season.path}/payouts`
  const prepare = async (by: Caller) => expectStatus(await tryToPrepare(org, season, '10.00', { by }), 201)
  const approve = (by: Caller, { id }: Payout) => by.post<Payout>(`/api/payouts/${id}/approval`, {})
  const theirs = await prepare(org.second)
  const why =
    'You are a member of this organization, and no other representative can approve it: add one who is not a member'
  expect(await approve(org.representative, theirs)).toMatchObject(refused(why))
  const [seen] = expectStatus(await org.representative.get<Payout[]>(path), 200)
  expect(seen?.cannotApproveReason).toBe(why)
  const [own] = expectStatus(await org.second.get<Payout[]>(path), 200)
  expect(own?.cannotApproveReason).toBe(
    'You prepared it, and the other representatives are members of this organization: add one who is not to approve it',
  )
  expectStatus(await org.second.post(`/api/payouts/${theirs.id}/withdrawal`), 200)
  expect(expectStatus(await approve(org.second, await prepare(org.representative)), 201)).toMatchObject({
    state: 'approved',
  })
})

it('the person who approves is told which other organization has the same bank account at Stripe, and owners are not', async () => {
  await setDestination(org, STRIPE_DESTINATION)
  const other = await setUpOrganization(app, 'Bay High Boosters')
  const proposed = await proposeStripe(other)
  expect(proposed.alsoOf).toEqual([{ id: org.organizationId, name: 'Harbor High Boosters' }])
  await collected()
  const page = expectStatus(await org.representative.get<PayoutsPage>('/api/payouts'), 200)
  expect(page.organizations).toMatchObject([{ alsoOf: [{ name: 'Bay High Boosters' }] }])
  const seen = await other.owner.get<ManagedOrganization>(`/api/organizations/${other.organizationId}`)
  expect(expectStatus(seen, 200).proposedDestination?.alsoOf).toEqual([])
})

it('the person who proposed a destination is told that the others are members', async () => {
  await join(org.representative)
  expect((await propose()).cannotApproveReason).toBe(
    'You proposed this, and the other representatives are members of this organization: add one who is not to approve it',
  )
})
