/** Stripe's balance transactions: everything that moves on the account there, with what Stripe keeps of it. */
import type Stripe from 'stripe'
import { cents } from '#domain/money.ts'
import type { Clock } from '#server/platform/base/clock.ts'
import type { CardMovement, CardMovements, ReadSoFar } from './cards.ts'
import { between, idOf, instant, unlessMissing } from './cards-stripe-fields.ts'
import { ATTEMPT } from './cards-stripe-payments.ts'

/** The most that Stripe lists on one page. */
const PAGE = 100
/** Each time begins this long before the end of the one before, so that what was listed late is not missed. */
const OVERLAP_MS = 2 * 3_600_000
/**
 * Reserves, and the minimum balance with every payout: held back and released again, but always on the account, so that
 * nothing moved.
 */
const HELD = [
  'reserve_transaction',
  'reserved_funds',
  'reserve_hold',
  'reserve_release',
  'payment_network_reserve_hold',
  'payment_network_reserve_release',
  'payout_minimum_balance_hold',
  'payout_minimum_balance_release',
]
/**
 * Stripe's own fees, as opposed to those that it keeps of a payment: by their type, or what Stripe reports them as. With
 * them, what the account gives to Stripe Climate.
 */
const FEES = [
  'stripe_fee',
  'stripe_fx_fee',
  'tax_fee',
  'contribution',
  'climate_order_purchase',
  'climate_order_refund',
  'fee',
  'network_cost',
]

type Given = { stripe: Stripe; clock: Clock }
/** In milliseconds. `until` and `after` while a time has more pages: Stripe lists the newest first. */
type Place = { from: number; until: number | null; after: string | null }

const placeOf = (read: ReadSoFar): Place =>
  'cursor' in read ? JSON.parse(read.cursor) : { from: read.since.getTime(), until: null, after: null }

export const createStripeMovements = ({ stripe, clock }: Given): CardMovements => ({
  page: async (read) => {
    const { from, after, ...place } = placeOf(read)
    const until = place.until ?? clock.now().getTime()
    const page = await stripe.balanceTransactions.list({
      created: between(new Date(from), new Date(until)),
      limit: PAGE,
      expand: ['data.source'],
      ...(after === null ? {} : { starting_after: after }),
    })
    const last = page.data.at(-1)
    const isMore = page.has_more && last !== undefined
    const next: Place = isMore
      ? { from, until, after: last.id }
      : { from: Math.max(from, until - OVERLAP_MS), until: null, after: null }
    const moved = page.data.filter(({ type }) => !HELD.includes(type))
    return { movements: moved.map(toMovement), cursor: JSON.stringify(next), isMore }
  },
  keyOf: async ({ kind, source }) => {
    if (source === null) return null
    if (kind === 'transfer')
      return (await unlessMissing(stripe.transfers.retrieve(source)))?.transfer_group ?? null
    return (await unlessMissing(stripe.paymentIntents.retrieve(source)))?.metadata[ATTEMPT] ?? null
  },
})

type Of = Pick<CardMovement, 'kind' | 'source' | 'key'>
const UNKNOWN: Of = { kind: 'unknown', source: null, key: null }

const toMovement = (moved: Stripe.BalanceTransaction): CardMovement => ({
  ...subjectOf(moved),
  reference: moved.id,
  amount: cents(moved.amount),
  fee: cents(moved.fee),
  movedAt: instant(moved.created),
  onDay: arrivalOf(moved),
  name: [moved.type, moved.description].filter(Boolean).join(', '),
})

function subjectOf({ type, reporting_category: reported, source }: Stripe.BalanceTransaction): Of {
  if (FEES.includes(type) || FEES.includes(reported)) return { ...UNKNOWN, kind: 'fee' }
  if (source === null || typeof source === 'string') return UNKNOWN
  switch (source.object) {
    case 'charge':
      return {
        kind: 'payment',
        source: idOf(source.payment_intent) ?? source.id,
        key: source.metadata[ATTEMPT] ?? null,
      }
    case 'refund':
    case 'dispute':
      return { kind: 'payment', source: idOf(source.payment_intent), key: null }
    case 'transfer':
      return { kind: 'transfer', source: source.id, key: source.transfer_group }
    case 'transfer_reversal':
      return { kind: 'transfer', source: idOf(source.transfer), key: null }
    case 'payout':
    case 'topup':
      return { kind: 'payout', source: source.id, key: null }
    default:
      return UNKNOWN
  }
}

/** Of a payout to the bank, not of one that came back. Stripe names the day by its midnight, by UTC. */
const arrivalOf = ({ source, amount }: Stripe.BalanceTransaction): string | null =>
  amount < 0 && source !== null && typeof source !== 'string' && source.object === 'payout'
    ? instant(source.arrival_date).toISOString().slice(0, 10)
    : null
