/** Records the answer to an attempt: states, journal, mails and audit in one transaction (R35). */
import { debitReturn } from '#domain/billing/bank-debit.ts'
import { reasonOf } from '#domain/billing/charge-status.ts'
import { retryAfterDays } from '#domain/billing/dunning.ts'
import { cardWords } from '#domain/billing/receipt-sentences.ts'
import { type Cents, formatUsd } from '#domain/money.ts'
import {
  confirmChargeMail,
  declinedMail,
  type MailBody,
  type OutgoingMail,
  payLinkMail,
  queueMails,
  receiptMail,
} from '#server/messaging/mails/index.ts'
import { endMandateOf } from '#server/money/bank-accounts/index.ts'
import type { Deps } from '#server/money/deps.ts'
import { postCollections } from '#server/money/ledger/index.ts'
import type { CardDetails, DecidedOutcome, SavedKind } from '#server/money/providers/index.ts'
import { type AuditRow, auditAll } from '#server/platform/audit/audit.ts'
import { campaignChanged } from '#server/platform/changes/campaign-changes.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { pledgeLinks } from '#server/season/pledges/links/index.ts'
import { supporterKey, withoutPrize } from '#server/season/rewards/index.ts'
import type { ClaimedAttempt } from './attempts-store.ts'
import { type ReceiptFacts, receiptFactsOf, settleIfPaid } from './pledge-charges.ts'
import * as store from './recording-store.ts'

const DAY_MS = 86_400_000

export type Answer = { attempt: ClaimedAttempt; outcome: DecidedOutcome }
/** `card`: the one that paid, if it was not a saved card. `madeAt`: when; null if the card provider does not say. */
type Learned = Answer & { card: CardDetails | null; madeAt: Date | null }

/** Recorded once, whether it comes as a response or as an event of the card provider. */
export async function record(deps: Deps, attempt: ClaimedAttempt, outcome: DecidedOutcome): Promise<void> {
  const isByLink = attempt.kind === 'link'
  // The receipt names the card that paid, which is not saved.
  const card =
    isByLink && outcome.outcome === 'succeeded' ? await deps.cards.cardOfPayment(outcome.reference) : null
  const madeAt =
    attempt.kind !== 'off_session' && outcome.outcome === 'succeeded'
      ? await deps.cards.timeOfPayment(outcome.reference)
      : madeAtOf(outcome)
  const work = (tx: Transaction) => write(deps, tx, [{ attempt, outcome, card, madeAt }])
  // The amount moves back into an invoice, and no settlement may see a state in between.
  if (isByLink) await deps.db.transaction(work, { campaignId: attempt.campaignId, mode: 'shared' })
  else await deps.db.transaction(work)
}

/** The same for many at once, all or none. Payments by link have their own transaction. */
export async function recordTogether(deps: Deps, answers: readonly Answer[]): Promise<void> {
  await deps.db.transaction((tx) =>
    write(
      deps,
      tx,
      answers.map((answer) => ({ ...answer, card: null, madeAt: madeAtOf(answer.outcome) })),
    ),
  )
}

const madeAtOf = (outcome: DecidedOutcome): Date | null =>
  outcome.outcome === 'succeeded' ? (outcome.madeAt ?? null) : null

export async function write(deps: Deps, tx: Transaction, learned: readonly Learned[]): Promise<void> {
  const now = deps.clock.now()
  const finished = await store.finishAttempts(tx, now, learned.map(finishedBy))
  const fresh = learned.filter(({ attempt }) => finished.has(attempt.id))
  if (fresh.length === 0) return
  // A form that no one finished leaves the charge as it was before.
  const left = fresh.filter(
    ({ attempt, outcome }) => attempt.kind === 'link' && outcome.outcome !== 'succeeded',
  )
  for (const { attempt } of left) await restoreDue(deps, tx, attempt)
  const moved = fresh.filter((one) => !left.includes(one))
  const facts = await receiptFactsOf(
    tx,
    moved.map(({ attempt }) => attempt),
  )
  const ended = moved.map((one, place) => endOf(one, facts[place] as ReceiptFacts, now))
  const replaced = await move(tx, ended, now)
  // Supporters who already gave another card or account are not asked for one; they are mailed if that fails too.
  await notify(
    deps,
    tx,
    ended.filter(({ chargeId }) => !replaced.has(chargeId)),
  )
  await auditAll(tx, deps.clock, fresh.map(auditOf))
  for (const { end, facts } of ended)
    if (facts.cardId && debitReturn(end.failureCode)?.endsMandate)
      await endMandateOf(deps, tx, facts.cardId, end.failureCode ?? '')
  await collect(deps, tx, ended)
}

