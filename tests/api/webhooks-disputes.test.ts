/** R34, R35: refunds made at Stripe, disputes and their funds, as events from Stripe report them. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AnyDispute } from '#domain/schemas/dispute.ts'
import { newId } from '#server/platform/base/ids.ts'
import { sql } from '#server/platform/db/database.ts'
import { type Answer, expectStatus, type TestApp } from '#tests/app.ts'
import { closeWithBooksInOrder } from '#tests/books.ts'
import { accounts, bill, chargesOf, countRows, type Season, type TestOrganization } from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'
import type { SignedEvent, StripeStandIn } from '#tests/stripe/stand-in.ts'
import { COLLECTED, chargeGift, deliver, disputesOf, mailsTo } from '#tests/stripe-season.ts'

let app: TestApp
let org: TestOrganization
let season: Season
let stripe: StripeStandIn

beforeEach(async () => {
  ;({ app, org, season, stripe } = await givenSeason({ stripe: true }))
})
afterEach(() => closeWithBooksInOrder(app))

const refundRows = () =>
  app.deps.db.query<{ kind: string; state: string; amountCents: number }>(
    sql`select kind, state, amount_cents from refunds order by id`,
  )

describe('a refund reported by Stripe', () => {
  it('made in Stripe’s dashboard lowers what was collected, and representatives are notified', async () => {
    const payment = await chargeGift({ app, org, season, stripe })
    stripe.books.makeRefund({ payment_intent: payment, amount: '1500' })
    await deliver(app, stripe.events())
    expect(await refundRows()).toEqual([{ kind: 'goodwill', state: 'paid', amountCents: 1500 }])
    expect((await chargesOf(org, season))[0]).toMatchObject({ refunded: '15.00' })
    expect(await accounts(app.deps.db)).toEqual({
      card_clearing: 2500,
      commission: -625,
      organization_payable: -1875,
    })
    for (const person of [org.representative, org.second])
      expect((await mailsTo(app, person)).map(({ subject }) => subject)).toEqual([
        '$15.00 was refunded outside Pledgeraiser',
      ])
  })

  it('that failed before its event arrived changes nothing', async () => {
    const payment = await chargeGift({ app, org, season, stripe })
    stripe.books.failRefund(stripe.books.makeRefund({ payment_intent: payment, amount: '4000' }).id)
    await deliver(app, stripe.events())
    expect(await refundRows()).toEqual([])
    expect(await accounts(app.deps.db)).toEqual(COLLECTED)
  })
})

describe('a dispute', () => {
  const TAKEN = { card_clearing: 4000, commission: 0, organization_payable: 0, disputed: -4000 }

  it('leaves collected and commission at once; representatives are notified of the deadline', async () => {
    const payment = await chargeGift({ app, org, season, stripe })
    stripe.books.openDispute(payment)
    await deliver(app, stripe.events())
    expect(await accounts(app.deps.db)).toEqual(TAKEN)
    expect(await disputesOf({ org, season })).toMatchObject([
      {
        amount: '40.00',
        state: 'open',
        reason: 'fraudulent',
        closedAt: null,
        evidenceDueAt: expect.any(String),
      },
    ])
    expect((await chargesOf(org, season))[0]).toMatchObject({
      state: 'succeeded',
      disputed: '40.00',
      lost: '0.00',
      nextStep: 'The bank is deciding a dispute',
    })
    const [mail] = await mailsTo(app, org.representative)
    expect(mail).toMatchObject({ subject: 'A bank disputes $40.00 for Fall Season' })
    expect(mail?.textBody).toContain('Answer by: September 20, 2026 at 12:01 PM EDT')
  })

  it('is listed for representatives across campaigns in pages, undecided ones first', async () => {
    const payment = await chargeGift({ app, org, season, stripe })
    stripe.books.openDispute(payment)
    await deliver(app, stripe.events())
    const [open] = await disputesOf({ org, season })
    for (const [reference, state] of [
      ['dp_won', 'won'],
      ['dp_inquiry', 'inquiry'],
      ['dp_lost', 'lost'],
    ] as const) {
      app.clock.advance({ seconds: 1 })
      await app.deps.db.query(sql`
        insert into disputes (id, campaign_id, pledge_id, charge_id, provider_reference, amount_cents, reason, state, opened_at, closed_at)
        select ${newId(app.clock)}, campaign_id, pledge_id, charge_id, ${reference}, amount_cents, reason, ${state}, opened_at,
               case when ${state} in ('won', 'lost') then opened_at end
          from disputes where id = ${open?.id ?? ''}`)
    }
    const states: string[] = []
    for (let path: string | undefined = '/api/disputes?limit=1'; path; ) {
      const answer: Answer<AnyDispute[]> = await org.representative.get(path)
      expect(answer.headers.get('x-total-count')).toBe('4')
      states.push(...expectStatus(answer, 200).map(({ state }) => state))
      path = /<([^>]+)>/.exec(answer.headers.get('link') ?? '')?.[1]
    }
    expect(states).toEqual(['inquiry', 'open', 'lost', 'won'])
    const all = expectStatus(await org.representative.get<AnyDispute[]>('/api/disputes'), 200)
    expect(all).toHaveLength(4)
    expect(all.find(({ id }) => id === open?.id)).toEqual({
      ...open,
      campaignId: season.path.split('/').at(-1),
      campaignName: 'Fall Season',
      timeZone: 'America/New_York',
    })
  })

  it('that is won returns to collected', async () => {
    const payment = await chargeGift({ app, org, season, stripe })
    const { id } = stripe.books.openDispute(payment)
    await deliver(app, stripe.events())
    stripe.books.moveDispute(id, 'under_review')
    stripe.books.moveDispute(id, 'won')
    await deliver(app, stripe.events())
    expect(await accounts(app.deps.db)).toEqual({ ...COLLECTED, disputed: 0 })
    expect(await disputesOf({ org, season })).toMatchObject([{ state: 'won', closedAt: expect.any(String) }])
    expect((await chargesOf(org, season))[0]).toMatchObject({ disputed: '0.00', lost: '0.00' })
  })

  it('that is lost is written off and not charged again; won on appeal, it returns', async () => {
    const payment = await chargeGift({ app, org, season, stripe })
    const { id } = stripe.books.openDispute(payment)
    stripe.books.moveDispute(id, 'lost')
    await deliver(app, stripe.events())
    expect(await accounts(app.deps.db)).toEqual({
      card_clearing: 0,
      commission: 0,
      organization_payable: 0,
      disputed: 0,
    })
    expect((await chargesOf(org, season))[0]).toMatchObject({ disputed: '0.00', lost: '40.00' })
    await bill(org, season, 'final')
    expect(await chargesOf(org, season)).toHaveLength(1)
    stripe.books.moveDispute(id, 'appeal_under_review')
    stripe.books.moveDispute(id, 'won')
    await deliver(app, stripe.events())
    expect(await accounts(app.deps.db)).toEqual({ ...COLLECTED, disputed: 0 })
  })

  it('that is only an inquiry changes no money until it becomes a dispute', async () => {
    const payment = await chargeGift({ app, org, season, stripe })
    const { id } = stripe.books.openDispute(payment, 'warning_needs_response')
    await deliver(app, stripe.events())
    expect(await accounts(app.deps.db)).toEqual(COLLECTED)
    expect(await disputesOf({ org, season })).toMatchObject([{ state: 'inquiry' }])
    stripe.books.moveDispute(id, 'needs_response')
    await deliver(app, stripe.events())
    expect(await accounts(app.deps.db)).toEqual(TAKEN)
  })

  it('takes only what was not refunded before', async () => {
    const payment = await chargeGift({ app, org, season, stripe })
    stripe.books.makeRefund({ payment_intent: payment, amount: '1500' })
    stripe.books.openDispute(payment)
    await deliver(app, stripe.events())
    expect((await chargesOf(org, season))[0]).toMatchObject({ refunded: '15.00', disputed: '25.00' })
    expect(await accounts(app.deps.db)).toMatchObject({ disputed: -2500, commission: 0 })
  })

  it('is visible to representatives only', async () => {
    for (const person of [org.owner, org.scorer])
      expectStatus(await person.get(`${season.path}/disputes`), 403)
  })
})

describe('the funds of a dispute', () => {
  /** All of Stripe's events from the first to the last day of a dispute, in order. */
  async function disputed(end: 'won' | 'lost'): Promise<SignedEvent[]> {
    const payment = await chargeGift({ app, org, season, stripe })
    stripe.books.moveDispute(stripe.books.openDispute(payment).id, end)
    return stripe.events()
  }
  const kinds = (events: SignedEvent[]) => events.map(({ type }) => type.replace('charge.dispute.', ''))

  it('are withdrawn after it is opened, and reinstated after it is won', async () => {
    const won = await disputed('won')
    expect(kinds(won)).toEqual(['created', 'funds_withdrawn', 'closed', 'funds_reinstated'])
    const [{ data }] = won.slice(1, 2).map(({ payload }) => JSON.parse(payload)) as [
      { data: { object: object } },
    ]
    expect(data.object).toMatchObject({ balance_transactions: [{ amount: -4000, fee: 1500, net: -5500 }] })
  })

  it('are withdrawn for an inquiry only once it becomes a dispute', async () => {
    const payment = await chargeGift({ app, org, season, stripe })
    const { id } = stripe.books.openDispute(payment, 'warning_needs_response')
    expect(kinds(stripe.events())).toEqual(['created'])
    stripe.books.moveDispute(id, 'needs_response')
    expect(kinds(stripe.events())).toEqual(['updated', 'funds_withdrawn'])
  })

  it('report its outcome without its other events, which then change nothing', async () => {
    const payment = await chargeGift({ app, org, season, stripe })
    const { id } = stripe.books.openDispute(payment)
    const [created, withdrawn] = stripe.events() as [SignedEvent, SignedEvent]
    await deliver(app, [withdrawn, withdrawn])
    expect(await accounts(app.deps.db)).toEqual({
      card_clearing: 4000,
      commission: 0,
      organization_payable: 0,
      disputed: -4000,
    })
    stripe.books.moveDispute(id, 'won')
    const [closed, reinstated] = stripe.events() as [SignedEvent, SignedEvent]
    await deliver(app, [reinstated])
    expect(await accounts(app.deps.db)).toEqual({ ...COLLECTED, disputed: 0 })
    await deliver(app, [closed, created, reinstated, withdrawn])
    expect(await accounts(app.deps.db)).toEqual({ ...COLLECTED, disputed: 0 })
    expect(await disputesOf({ org, season })).toMatchObject([{ state: 'won' }])
  })

  it('are lost once, even if their withdrawal is reported after the dispute is closed', async () => {
    const [created, withdrawn, closed] = (await disputed('lost')) as [SignedEvent, SignedEvent, SignedEvent]
    await deliver(app, [closed])
    expect((await chargesOf(org, season))[0]).toMatchObject({ lost: '40.00' })
    const before = await countRows(app.deps.db)
    await deliver(app, [withdrawn, created, withdrawn])
    expect(await countRows(app.deps.db)).toEqual({ ...before, 'public.card_events': 3 })
  })
})
