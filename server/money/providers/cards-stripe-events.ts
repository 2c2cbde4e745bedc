import Stripe from 'stripe'
import { type Cents, cents, negate, sum } from '#domain/money.ts'
import { REFUSALS_WINDOW_MS } from '#domain/pledges/card-testing.ts'
import {
  type Asked,
  type CardEvent,
  type CardEvents,
  type DisputeFacts,
  type PastEvents,
  type PaymentFacts,
  UnbelievableEvent,
  UnknownState,
} from './cards.ts'
import { outcomeOfIntent } from './cards-stripe-declines.ts'
import { between, detailsOf, idOf, instant, STRIPE_TYPES, unlessMissing } from './cards-stripe-fields.ts'
import { ATTEMPT, outcomeOfRefund, REFUND, refundsOf } from './cards-stripe-payments.ts'

/** A signature is valid for five minutes. */
const TOLERANCE_SECONDS = 300
/** A bound on looking through the disputes of one payment. */
const MAX_DISPUTES = 100

const KEPT_DAYS = 30
/** The most that Stripe lists on one page. */
const PAGE = 100

/** The types of events that are relevant to us, in groups of at most twenty: Stripe lists no more at once. */
export const EVENT_TYPES = {
  money: [
    'payment_intent.processing',
    'payment_intent.succeeded',
    'payment_intent.payment_failed',
    'payment_intent.canceled',
    'charge.failed',
    'charge.refunded',
    'refund.created',
    'refund.updated',
    'refund.failed',
    'charge.dispute.created',
    'charge.dispute.updated',
    'charge.dispute.closed',
    'charge.dispute.funds_withdrawn',
    'charge.dispute.funds_reinstated',
    'transfer.reversed',
    'transfer.updated',
  ],
  saved: [
    'setup_intent.succeeded',
    'setup_intent.setup_failed',
    'mandate.updated',
    'payment_method.automatically_updated',
    'payment_method.updated',
  ],
  // Of organizations' accounts: Stripe lists them nowhere, and each account is read once a day.
  accounts: [
    'account.updated',
    'account.external_account.created',
    'account.external_account.updated',
    'account.external_account.deleted',
  ],
} as const
type Group = Exclude<keyof typeof EVENT_TYPES, 'accounts'>
type RelevantEvent = Extract<Stripe.Event, { type: (typeof EVENT_TYPES)[keyof typeof EVENT_TYPES][number] }>

type Given = { stripe: Stripe; webhookSecrets: readonly string[] }
type Received = Parameters<CardEvents['read']>[0]

/** Events of our own account and those of organizations' accounts come to two endpoints at Stripe, each with its secret. */
function readSigned(
  { stripe: { webhooks }, webhookSecrets }: Given,
  { body, signature, receivedAt }: Received,
): CardEvent {
  let cause: unknown
  for (const secret of webhookSecrets)
    try {
      const event = webhooks.constructEvent(
        ...([body, signature, secret, TOLERANCE_SECONDS, undefined, receivedAt.getTime()] as const),
      )
      return { id: event.id, type: event.type, about: subjectOf(event) }
    } catch (error) {
      cause = error
    }
  throw new UnbelievableEvent('not signed by Stripe, or not lately', { cause })
}