/** The payment was not finished: the amount is due as before. */
async function restoreDue(deps: Deps, tx: Transaction, attempt: ClaimedAttempt): Promise<void> {
  if ((await store.chargeNow(tx, attempt.chargeId))?.invoiceId) {
    await store.moveBack(tx, attempt.chargeId, deps.clock.now())
    // A refund may have become owed while the card payment was processing.
    await deps.setOffRefunds(deps, tx, { campaignId: attempt.campaignId, pledgeId: attempt.pledgeId })
  } else await store.restoreCharge(tx, attempt.chargeId, attempt.id)
  campaignChanged(tx, deps, attempt.campaignId)
}

const codeOf = (outcome: DecidedOutcome): string | null =>
  outcome.outcome === 'succeeded' ? null : outcome.code

const finishedBy = ({ attempt, outcome, card }: Learned): store.FinishedAttempt => ({
  id: attempt.id,
  outcome: outcome.outcome,
  reference: outcome.reference,
  code: codeOf(outcome),
  card,
})

const accountOf = ({ savedKind }: ClaimedAttempt): { method?: SavedKind } =>
  savedKind === 'bank_account' ? { method: savedKind } : {}

/** The history names a bank account; a payment by link is by card, whatever is saved. */
const auditOf = ({ attempt, outcome }: Learned): AuditRow => ({
  actorId: null,
  action: `charge.${outcome.outcome}`,
  subject: 'charge',
  subjectId: attempt.chargeId,
  campaignId: attempt.campaignId,
  after: {
    amountCents: attempt.amountCents,
    code: codeOf(outcome),
    ...(attempt.kind === 'link' ? { byLink: true } : accountOf(attempt)),
  },
})

type Ended = ClaimedAttempt & {
  facts: ReceiptFacts
  end: Omit<store.NewState, 'chargeId'>
  news: News
}

/**
 * The card provider's clock is not ours: nothing is made before it was asked for, or after it was learned. Unless an earlier
 * attempt asked for it, whose row was lost.
 */
const paidOnOf = ({ startedAt, mayBePaid }: ClaimedAttempt, madeAt: Date, now: Date): Date =>
  within(mayBePaid && madeAt < startedAt ? madeAt : startedAt, madeAt, now)

const within = (from: Date, at: Date, until: Date): Date =>
  new Date(Math.min(Math.max(at.getTime(), from.getTime()), until.getTime()))

/** The charge's next state, and the mail to its supporter. */
function endOf({ attempt, outcome, madeAt }: Learned, facts: ReceiptFacts, now: Date): Ended {
  const rest = { failureCode: codeOf(outcome), chargeAt: null, succeededAt: null }
  if (outcome.outcome === 'succeeded') {
    // The answer may have been lost, or come after midnight: the day of the payment counts.
    const paidOn = madeAt === null ? now : paidOnOf(attempt, madeAt, now)
    const end = { ...rest, state: 'succeeded' as const, succeededAt: paidOn }
    return { ...attempt, facts, end, news: { kind: 'receipt', paidOn, method: cardWords(facts) } }
  }
  const { code } = outcome
  if (outcome.outcome === 'requires_action')
    return { ...attempt, facts, end: { ...rest, state: 'requires_action' }, news: { kind: 'confirm_charge' } }
  const days = retryAfterDays(facts.attemptsCount, outcome.isHard, code)
  if (days === null)
    return { ...attempt, facts, end: { ...rest, state: 'past_due' }, news: { kind: 'pay_link', code } }
  const chargeAt = new Date(now.getTime() + days * DAY_MS)
  const news = { kind: 'charge_declined' as const, code, nextAttemptAt: chargeAt }
  return { ...attempt, facts, end: { ...rest, state: 'failed', chargeAt }, news }
}

/** Updates the charges, and the pledges settled or past due with them. Returns those retried with another card. */
async function move(tx: Transaction, ended: readonly Ended[], now: Date): Promise<Set<string>> {
  if (ended.length === 0) return new Set()
  await store.setStates(
    tx,
    ended.map(({ chargeId, end }) => ({ ...end, chargeId })),
  )
  const failed = ended.filter(({ end }) => end.state !== 'succeeded')
  const replaced = await store.takeCardOfPledge(tx, failed, now)
  const pledgesWith = (state: store.NewState['state']) =>
    ended
      .filter(({ end, chargeId }) => end.state === state && !replaced.has(chargeId))
      .map(({ pledgeId }) => pledgeId)
  const paid = pledgesWith('succeeded')
  const overdue = pledgesWith('past_due')
  if (paid.length > 0) await settleIfPaid(tx, paid)
  if (overdue.length > 0) await store.markPastDue(tx, overdue)
  return replaced
}

