import { MANDATE_VERSION, mandateText } from '#domain/billing/bank-debit.ts'
import { reasonOf } from '#domain/billing/charge-status.ts'
import { invalidField } from '#domain/errors.ts'
import { mandateEndedMail, queueMail } from '#server/messaging/mails/index.ts'
import type { Deps } from '#server/money/deps.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/base/ids.ts'
import type { Db, Transaction } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import { brand } from '#web/content/brand.ts'
import * as store from './store.ts'
import { cardIdOf } from './store.ts'

const FIELD = 'stripePaymentMethodId'
const refusal = () =>
  invalidField(FIELD, 'Connect the bank account again: we did not find it on your account')
const otherSide = () =>
  invalidField(FIELD, 'That account was connected with another card provider: connect it again')
const ended = () =>
  invalidField(FIELD, 'The authorization to debit this account has ended: connect it again, or pay by card')
const LONGEST_ID = 200

/** @throws a 400 if the page showed a different text from the one that is stored. */
export function demandCurrentMandate(version: string): void {
  if (version !== MANDATE_VERSION)
    throw invalidField('mandateVersion', 'The authorization has changed: load the page again and read it')
}

/** Stores the agreed text with the form in which it was agreed to (R60). */
export const keepMandate = (
  { clock }: Pick<Deps, 'clock'>,
  db: Db,
  given: { setupId: string; userId: string; address: string | null },
): Promise<void> =>
  store.insertMandate(db, {
    ...given,
    version: MANDATE_VERSION,
    text: mandateText(brand.name),
    at: clock.now(),
  })

/**
 * Our row for a bank account that the card provider says this user connected: an id sent by a browser proves nothing,
 * and without its owner's authorization it cannot be debited. Asks the card provider: call it before a transaction.
 * @throws a 400 with the reason.
 */
export async function rememberBankAccount(
  deps: Pick<Deps, 'db' | 'cards' | 'clock'>,
  actor: Actor,
  paymentMethodId: string,
): Promise<{ cardId: string }> {
  if (paymentMethodId === '' || paymentMethodId.length > LONGEST_ID) throw refusal()
  const { provider, moneyMode } = deps.cards
  const { userId } = actor
  const known = await store.findAccount(deps.db, paymentMethodId)
  if (known) {
    if (known.userId !== userId) throw refusal()
    if (known.provider !== provider || known.moneyMode !== moneyMode) throw otherSide()
    if (known.isEnded) throw ended()
    return { cardId: known.id }
  }
  const details = await deps.cards.savedBankAccount({ userId, paymentMethodId })
  if (!details) throw refusal()
  const row = { id: newId(deps.clock), userId, provider, moneyMode, at: deps.clock.now() }
  if (await deps.db.transaction((tx) => store.insertAccount(tx, row, details))) return { cardId: row.id }
  // Saved a moment ago by the card provider's event.
  const other = await store.findAccount(deps.db, paymentMethodId)
  if (other?.userId === userId) return { cardId: other.id }
  throw refusal()
}

/** The account is not debited again; its owner is notified once. */
export async function endMandateOf(
  deps: Deps,
  tx: Transaction,
  cardId: string,
  reason: string,
): Promise<void> {
  for (const { userId, email, ...account } of await store.endMandates(tx, cardId, {
    at: deps.clock.now(),
    reason,
  })) {
    await audit(tx, deps.clock, {
      actorId: null,
      action: 'bank_account.end',
      subject: 'user',
      subjectId: userId,
      after: { reason },
    })
    if (email === null) continue
    await queueMail(tx, deps.clock, {
      kind: 'mandate_ended',
      idempotencyKey: `mandate-ended:${cardId}`,
      to: email,
      userId,
      ...mandateEndedMail({
        ...account,
        reason: reasonOf(reason),
        isTest: deps.cards.moneyMode === 'sandbox',
        pledgesUrl: `${deps.config.appUrl}/pledges`,
      }),
    })
  }
}

/** The card provider reports that an authorization is no longer valid. */
export async function endMandate(deps: Deps, paymentMethodId: string): Promise<void> {
  const cardId = await cardIdOf(deps.db, paymentMethodId)
  if (cardId) await deps.db.transaction((tx) => endMandateOf(deps, tx, cardId, 'debit_unauthorized'))
}