/** Stripe's webhook events, and the look-ups of the objects they are about. */
export const createStripeEvents = (given: Given): CardEvents => ({
  read: (received) => readSigned(given, received),
  keptDays: KEPT_DAYS,
  past: (asked) => pastEvents(given.stripe, asked),
  payment: async (reference) => {
    const whole = { expand: ['latest_charge'] }
    const intent = await unlessMissing(given.stripe.paymentIntents.retrieve(reference, whole))
    return intent && paymentFacts(intent)
  },
  refunds: async (paymentReference) => {
    const made = await refundsOf(given.stripe, paymentReference)
    return made.map((refund) => ({
      reference: refund.id,
      idempotencyKey: refund.metadata?.[REFUND] ?? null,
      amount: cents(refund.amount),
      outcome: outcomeOfRefund(refund).outcome,
      createdAt: instant(refund.created),
    }))
  },
  dispute: async (reference) => {
    const dispute = await unlessMissing(given.stripe.disputes.retrieve(reference))
    return dispute && disputeFacts(dispute)
  },
  disputesOf: async (paymentReference) => {
    const made = await given.stripe.disputes
      .list({ payment_intent: paymentReference, limit: 100 })
      .autoPagingToArray({ limit: MAX_DISPUTES })
    return made.flatMap((dispute) => disputeFacts(dispute) ?? []).reverse()
  },
  setup: async (reference) => {
    const setup = await unlessMissing(given.stripe.setupIntents.retrieve(reference))
    const userId = setup?.metadata?.userId
    if (!setup || !userId) return null
    const { status, payment_method: card, last_setup_error: refusal } = setup
    const types = setup.payment_method_types
    return {
      userId,
      paymentMethodId: status === 'succeeded' ? idOf(card) : null,
      kind: types.includes(STRIPE_TYPES.bank_account) ? 'bank_account' : 'card',
      refusal: refusal && {
        code: refusal.decline_code ?? refusal.code ?? 'declined',
        fingerprint: refusal.payment_method?.card?.fingerprint ?? null,
      },
    }
  },
  card: async (paymentMethodId) => {
    const card = await unlessMissing(given.stripe.paymentMethods.retrieve(paymentMethodId))
    return card && detailsOf(card)
  },
  endedMandate: async (reference) => {
    const mandate = await unlessMissing(given.stripe.mandates.retrieve(reference))
    return mandate?.status === 'inactive' ? idOf(mandate.payment_method) : null
  },
  closeSetup: async (reference) => {
    // One that has already ended cannot be closed, and need not be.
    await given.stripe.setupIntents.cancel(reference).catch((error: unknown) => {
      if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    })
  },
})

/** The metadata of a payment that is not ours says nothing to us. */
function paymentFacts(intent: Stripe.PaymentIntent): PaymentFacts {
  const { id: reference, metadata, amount, latest_charge: charge } = intent
  return {
    reference,
    amount: cents(amount),
    outcome: outcomeOfIntent(intent),
    idempotencyKey: metadata[ATTEMPT] ?? null,
    chargeId: metadata.chargeId ?? null,
    pledgeId: metadata.pledgeId ?? null,
    paymentMethodId: idOf(intent.payment_method),
    isRefunded: charge !== null && typeof charge !== 'string' && charge.refunded,
  }
}

/**
 * One page of what happened in our own account, newest first. Whether an event was delivered does not count: one that was
 * made while the endpoint was disabled was for no endpoint, so it counts as delivered. Only the ids are read, because the
 * rest depends on the version of Stripe's API that the account had at the time.
 */
async function pastEvents(stripe: Stripe, { from, until, next }: Asked): Promise<PastEvents> {
  const [group, after] = (next ?? 'money').split(' ') as [Group, string | undefined]
  const asked = {
    types: [...EVENT_TYPES[group]],
    limit: PAGE,
    created: between(from, until),
  }
  // If the event where the page before ended is no longer kept, neither are those after it.
  const continued = after ? unlessMissing(stripe.events.list({ ...asked, starting_after: after })) : null
  const page = (await continued) ?? (await stripe.events.list(asked))
  const last = page.data.at(-1)
  const isLast = !last || !page.has_more
  return {
    events: page.data.flatMap((event) => {
      const about = isOldDecline(event, until) ? null : subjectOf(event)
      return about ? [{ id: event.id, type: event.type, about }] : []
    }),
    next: isLast ? (group === 'money' ? 'saved' : null) : `${group} ${last.id}`,
  }
}

/** A card that was declined while being saved counts for an hour; fetched after that, it would count as declined now. */
const isOldDecline = ({ type, created }: Stripe.Event, until: Date): boolean =>
  type === 'setup_intent.setup_failed' && instant(created).getTime() < until.getTime() - REFUSALS_WINDOW_MS

const isRelevant = (event: Stripe.Event): event is RelevantEvent =>
  Object.values(EVENT_TYPES).some((types) => (types as readonly string[]).includes(event.type))

const isDebit = ({ payment_method_details: details }: Stripe.Charge): boolean =>
  details?.type === STRIPE_TYPES.bank_account

