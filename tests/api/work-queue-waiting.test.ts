/** R73: what waits for a person is a step, and leads to where it is done, also where no card failed and no match is over. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { OpenWork, WorkQueuePage, WorkQueueStep, WorkQueueSteps } from '#domain/schemas/work-queue.ts'
import { sql } from '#server/platform/db/database.ts'
import { type Caller, expectStatus } from '#tests/app.ts'
import { setUpOrganization } from '#tests/fixtures.ts'
import {
  deposit,
  type InvoicedSeason,
  openInvoicedSeason,
  postPayment,
  recordRefund,
} from '#tests/manual-refunds.ts'
import { CHECK_DESTINATION, overviewOf, preparePayout, setDestination } from '#tests/payouts.ts'
import { addNewRepresentative } from '#tests/sign-offs.ts'

let world: InvoicedSeason
beforeEach(async () => {
  world = await openInvoicedSeason()
})
afterEach(() => world.app.close())

const stepsOf = async (by: Caller): Promise<WorkQueueStep[]> =>
  expectStatus(await by.get<WorkQueueSteps>('/api/desk/steps?withoutCampaign=list'), 200).steps
const of = async (kind: string, by: Caller = world.org.second) =>
  (await stepsOf(by)).filter((step) => step.kind === kind)
const open = async (by: Caller) => expectStatus(await by.get<OpenWork>('/api/desk/open'), 200)

it('an overpayment is a step once its check has cleared, until the refund of it is recorded (R36)', async () => {
  const { app, org, season } = world
  const { id } = await postPayment(org, season, '25.00')
  expect(await of('send_refund')).toEqual([])
  await deposit(org, id, '25.00')
  app.clock.advance({ days: 6 })
  expect(await of('send_refund')).toEqual([])
  app.clock.advance({ days: 1 })
  expect(await of('send_refund')).toMatchObject([{ campaignId: season.id, count: 1, amount: '5.00' }])
  expectStatus(await recordRefund(org, season, { sourceId: id }), 201)
  expect(await of('send_refund')).toEqual([])
})

it('an invoice is a step once no reminder of it is left, until it is paid (R36)', async () => {
  const { app, org, season } = world
  // Due on October 10: the last reminder is mailed on November 9.
  app.clock.set('2026-11-09T20:00:00Z')
  expect(await of('unpaid_invoices')).toEqual([])
  app.clock.set('2026-11-10T20:00:00Z')
  expect(await of('unpaid_invoices')).toMatchObject([{ campaignId: season.id, count: 1, amount: '20.00' }])
  await postPayment(org, season, '20.00')
  expect(await of('unpaid_invoices')).toEqual([])
})

it('a proposed representative is a step and a count of those who may confirm it, and of no campaign (R29)', async () => {
  const { app, org } = world
  const person = await app.user()
  const asked = { email: person.email }
  expectStatus(await org.representative.post('/api/representatives', asked), 201)
  expect(await of('confirm_representative')).toMatchObject([{ campaignId: null, organizationName: null }])
  const { steps, kinds } = expectStatus(await org.second.get<WorkQueueSteps>('/api/desk/steps'), 200)
  expect(steps.map(({ campaignId }) => campaignId)).not.toContain(null)
  expect(kinds).not.toHaveProperty('confirm_representative')
  expect((await open(org.second)).representatives).toBe(1)
  expect(await of('confirm_representative', org.representative)).toEqual([])
  expect(await open(org.representative)).not.toHaveProperty('representatives')
})

it('a destination proposed for an organization without campaigns is a step, too (R25)', async () => {
  const { app, org } = world
  const other = await setUpOrganization(app, 'Bay High Boosters')
  const path = `/api/organizations/${other.organizationId}/payout-destinations`
  expectStatus(await org.representative.post(path, CHECK_DESTINATION), 201)
  expect(await of('approve_destination')).toMatchObject([
    { campaignId: null, organizationId: other.organizationId, organizationName: 'Bay High Boosters' },
  ])
})

it('a new representative reads from when they can approve a payout, and it is not counted as theirs (R29)', async () => {
  const { app, org, season } = world
  await setDestination(org)
  const { id } = await postPayment(org, season, '20.00', 'cash')
  await deposit(org, id, '20.00')
  await preparePayout(org, season, '15.00')
  expect(await of('approve_payout')).not.toHaveProperty([0, 'notBefore'])
  expect((await open(org.second)).payouts).toBe(1)
  const since = app.clock.now().getTime()
  const newcomer = await addNewRepresentative(org)
  const notBefore = new Date(since + 72 * 3_600_000).toISOString()
  expect(await of('approve_payout', newcomer)).toMatchObject([{ notBefore }])
  expect((await open(newcomer)).payouts).toBe(0)
  const reason = async () => {
    const page = await overviewOf({ representative: newcomer })
    return page.campaigns[0]?.open?.cannotApproveReason
  }
  expect(await reason()).toBe(
    'You are new: for the first 72 hours, another representative must approve. You can approve in 72 hours',
  )
  app.clock.advance({ hours: 72 })
  expect(await reason()).toBeNull()
  expect((await open(newcomer)).payouts).toBe(1)
})

it('a member of an organization reads no step to approve what it is paid, and it is not counted as theirs (R68)', async () => {
  const { app, org, season } = world
  await setDestination(org)
  const { id } = await postPayment(org, season, '20.00', 'cash')
  await deposit(org, id, '20.00')
  await preparePayout(org, season, '15.00')
  const path = `/api/organizations/${org.organizationId}/payout-destinations`
  expectStatus(await org.representative.post(path, { ...CHECK_DESTINATION, payeeName: 'New' }), 201)
  expect(await of('approve_payout')).toHaveLength(1)
  expect(await of('approve_destination')).toHaveLength(1)
  await app.deps.db.query(sql`
    insert into organization_members (organization_id, user_id, role, created_at)
    values (${org.organizationId}, ${org.second.userId}, 'scorer', ${app.clock.now()})`)
  expect(await of('approve_payout')).toEqual([])
  expect(await of('approve_destination')).toEqual([])
  expect((await open(org.second)).payouts).toBe(0)
})

it('a campaign whose books are on hold is a step and marked in the list, and no payout of it is to prepare (R40)', async () => {
  const { app, org, season } = world
  const { id } = await postPayment(org, season, '20.00', 'cash')
  await deposit(org, id, '20.00')
  // Without a destination, nothing can be prepared.
  expect(await of('prepare_payout')).toEqual([])
  await setDestination(org)
  expect(await of('prepare_payout')).toHaveLength(1)
  await app.deps.db.query(
    sql`update campaigns set billing_held_at = ${app.clock.now()} where id = ${season.id}`,
  )
  expect(await of('prepare_payout')).toEqual([])
  expect(await of('books_on_hold')).toMatchObject([
    { campaignId: season.id, at: app.clock.now().toISOString() },
  ])
  const payouts = await overviewOf(org)
  expect(payouts.campaigns).toMatchObject([{ billingHeldAt: app.clock.now().toISOString() }])
  const list = await org.second.get<WorkQueuePage>('/api/desk/campaigns?stage=all')
  expect(expectStatus(list, 200).campaigns).toMatchObject([{ billingHeldAt: app.clock.now().toISOString() }])
})
