import { commissionChange } from '#domain/billing/commission.ts'
import type { DisputeStep } from '#domain/billing/dispute.ts'
import {
  type Account,
  adjustment,
  cardFee,
  cardPayout,
  collection,
  deposit,
  disputeLost,
  disputeOpened,
  disputeWon,
  type HoldingAccount,
  overpayment,
  overpaymentPaid,
  owedRefundPaid,
  type PayingAccount,
  paymentReversed,
  payout,
  payoutReversed,
  refund,
  refundFailed,
  refundReversed,
  unexplained,
} from '#domain/billing/journal.ts'
import { add, type Cents, negate, ZERO } from '#domain/money.ts'
import type { Clock } from '#server/platform/base/clock.ts'
import { newId } from '#server/platform/base/ids.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import * as store from './store.ts'

type Source = {
  campaignId: string
  pledgeId: string
  sourceId: string
  description: string
  moneyMode: 'live' | 'sandbox'
  commissionBasisPoints: number
}

type Collected = Source & { kind: 'charge' | 'payment'; into: HoldingAccount; amount: Cents }

/** Posts received money as collected, with its commission (R4, R5). */
export const postCollection = (tx: Transaction, clock: Clock, source: Collected): Promise<void> =>
  postCollections(tx, clock, [source])

/** The same for many at once: each campaign's books are locked once, and updated entry by entry. */
export async function postCollections(
  tx: Transaction,
  clock: Clock,
  sources: readonly Collected[],
): Promise<void> {
  const books = await store.lockAllBooks(tx, [...new Set(sources.map(({ campaignId }) => campaignId))])
  const changes = new Map<string, { collected: Cents; commission: Cents }>()
  const posted = sources.map((source) => {
    const { campaignId, amount, commissionBasisPoints: basisPoints } = source
    const campaign = books.get(campaignId)
    if (!campaign) throw new Error('a campaign without its books')
    const change = changes.get(campaignId) ?? { collected: ZERO, commission: ZERO }
    const before = add(campaign.collectedCents, change.collected)
    changes.set(campaignId, {
      collected: add(change.collected, amount),
      commission: add(change.commission, commissionChange(before, amount, basisPoints)),
    })
    const entry = { ...source, id: newId(clock), occurredAt: clock.now() }
    return { entry, postings: collection(source.into, amount, before, basisPoints) }
  })
  await store.insertEntries(tx, posted)
  await store.addToBooks(
    tx,
    [...changes].map(([campaignId, change]) => ({ campaignId, ...change })),
  )
}

/** Refunded money no longer counts as collected, and its commission is reversed with it. */
export async function postRefund(
  tx: Transaction,
  clock: Clock,
  source: Source & { from: 'card_clearing' | 'refunds_owed'; amount: Cents },
): Promise<void> {
  const { campaignId, from, amount, commissionBasisPoints: basisPoints } = source
  const { collectedCents: before } = await store.lockBooks(tx, campaignId)
  const entry = { ...source, kind: 'refund' as const, id: newId(clock), occurredAt: clock.now() }
  await store.insertEntry(tx, entry, refund(from, amount, before, basisPoints))
  const change = negate(amount)
  const commission = commissionChange(before, change, basisPoints)
  await store.addToBooks(tx, [{ campaignId, collected: change, commission }])
}

const DISPUTES: Record<DisputeStep, { kind: store.EntryKind; description: string; collected: 1 | 0 | -1 }> = {
  take: { kind: 'dispute', description: 'A bank disputes the charge', collected: -1 },
  lose: { kind: 'dispute_lost', description: 'Dispute lost', collected: 0 },
  give_back: { kind: 'dispute_won', description: 'Dispute won', collected: 1 },
  recover: { kind: 'dispute_won', description: 'Dispute won on appeal', collected: 1 },
}

/**
 * A dispute takes its amount out of collected, and the commission with it; won, both come back. It may take a step more
 * than once: a further entry of a kind is its own source.
 */
