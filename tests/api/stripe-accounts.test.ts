/** R25, R38, R69: an owner is paid by Stripe: started in the page, asked again when something is due, never to a bank just changed. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ManagedOrganization } from '#domain/schemas/organization.ts'
import type { Payout } from '#domain/schemas/payout.ts'
import type { StartedStripeAccount, StripeAccount } from '#domain/schemas/stripe-account.ts'
import { sendPayouts } from '#server/money/payouts/transfers.ts'
import { lookAtAccounts } from '#server/money/stripe-accounts/learn.ts'
import { sql } from '#server/platform/db/database.ts'
import { expectStatus, type TestApp } from '#tests/app.ts'
import { closeWithBooksInOrder } from '#tests/books.ts'
import { bill, pledge, type Season, type TestOrganization } from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'
import {
  approvePayout,
  CHECK_DESTINATION,
  overviewOf,
  preparePayout,
  proposeStripe,
  STRIPE_DESTINATION,
  setDestination,
} from '#tests/payouts.ts'
import type { StripeStandIn } from '#tests/stripe/stand-in.ts'
import { deliver, mailsTo } from '#tests/stripe-season.ts'

let app: TestApp
let org: TestOrganization
let season: Season
let stripe: StripeStandIn

afterEach(() => closeWithBooksInOrder(app))

const path = () => `/api/organizations/${org.organizationId}`
const start = async () =>
  expectStatus(await org.owner.post<StartedStripeAccount>(`${path()}/stripe-account`), 200)
const known = async () =>
  expectStatus(await org.owner.get<StripeAccount | null>(`${path()}/stripe-account`), 200)
const managed = async (by = org.second) => expectStatus(await by.get<ManagedOrganization>(path()), 200)
const payoutNow = async () =>
  expectStatus(await org.representative.get<Payout[]>(`${season.path}/payouts`), 200)[0]

/** $48.75 are owed and approved. */
async function approvedPayout(): Promise<void> {
  await pledge(org, season, { lines: { gift: '65.00' } })
  await bill(org, season, 'progress')
  expectStatus(await approvePayout(org, await preparePayout(org, season, '48.75')), 201)
}