/** The Stripe object that an event is about; null if it is irrelevant to us. */
function subjectOf(event: Stripe.Event): CardEvent['about'] {
  const about = (subject: NonNullable<CardEvent['about']>['subject'], reference: string | null) =>
    reference === null ? null : { subject, reference }
  if (!isRelevant(event)) return null
  switch (event.type) {
    case 'payment_intent.processing':
    case 'payment_intent.succeeded':
    case 'payment_intent.payment_failed':
    case 'payment_intent.canceled':
      return about('payment', event.data.object.id)
    case 'charge.failed':
      // A declined card is reported by its payment, too: twice would count as two declines.
      return isDebit(event.data.object) ? about('payment', idOf(event.data.object.payment_intent)) : null
    case 'charge.refunded':
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
      return about('refunds', idOf(event.data.object.payment_intent))
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
      return about('dispute', event.data.object.id)
    case 'setup_intent.succeeded':
    case 'setup_intent.setup_failed':
      return about('setup', event.data.object.id)
    case 'mandate.updated':
      return about('mandate', event.data.object.id)
    case 'transfer.reversed':
    case 'transfer.updated':
      return about('transfer', event.data.object.id)
    // Of an organization's account: its own id comes with the event.
    case 'account.updated':
    case 'account.external_account.created':
    case 'account.external_account.updated':
    case 'account.external_account.deleted':
      return about('account', event.account ?? null)
    case 'payment_method.automatically_updated':
    case 'payment_method.updated':
      return about('card', event.data.object.id)
  }
}

/** Stripe's statuses of a dispute. A prevented one took nothing. */
const STATES: Partial<Record<string, DisputeFacts['state']>> = {
  needs_response: 'open',
  under_review: 'open',
  won: 'won',
  lost: 'lost',
  // An appeal follows a loss; until it is won, the money is gone.
  appeal_needs_response: 'lost',
  appeal_under_review: 'lost',
  warning_needs_response: 'inquiry',
  warning_under_review: 'inquiry',
  warning_closed: 'inquiry',
  prevented: 'inquiry',
}
const CLOSED_INQUIRIES = new Set(['warning_closed', 'prevented'])

/**
 * What a bank keeps of a decided dispute after it gave a part back, without fees, as the movements on the account's balance say.
 * Null: they say nothing about a part.
 */
function keptOf({ balance_transactions: moved, currency }: Stripe.Dispute): Cents | null {
  const isGivenBack = moved.some(({ amount }) => amount > 0)
  if (!isGivenBack || moved.some((one) => one.currency !== currency)) return null
  const kept = negate(sum(moved.map(({ amount }) => cents(amount))))
  return kept > 0 ? kept : null
}

/** The last time that its bank took the money: an inquiry may become a dispute much later, and a decided one be opened again. */
function takenAtOf({ balance_transactions: moved }: Stripe.Dispute): Date | null {
  const taken = moved.filter(({ amount }) => amount < 0).map(({ created }) => created)
  return taken.length > 0 ? instant(Math.max(...taken)) : null
}

function disputeFacts(dispute: Stripe.Dispute): DisputeFacts | null {
  const paymentReference = idOf(dispute.payment_intent)
  if (!paymentReference) return null
  const reported = STATES[dispute.status]
  // Stripe may add statuses at any time, and money may have moved.
  if (!reported) throw new UnknownState(`a dispute with the status ${dispute.status}`)
  // Won in part: the rest is lost.
  const kept = keptOf(dispute)
  const state = reported === 'won' && kept ? 'lost' : reported
  const dueBy = dispute.evidence_details.due_by
  const takenAt = takenAtOf(dispute)
  return {
    reference: dispute.id,
    paymentReference,
    amount: cents(dispute.amount),
    reason: dispute.reason,
    state,
    isClosed: CLOSED_INQUIRIES.has(dispute.status),
    evidenceDueAt: dueBy && dispute.status.endsWith('needs_response') ? instant(dueBy) : null,
    ...(state === 'lost' && kept ? { keptAmount: kept } : {}),
    openedAt: instant(dispute.created),
    ...(takenAt ? { takenAt } : {}),
  }
}