export async function postDispute(
  tx: Transaction,
  clock: Clock,
  source: Omit<Source, 'description'> & { step: DisputeStep; amount: Cents },
): Promise<void> {
  const { amount, step, commissionBasisPoints: basisPoints } = source
  const { kind, description, collected } = DISPUTES[step]
  const id = newId(clock)
  const isFirst = (await store.findEntry(tx, source.sourceId, kind)) === null
  const books = await store.lockBooks(tx, source.campaignId)
  const before = books.collectedCents
  const postings: Record<DisputeStep, () => ReturnType<typeof refund>> = {
    take: () => disputeOpened(amount, before, basisPoints),
    lose: () => disputeLost(amount),
    give_back: () => disputeWon('disputed', amount, before, basisPoints),
    recover: () => disputeWon('card_clearing', amount, before, basisPoints),
  }
  const sourceId = isFirst ? source.sourceId : id
  const entry = { ...source, sourceId, kind, description, id, occurredAt: clock.now() }
  await store.insertEntry(tx, entry, postings[step]())
  if (collected === 0) return
  const change = collected === 1 ? amount : negate(amount)
  const commission = commissionChange(before, change, basisPoints)
  await store.addToBooks(tx, [{ campaignId: source.campaignId, collected: change, commission }])
}

/** A returned refund stays out of collected: it is due by hand. */
export async function postRefundFailed(
  tx: Transaction,
  clock: Clock,
  source: Omit<Source, 'commissionBasisPoints'> & { amount: Cents },
): Promise<void> {
  const entry = { ...source, kind: 'refund_failed' as const, id: newId(clock), occurredAt: clock.now() }
  await store.insertEntry(tx, entry, refundFailed(source.amount))
}

/**
 * A refund is no longer owed, or was made of money that never arrived: the amount counts as collected again. The entry
 * names the one it reverses if it reverses all of it.
 */
export async function postRefundReversed(
  tx: Transaction,
  clock: Clock,
  source: Source & {
    amount: Cents
    from?: 'refunds_owed' | 'card_clearing' | 'supporter_credit'
    isWhole?: boolean
    kind?: 'reversal' | 'set_off'
  },
): Promise<void> {
  const { campaignId, amount, commissionBasisPoints: basisPoints } = source
  const { collectedCents: before } = await store.lockBooks(tx, campaignId)
  const reversesId = source.isWhole
    ? { reversesId: await store.findEntry(tx, source.sourceId, 'refund') }
    : {}
  const entry = {
    ...source,
    ...reversesId,
    kind: source.kind ?? ('reversal' as const),
    id: newId(clock),
    occurredAt: clock.now(),
  }
  await store.insertEntry(
    tx,
    entry,
    refundReversed(source.from ?? 'refunds_owed', amount, before, basisPoints),
  )
  const commission = commissionChange(before, amount, basisPoints)
  await store.addToBooks(tx, [{ campaignId, collected: amount, commission }])
}

/** An overpayment of an invoice is the supporter's credit. */
export async function postOverpayment(
  tx: Transaction,
  clock: Clock,
  source: Omit<Source, 'commissionBasisPoints'> & { into: HoldingAccount; amount: Cents },
): Promise<void> {
  const entry = { ...source, kind: 'overpayment' as const, id: newId(clock), occurredAt: clock.now() }
  await store.insertEntry(tx, entry, overpayment(source.into, source.amount))
}

/** Refunded manually: out of what was the supporter's, or owed. Neither was collected. */
export async function postManualRefund(
  tx: Transaction,
  clock: Clock,
  source: Omit<Source, 'commissionBasisPoints'> & {
    of: 'overpayment' | 'refund'
    from: PayingAccount
    amount: Cents
  },
): Promise<void> {
  const isOverpaid = source.of === 'overpayment'
  const kind = isOverpaid ? ('overpayment_paid' as const) : ('refund_paid' as const)
  const entry = { ...source, kind, id: newId(clock), occurredAt: clock.now() }
  await store.insertEntry(
    tx,
    entry,
    isOverpaid ? overpaymentPaid(source.amount) : owedRefundPaid(source.from, source.amount),
  )
}

type Received = Omit<Source, 'commissionBasisPoints'>

type Slip = Pick<Source, 'sourceId' | 'moneyMode'> & { deposited: Parameters<typeof deposit>[0] }

/** One slip of checks and cash, taken to the bank: one entry, as it is one line of the bank's statement. */
export async function postDeposit(
  tx: Transaction,
  clock: Clock,
  { deposited, ...source }: Slip,
): Promise<void> {
  const entry = {
    ...source,
    kind: 'deposit' as const,
    description: 'Deposit of checks and cash',
    campaignId: null,
    pledgeId: null,
    id: newId(clock),
    occurredAt: clock.now(),
  }
  await store.insertEntry(tx, entry, deposit(deposited))
}

