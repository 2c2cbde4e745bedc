import Stripe from 'stripe'
import { add, cents, subtract, sum, ZERO } from '#domain/money.ts'
import type { Clock } from '#server/platform/base/clock.ts'
import type { Config } from '#server/platform/config/config.ts'
import { type Database, first, only, sql } from '#server/platform/db/database.ts'
import { createStripeAccounts } from './accounts-stripe.ts'
import type { CardBalance, Cards, MovedPayment, PaymentBalance } from './cards.ts'
import { createStripeEvents } from './cards-stripe-events.ts'
import {
  accountOf,
  answeredSoon,
  between,
  detailsOf,
  idOf,
  instant,
  isMissing,
  SOON,
  STRIPE_TYPES,
  unlessMissing,
} from './cards-stripe-fields.ts'
import { createStripeMovements } from './cards-stripe-movements.ts'
import { ATTEMPT, createStripePayments, outcomeOfRefund, refundsOf } from './cards-stripe-payments.ts'
import { createStripeTransfers } from './transfers-stripe.ts'

/** The most that Stripe lists on one page. */
const PAGE = 100
const MAX_DISPUTES = 500

/** Stripe's balance transactions, and what a payment, its refunds and its disputes moved in all. */
export const createStripeBalance = (stripe: Stripe): CardBalance => ({
  moved: async ({ from, until, next }) => {
    const page = await stripe.balanceTransactions.list({
      created: between(from, until),
      limit: PAGE,
      expand: ['data.source'],
      ...(next === null ? {} : { starting_after: next }),
    })
    const last = page.data.at(-1)
    return {
      payments: page.data.flatMap((moved) => paymentOf(moved) ?? []),
      next: last && page.has_more ? last.id : null,
    }
  },
  of: async (reference) => {
    const intent = await unlessMissing(stripe.paymentIntents.retrieve(reference))
    if (!intent?.metadata[ATTEMPT]) return null
    const refunds = (await refundsOf(stripe, reference)).filter(
      (refund) => outcomeOfRefund(refund).outcome === 'succeeded',
    )
    const disputes = await stripe.disputes
      .list({ payment_intent: reference, limit: PAGE })
      .autoPagingToArray({ limit: MAX_DISPUTES })
    return balanceOf(
      intent,
      refunds,
      disputes.flatMap((dispute) => dispute.balance_transactions),
    )
  },
})

/** Of a charge, a refund or a dispute; null for all else, such as a transfer or another program's charge. */
function paymentOf({ amount, source }: Stripe.BalanceTransaction): MovedPayment | null {
  if (source === null || typeof source === 'string') return null
  if (source.object === 'charge') {
    const reference = idOf(source.payment_intent)
    if (reference === null || !source.metadata[ATTEMPT]) return null
    const isAll = source.amount_refunded === 0 && !source.disputed && amount === source.amount_captured
    return { reference, amount: isAll ? cents(amount) : null }
  }
  if (source.object !== 'refund' && source.object !== 'dispute') return null
  const reference = idOf(source.payment_intent)
  return reference === null ? null : { reference, amount: null }
}

function balanceOf(
  intent: Stripe.PaymentIntent,
  refunds: readonly Stripe.Refund[],
  disputed: readonly Stripe.BalanceTransaction[],
): PaymentBalance {
  const paid = intent.status === 'succeeded' ? cents(intent.amount_received) : ZERO
  const refunded = sum(refunds.map(({ amount }) => cents(amount)))
  const moved = [intent, ...refunds, ...disputed].map(({ created }) => created)
  return {
    amount: add(subtract(paid, refunded), sum(disputed.map(({ amount }) => cents(amount)))),
    lastMovedAt: instant(Math.max(...moved)),
  }
}

/** Three attempts of twenty seconds end well before another worker may repeat them (platform/jobs/attempts.ts). */
const TIMEOUT_MS = 20_000
const REPEATED_BY_ITSELF = 2

/** How long the key of a new customer is used: after a failure, the next attempt that can work is this close. */
const KEY_MS = 5 * 60_000

type Given = { config: Pick<Config, 'stripe' | 'moneyMode'>; db: Database; clock: Clock }

/** Stripe as the card provider. With test keys it works the same, and no card is charged. */
export function createStripeCards({ config, db, clock }: Given): Cards {
  const { publishableKey, secretKey, webhookSecret, connectWebhookSecret, api } = config.stripe
  const { moneyMode } = config
  const stripe = new Stripe(secretKey, {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: REPEATED_BY_ITSELF,
    telemetry: false,
    ...api,
  })
  const customers = createCustomers({ stripe, db, clock, moneyMode })
  return {
    provider: 'stripe',
    moneyMode,
    startSetup: async ({ userId, kind = 'card' }) => {
      const setup = await answeredSoon(() =>
        customers.withCustomer(userId, (customer) =>
          stripe.setupIntents.create(
            {
              customer,
              usage: 'off_session',
              allowed_payment_method_types: [STRIPE_TYPES[kind]],
              metadata: { userId },
            },
            SOON,
          ),
        ),
      )
      if (!setup.client_secret) throw new Error('a setup without a secret')
      return { id: setup.id, clientSecret: setup.client_secret, publishableKey }
    },
    savedCard: async ({ userId, paymentMethodId }) => {
      const customer = await customers.find(userId)
      if (!customer) return null
      const saved = await answeredSoon(() =>
        savedUnder(stripe, { customer, payment_method: paymentMethodId }),
      )
      return saved && detailsOf(saved.method)
    },
    savedBankAccount: async ({ userId, paymentMethodId }) => {
      const customer = await customers.find(userId)
      if (!customer) return null
      const saved = await answeredSoon(() =>
        savedUnder(stripe, { customer, payment_method: paymentMethodId }),
      )
      return saved && accountOf(saved.method, saved.setupId)
    },
    lateReturns: null,
    ...createStripePayments({
      stripe,
      publishableKey,
      withCustomer: customers.withCustomer,
      customerOf: customers.ofCard,
      customersOf: customers.all,
    }),
    forgetCustomer: customers.forget,
    accounts: createStripeAccounts({ stripe, publishableKey, clock }),
    transfers: createStripeTransfers(stripe),
    events:
      webhookSecret === null
        ? null
        : createStripeEvents({
            stripe,
            webhookSecrets: [webhookSecret, ...(connectWebhookSecret ? [connectWebhookSecret] : [])],
          }),
    balance: createStripeBalance(stripe),
    movements: createStripeMovements({ stripe, clock }),
  }
}