describe('at Stripe', () => {
  beforeEach(async () => {
    ;({ app, org, season, stripe } = await givenSeason({ stripe: true }))
  })
  const account = () => [...stripe.books.connected.keys()].at(-1) ?? ''
  const transfersMade = () => stripe.books.transfers.size
  const subjects = async () => (await mailsTo(app, org.owner)).map(({ subject }) => subject)

  it('the account is made once, for its owner’s form, and can be approved once the bank is entered', async () => {
    stripe.books.isFilledIn = false
    expect(await known()).toBeNull()
    const first = await start()
    expect(first).toMatchObject({
      account: {
        isReady: false,
        needs: expect.arrayContaining(['a bank account', 'the tax ID']),
        bank: null,
      },
      form: { clientSecret: expect.any(String), publishableKey: 'pk_test_standIn' },
    })
    await start()
    expect(stripe.books.connected.size).toBe(1)
    // Whoever only looked at the form may still choose a check.
    expect((await managed()).proposedDestination).toBeNull()
    stripe.books.fillIn(account())
    await start()
    const { proposedDestination: proposed } = await managed(org.representative)
    expect(proposed).toMatchObject({
      stripeBank: 'STRIPE TEST BANK, account ending in 6789',
      cannotApproveReason: null,
    })
    expectStatus(await org.representative.post(`${path()}/payout-destinations/${proposed?.id}/approval`), 201)
    expect(await known()).toMatchObject({ isReady: true, needs: [], opensAt: null })
  })

  it('a representative enters nothing, and proposes the account where another destination is set', async () => {
    await setDestination(org)
    await start()
    expect((await managed()).proposedDestination).toBeNull()
    const started = await org.second.post<StartedStripeAccount>(`${path()}/stripe-account`)
    expect(expectStatus(started, 200).form).toBeNull()
    expect((await managed()).proposedDestination).toMatchObject({ method: 'stripe' })
  })

  it('an account that Stripe closed is refused in words', async () => {
    await start()
    stripe.books.connected.delete(account())
    expect(await org.owner.post(`${path()}/stripe-account`)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('Stripe closed this account') },
    })
  })

  it('an account that takes no transfers is said to be checked or closed', async () => {
    await setDestination(org, STRIPE_DESTINATION)
    await approvedPayout()
    stripe.books.connected.delete(account())
    await lookAtAccounts(app.deps)
    expect((await payoutNow())?.waits).toContain('it is checking it, or has closed it')
  })

  it('a transfer waits, with what Stripe still needs, until payouts are enabled', async () => {
    await setDestination(org, STRIPE_DESTINATION)
    await approvedPayout()
    stripe.books.needs(account(), ['company.tax_id', 'person_1.verification.document'])
    await deliver(app, stripe.events())
    await sendPayouts(app.deps)
    expect(transfersMade()).toBe(0)
    expect(await payoutNow()).toMatchObject({
      state: 'approved',
      waits:
        'Stripe still needs the tax ID and a document that proves who you are: an owner enters it on the organization’s page',
    })
    expect((await subjects()).filter((one) => one.includes('wait: Stripe needs'))).toHaveLength(1)
    stripe.books.needs(account(), [])
    await deliver(app, stripe.events())
    await sendPayouts(app.deps)
    expect(await payoutNow()).toMatchObject({ state: 'arrived', waits: null })
  })

  it('is read before each transfer, so that an event that never came changes nothing', async () => {
    await setDestination(org, STRIPE_DESTINATION)
    await approvedPayout()
    stripe.books.needs(account(), ['company.tax_id'])
    await sendPayouts(app.deps)
    expect(transfersMade()).toBe(0)
    expect((await payoutNow())?.waits).toContain('the tax ID')
  })

  it('something due again is asked for, and owners are mailed two weeks before the deadline, once', async () => {
    await setDestination(org, STRIPE_DESTINATION)
    const deadline = new Date(app.clock.now().getTime() + 30 * 86_400_000)
    stripe.books.needs(account(), ['external_account'], deadline)
    await deliver(app, stripe.events())
    expect(await known()).toMatchObject({
      isReady: true,
      needs: ['a bank account'],
      dueBy: expect.any(String),
    })
    const warned = async () => (await subjects()).filter((one) => one.startsWith('Stripe needs'))
    const afterDays = async (days: number) => {
      app.clock.advance({ days })
      await lookAtAccounts(app.deps)
      return (await warned()).length
    }
    expect([await afterDays(15), await afterDays(1), await afterDays(1), await afterDays(1)]).toEqual([
      0, 1, 1, 1,
    ])
  })

  it('a changed bank account waits 72 hours, and all owners are told', async () => {
    await setDestination(org, STRIPE_DESTINATION)
    await pledge(org, season, { lines: { gift: '65.00' } })
    await bill(org, season, 'progress')
    const payout = await preparePayout(org, season, '48.75')
    stripe.books.fillIn(account(), '000999999999')
    await deliver(app, stripe.events())
    // Whoever approves it reads before that it waits.
    expect((await payoutNow())?.waits).toContain('payouts go there from')
    expectStatus(await approvePayout(org, payout), 201)
    app.clock.advance({ hours: 71 })
    await sendPayouts(app.deps)
    expect(transfersMade()).toBe(0)
    expect((await payoutNow())?.waits).toMatch(/^The bank account was changed: payouts go there from /)
    expect(await subjects()).toContain('The bank account of Harbor High Boosters has changed')
    app.clock.advance({ hours: 2 })
    await sendPayouts(app.deps)
    expect(transfersMade()).toBe(1)
  })
})