/** A payment that bounced or was posted by mistake no longer counts as collected; names the entry it reverses. */
export async function postPaymentReversed(
  tx: Transaction,
  clock: Clock,
  source: Source & { from: HoldingAccount; applied: Cents; overpaid: Cents },
): Promise<void> {
  const { campaignId, commissionBasisPoints: basisPoints, applied, sourceId } = source
  const books = await store.lockBooks(tx, campaignId)
  const reversesId = await store.entryOf(tx, sourceId, applied > 0 ? 'payment' : 'overpayment')
  const entry = {
    ...source,
    kind: 'reversal' as const,
    id: newId(clock),
    reversesId,
    occurredAt: clock.now(),
  }
  await store.insertEntry(tx, entry, paymentReversed(source.from, source, books.collectedCents, basisPoints))
  const change = negate(applied)
  const commission = commissionChange(books.collectedCents, change, basisPoints)
  await store.addToBooks(tx, [{ campaignId, collected: change, commission }])
}

type PayoutLine = { id: string; campaignId: string; amount: Cents }
type Sent = Omit<Received, 'pledgeId' | 'campaignId' | 'sourceId'> & {
  /** `reversed`: what came back of a payout, no longer paid out and owed again. */
  kind: 'payout' | 'payout_reversed'
  /** What it is paid from, or comes back to. */
  from: PayingAccount
  /** Its campaigns, each with an entry of its own, named for the line. Below zero: the campaign's negative balance. */
  lines: readonly PayoutLine[]
}

/** A payout, or what came back of one, in the journal of each of its campaigns. */
export async function postPayout(
  tx: Transaction,
  clock: Clock,
  { lines, from, ...source }: Sent,
): Promise<void> {
  const campaignIds = lines.map(({ campaignId }) => campaignId)
  await store.lockAllBooks(tx, campaignIds)
  const isBack = source.kind === 'payout_reversed'
  await store.insertEntries(
    tx,
    lines.map(({ id: sourceId, campaignId, amount }) => ({
      entry: { ...source, sourceId, campaignId, pledgeId: null, id: newId(clock), occurredAt: clock.now() },
      postings: isBack ? payoutReversed(from, amount) : payout(from, amount),
    })),
  )
  await store.addToBooks(
    tx,
    lines.map(({ campaignId, amount }) => ({ campaignId, paidOut: isBack ? negate(amount) : amount })),
  )
}

/** The campaign's running sums, locked until the transaction ends. */
export const lockBooks = store.lockBooks

type Uncollected = Omit<Source, 'commissionBasisPoints' | 'campaignId' | 'pledgeId'> & {
  campaignId: string | null
  pledgeId: string | null
  amount: Cents
}

const AT_CARD_PROVIDER = { card_fee: cardFee, card_payout: cardPayout }
/** What the card provider did on its own: its fees, and its payouts to the bank. */
export const postCardMovements = (
  tx: Transaction,
  clock: Clock,
  moved: readonly (Uncollected & { kind: keyof typeof AT_CARD_PROVIDER })[],
): Promise<void> =>
  store.insertEntries(
    tx,
    moved.map((source) => ({
      entry: { ...source, id: newId(clock), occurredAt: clock.now() },
      postings: AT_CARD_PROVIDER[source.kind](source.amount),
    })),
  )

/** What the card provider moved and nothing explains is nobody's income: received above zero, given below. */
export async function postUnexplained(
  tx: Transaction,
  clock: Clock,
  source: Uncollected & { kind: 'unexplained' | 'unexplained_returned' },
): Promise<void> {
  const entry = { ...source, id: newId(clock), occurredAt: clock.now() }
  await store.insertEntry(tx, entry, unexplained(source.amount))
}

/** Two people agreed on it. */
export async function postAdjustment(
  tx: Transaction,
  clock: Clock,
  source: Uncollected & { debit: Account; credit: Account },
): Promise<void> {
  const entry = { ...source, kind: 'adjustment' as const, id: newId(clock), occurredAt: clock.now() }
  await store.insertEntry(tx, entry, adjustment(source, source.amount))
}