/** An id sent by a browser proves nothing: a setup of this customer must have succeeded with just this card or account. */
async function savedUnder(
  stripe: Stripe,
  saved: { customer: string; payment_method: string },
): Promise<{ method: Stripe.PaymentMethod; setupId: string } | null> {
  const { data: setups } = await stripe.setupIntents
    .list({ ...saved, limit: 100, expand: ['data.payment_method'] }, SOON)
    .catch(noneIfUnknown)
  for (const { id: setupId, status, payment_method: method } of setups) {
    if (status !== 'succeeded' || method === null || typeof method === 'string') continue
    // Otherwise it was removed from the account since, and could not be charged.
    if (method.id === saved.payment_method && idOf(method.customer) === saved.customer)
      return { method, setupId }
  }
  return null
}

const noneIfUnknown = (error: unknown): { data: Stripe.SetupIntent[] } => {
  if (isMissing(error)) return { data: [] }
  throw error
}

type CustomersGiven = Omit<Given, 'config'> & { stripe: Stripe; moneyMode: Cards['moneyMode'] }

/** One Stripe customer per user and kind of money, named by our own id, without personal data. */
function createCustomers({ stripe, db, clock, moneyMode }: CustomersGiven) {
  const find = async (userId: string): Promise<string | null> => {
    const row = first(
      await db.query<{ customer: string }>(sql`
        select customer
        from stripe.customers
        where user_id = ${userId}
          and money_mode = ${moneyMode}
      `),
    )
    return row?.customer ?? null
  }
  const make = async (userId: string, instead: string | null): Promise<string> => {
    // With the key, two simultaneous requests create one customer. Stripe keeps a failure under its key for a day.
    const period = Math.floor(clock.now().getTime() / KEY_MS)
    const { id } = await stripe.customers.create(
      { metadata: { userId } },
      { ...SOON, idempotencyKey: `customer-${userId}-${period}${instead ? `-after-${instead}` : ''}` },
    )
    const row = only(
      await db.query<{ customer: string }>(sql`
        insert into stripe.customers as known (user_id, money_mode, customer, created_at)
        values (${userId}, ${moneyMode}, ${id}, ${clock.now()})
        on conflict (user_id, money_mode)
        do update set customer = case
          when known.customer = ${instead} then excluded.customer
          else known.customer
        end
        returning customer
      `),
    )
    return row.customer
  }
  const all = async (userId: string): Promise<string[]> => {
    const rows = await db.query<{ customer: string }>(sql`
      select customer
      from stripe.customers
      where user_id = ${userId}
        and money_mode = ${moneyMode}
      union
      select customer
      from stripe.adopted_cards
      where user_id = ${userId}
        and money_mode = ${moneyMode}
    `)
    return rows.map(({ customer }) => customer)
  }
  return {
    find,
    /** Every customer that may have something of this user's. */
    all,
    /** The customer that holds this card: that of a guest pledge confirmed for the user, or the user's own. */
    ofCard: async (userId: string, paymentMethodId: string | null): Promise<string | null> => {
      const adopted = first(
        await db.query<{ customer: string }>(sql`
          select customer
          from stripe.adopted_cards
          where payment_method = ${paymentMethodId}
            and user_id = ${userId}
            and money_mode = ${moneyMode}
        `),
      )
      return adopted?.customer ?? find(userId)
    },
    /** Their payments stay at Stripe, as ours do here: both are records of money. */
    forget: async (userId: string): Promise<void> => {
      const customers = await all(userId)
      for (const customer of customers)
        await stripe.customers.del(customer).catch((error: unknown) => {
          if (!isMissing(error, 'customer') && !isMissing(error)) throw error
        })
      await db.query(sql`
        delete from stripe.customers
        where customer = any(${sql.param(customers)}::text[])
          and money_mode = ${moneyMode}
      `)
      await db.query(sql`
        delete from stripe.adopted_cards
        where user_id = ${userId}
          and money_mode = ${moneyMode}
      `)
    },
    /** A customer that Stripe does not know (another account's, or deleted there) is replaced by a new one. */
    withCustomer: async <T>(userId: string, work: (customer: string) => Promise<T>): Promise<T> => {
      const known = await find(userId)
      try {
        return await work(known ?? (await make(userId, null)))
      } catch (error) {
        if (!known || !isMissing(error, 'customer')) throw error
        return work(await make(userId, known))
      }
    },
  }
}
