/** The same check in the hands of two people: asked about before it counts a second time (R36). */
import { DomainError } from '#domain/errors.ts'
import { INSTRUMENT_RULES, isSameNumber } from '#domain/instruments.ts'
import { cents, formatUsd } from '#domain/money.ts'
import type { PaymentForm } from '#domain/schemas/settlement.ts'
import { dateIn } from '#domain/zone.ts'
import { dayInWords } from '#server/messaging/mails/index.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import { standingPayments } from './store.repeated.ts'

type Posted = Pick<PaymentForm, 'invoiceId' | 'method' | 'reference'> & {
  number: string
  timeZone: string
}

/** Under the invoice's lock, so that one of two people at the same moment is asked. */
export async function refuseRepeated(
  tx: Transaction,
  actor: Actor,
  { invoiceId, method, reference, number, timeZone }: Posted,
): Promise<void> {
  if (reference === null) return
  const standing = await standingPayments(tx, { invoiceId, method })
  // One person may post a check in parts; two people do not know of each other.
  const same = standing.find(
    (payment) => payment.recordedBy !== actor.userId && isSameNumber(payment.reference, reference),
  )
  if (!same) return
  const { hasNumber, name, numberLabel } = INSTRUMENT_RULES[method]
  const what = hasNumber
    ? `${name} ${same.reference}`
    : `${name} with ${numberLabel.toLowerCase()} ${same.reference}`
  const on = dayInWords(dateIn(timeZone, same.createdAt))
  throw new DomainError(
    'already_posted',
    `${what} of ${formatUsd(cents(same.amountCents))} for ${number} was already posted by ${same.postedBy} on ${on}. Post another one?`,
  )
}