describe('after going live', () => {
  /** As on a site that had Stripe's test keys before its live ones. */
  async function goLive() {
    Object.assign(app.deps.cards, { moneyMode: 'live' })
    Object.assign(app.deps.config, { moneyMode: 'live' })
    await app.deps.db.query(sql`update campaigns set money_mode = 'live' where id = ${season.id}`)
    app.clock.advance({ minutes: 10 })
  }

  it('real money goes to no test account: the owner’s own one takes its place, and is no change to wait for', async () => {
    ;({ app, org, season, stripe } = await givenSeason({ stripe: true }))
    await setDestination(org, STRIPE_DESTINATION)
    await goLive()
    await pledge(org, season, { lines: { gift: '65.00' } })
    await bill(org, season, 'progress')
    const early = await preparePayout(org, season, '48.75')
    expect(await approvePayout(org, early)).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(/test account at Stripe.*an owner sets up Stripe again/) },
    })
    expect((await managed(org.owner)).destination?.cannotPayReason).toContain('test account')
    expectStatus(await org.second.post(`/api/payouts/${early.id}/withdrawal`), 200)
    expect(await overviewOf(org)).toMatchObject({
      withoutDestination: { organizations: 1, toAsk: 1 },
      organizations: [{ destination: null }],
    })

    expect(await known()).toBeNull()
    expect((await start()).account).toMatchObject({ isReady: true, use: 'proposed' })
    const { proposedDestination: proposed } = await managed(org.representative)
    expectStatus(await org.representative.post(`${path()}/payout-destinations/${proposed?.id}/approval`), 201)
    expect((await known())?.use).toBe('current')
    expect((await mailsTo(app, org.owner)).at(-1)?.textBody).toMatch(
      /^From now on(.|\n)*Before: .*\(test account\)/,
    )

    expectStatus(await approvePayout(org, await preparePayout(org, season, '48.75')), 201)
    await sendPayouts(app.deps)
    const [transfer] = [...stripe.books.transfers.values()]
    expect(transfer?.destination).toBe([...stripe.books.connected.keys()].at(-1))
    expect(stripe.books.connected.size).toBe(2)
  })

  it('a proposed test account keeps no owner from being asked, nor from proposing a check instead', async () => {
    ;({ app, org, season, stripe } = await givenSeason({ stripe: true }))
    await proposeStripe(org)
    await goLive()
    await pledge(org, season, { lines: { gift: '65.00' } })
    await bill(org, season, 'progress')
    expect((await overviewOf(org)).withoutDestination).toMatchObject({ organizations: 1, toAsk: 1 })
    expectStatus(await org.owner.post(`${path()}/payout-destinations`, CHECK_DESTINATION), 201)
    expect((await managed()).proposedDestination).toMatchObject({ method: 'check' })
  })
})

describe('in test mode', () => {
  beforeEach(async () => {
    ;({ app, org, season } = await givenSeason({}))
  })

  it('a form stands for Stripe’s: it asks for a document, payouts stop at its deadline, and go on with it', async () => {
    const fill = async (form: object) =>
      org.owner.post<StripeAccount>(`/api/sandbox/organizations/${org.organizationId}/stripe-account`, form)
    expect((await start()).form).toMatchObject({ publishableKey: null })
    expect((await fill({ accountNumber: '123456789' })).status).toBe(400)
    const needsMore = expectStatus(await fill({ accountNumber: '000999999991' }), 200)
    expect(needsMore).toMatchObject({
      isReady: true,
      isTest: true,
      needs: [expect.stringContaining('document')],
    })
    app.clock.advance({ days: 31 })
    await lookAtAccounts(app.deps)
    expect(await known()).toMatchObject({ isReady: false })
    expectStatus(await fill({ accountNumber: '000999999991', hasDocument: true }), 200)
    expect(await known()).toMatchObject({ isReady: true, needs: [], opensAt: null })
  })

  it('a payout is transferred by itself, and moves nothing', async () => {
    await setDestination(org, STRIPE_DESTINATION)
    await approvedPayout()
    await sendPayouts(app.deps)
    expect(await payoutNow()).toMatchObject({ state: 'arrived', moneyMode: 'sandbox' })
  })

  it('a changed destination is approved for payouts after 72 hours only', async () => {
    await pledge(org, season, { lines: { gift: '65.00' } })
    await bill(org, season, 'progress')
    await setDestination(org)
    app.clock.advance({ minutes: 1 })
    await setDestination(org, STRIPE_DESTINATION)
    const payout = await preparePayout(org, season, '48.75')
    expect(await approvePayout(org, payout)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('payouts go there from') },
    })
    app.clock.advance({ hours: 73 })
    expect(await approvePayout(org, payout)).toMatchObject({ status: 201 })
  })
})