const CHARGED: Record<SavedKind, string> = { card: 'Card charged', bank_account: 'Bank account debited' }

/** Last in its transaction: it locks the campaign's books until the end, and every other charge waits for them. */
async function collect(deps: Deps, tx: Transaction, ended: readonly Ended[]): Promise<void> {
  const taken = ended.filter(({ end }) => end.state === 'succeeded')
  if (taken.length === 0) return
  for (const campaignId of new Set(taken.map((one) => one.campaignId))) campaignChanged(tx, deps, campaignId)
  await postCollections(
    tx,
    deps.clock,
    taken.map(({ facts, ...attempt }) => ({
      ...attempt,
      kind: 'charge',
      into: 'card_clearing',
      description: CHARGED[facts.kind],
      amount: attempt.amountCents,
      sourceId: attempt.chargeId,
      commissionBasisPoints: facts.commissionBasisPoints,
    })),
  )
}

export type News =
  | { kind: 'receipt'; paidOn: Date; method: string; overpaid?: string }
  /** Only the cardholder can continue. */
  | ({ kind: 'confirm_charge' } & Again)
  /** The first decline; later ones are not mailed. */
  | { kind: 'charge_declined'; code: string; nextAttemptAt: Date }
  /** No attempts left: payment link for another card. */
  | ({ kind: 'pay_link'; code: string | null } & Again)

/** Mailed once per charge, or `again` on request, and when a paused campaign resumes. */
type Again = { again?: string; isResumed?: boolean }

/** `chargeId`: or the id of a check or cash. */
type Notification = Pick<
  ClaimedAttempt,
  'chargeId' | 'campaignId' | 'pledgeId' | 'pledgerId' | 'moneyMode'
> & {
  amountCents: Cents
  facts: ReceiptFacts
  news: News
}

/**
 * Queues mails to supporters about their charges, checks and cash, each with its own link, in the transaction that causes them: each is sent
 * once, only to a verified address.
 */
export async function notify(
  deps: Deps,
  tx: Transaction,
  notifications: readonly Notification[],
): Promise<void> {
  const readers = notifications.flatMap((one) =>
    one.facts.email === null ? [] : [{ ...one, to: one.facts.email }],
  )
  if (readers.length === 0) return
  const urls = await pledgeLinks(deps, tx, readers)
  const without = await withoutPrize(
    tx,
    readers.filter(({ news, facts }) => news.kind === 'receipt' && facts.is501c3),
  )
  const mails = readers.map((one, place): OutgoingMail => {
    const { chargeId, campaignId, pledgeId, pledgerId: userId, to, news } = one
    const idempotencyKey = `${ONCE[news.kind]}:${chargeId}${('again' in news && news.again) || ''}`
    return {
      kind: news.kind,
      idempotencyKey,
      to,
      ...letterOf(one, { pledgeUrl: urls[place] as string, wonNothing: without.has(supporterKey(one)) }),
      userId,
      campaignId,
      pledgeId,
    }
  })
  await queueMails(tx, deps.clock, mails)
}

const ONCE: Record<News['kind'], string> = {
  receipt: 'receipt',
  confirm_charge: 'confirm-charge',
  charge_declined: 'charge-declined',
  pay_link: 'pay-link',
}

function letterOf(
  { chargeId, facts, amountCents, moneyMode, news }: Notification,
  { pledgeUrl, wonNothing }: { pledgeUrl: string; wonNothing: boolean },
): MailBody {
  const about = { ...facts, amount: formatUsd(amountCents), isTest: moneyMode === 'sandbox', pledgeUrl }
  switch (news.kind) {
    case 'receipt':
      return receiptMail({ ...about, ...news, receiptId: chargeId, wonNothing: wonNothing || undefined })
    case 'confirm_charge':
      return confirmChargeMail({ ...about, isResumed: news.isResumed === true })
    case 'charge_declined':
      return declinedMail({
        ...about,
        reason: reasonOf(news.code),
        nextAttemptAt: facts.isPaused ? null : news.nextAttemptAt,
      })
    case 'pay_link':
      return payLinkMail({ ...about, reason: reasonOf(news.code), isResumed: news.isResumed === true })
  }
}
