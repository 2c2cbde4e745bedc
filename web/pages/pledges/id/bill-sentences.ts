/** What is charged when and why, in words that need no explaining. */
import { WAIT_WORDS, type Wait } from '#domain/billing/charge-status.ts'
import { PAYMENT_METHOD_RULES } from '#domain/billing/instruments.ts'
import { type PledgeWords, pledgeKind } from '#domain/pledges/pledge-kind.ts'
import type { ShownPledge } from '#domain/schemas/pledge-link.ts'
import { calendarDayText, dateText, usd } from '#web/format.ts'

export type Charge = ShownPledge['charges'][number]
export type Invoice = ShownPledge['invoices'][number]

type Agreed = Pick<ShownPledge, 'pledgeStatistics' | 'vocabulary'>

/** What the pledge is made of, for its sentences. */
const wordsOf = ({ pledgeStatistics: lines, vocabulary: words }: Agreed): PledgeWords => ({
  words,
  kind: pledgeKind(
    lines.map(({ type }) => type),
    lines.every(({ counts }) => counts.eventName !== null) ? 'match' : 'season',
  ),
})

/** How this pledge is billed, regardless of what was billed so far. */
export function howItIsBilled(
  pledge: Agreed & Pick<ShownPledge, 'paymentMethod' | 'status' | 'campaignStatus'>,
): string {
  const { paymentMethod, status, campaignStatus, vocabulary } = pledge
  if (status === 'cancelled') return 'This pledge was cancelled. Nothing is charged.'
  if (campaignStatus === 'cancelled') return 'The campaign was cancelled. Nothing more is charged.'
  if (status === 'settled')
    return `The ${vocabulary.season} is settled and everything is paid. Nothing more is charged.`
  const paused = 'The campaign is paused: nothing is charged until it is active again. '
  return `${campaignStatus === 'paused' ? paused : ''}${PAYMENT_METHOD_RULES[paymentMethod].billing(wordsOf(pledge))}`
}

const reasonText = (reason: string | null): string => (reason === null ? '' : `${reason}. `)

type Words = { title: string; text: string }
type Around = Pick<ShownPledge, 'timeZone' | 'campaignStatus'>

/** Charged once nothing holds it up anymore, whatever its date says. */
function waitingWords({ state, reason }: Charge, waits: Wait): Words {
  const failed = state === 'failed' ? `${reasonText(reason)}You were not charged. ` : ''
  return waits === 'paused'
    ? {
        title: WAIT_WORDS.paused,
        text: `${failed}The campaign is paused. We will email you the new date before you are charged. You don’t need to do anything.`,
      }
    : {
        title: 'On hold while we check our books',
        text: `${failed}Charges for this team wait until then. You don’t need to do anything.`,
      }
}

export function chargeWords(charge: Charge, { timeZone, campaignStatus }: Around): Words {
  if (charge.waits) return waitingWords(charge, charge.waits)
  const on = dateText(charge.chargeAt, timeZone)
  const isPaused = campaignStatus === 'paused'
  switch (charge.state) {
    case 'scheduled':
      return {
        title: `Charged on ${on}`,
        text: 'For the results in your statement. You don’t need to do anything.',
      }
    case 'processing':
      if (charge.answersBy)
        return {
          title: 'On its way to your bank',
          text: `Your bank answers by ${dateText(charge.answersBy, timeZone)}. You don’t need to do anything.`,
        }
      return charge.underWay === 'link'
        ? { title: 'Being paid with another card', text: 'Check again in a few minutes.' }
        : { title: 'On its way to your bank', text: 'Check again in a few minutes.' }
    case 'succeeded':
      return {
        title: `Paid on ${dateText(charge.succeededAt ?? charge.chargeAt, timeZone)}`,
        text: refundedPart(charge),
      }
    case 'requires_action':
      return {
        title: 'Your bank wants you to confirm it',
        text: `You were not charged. ${isPaused ? laterWords('confirm') : 'You can also use another card.'}`,
      }
    case 'failed':
      return { title: `Next attempt on ${on}`, text: `${reasonText(charge.reason)}You were not charged.` }
    case 'past_due':
      return {
        title: 'Could not be charged',
        text: `${reasonText(charge.reason)}You were not charged. ${isPaused ? laterWords('pay') : 'Please use another card.'}`,
      }
    case 'voided':
      return { title: 'Cancelled', text: 'You were not charged.' }
  }
}

/** A payment is refused during the pause, and the link is mailed again after it. */
export const laterWords = (todo: 'pay' | 'confirm'): string =>
  `The campaign is paused. You can ${todo} it once it is active again, and we will email you then.`

const refundedPart = ({ refunded }: Charge): string =>
  refunded === '0.00'
    ? 'By card. The receipt was emailed to you.'
    : `By card. ${usd(refunded)} of it was refunded.`

export function invoiceWords(
  { id, state, dueDate, number, open, setOff }: Invoice,
  charges: readonly Charge[],
): { title: string; text: string } {
  const byCard = state === 'open' ? null : charges.find(({ invoiceId }) => invoiceId === id)?.state
  if (byCard === 'succeeded') return { title: `Invoice ${number}`, text: 'Paid by card. Thank you.' }
  if (byCard === 'processing') return { title: `Invoice ${number}`, text: 'A card payment is processing.' }
  const refund = setOff === '0.00' ? '' : ` A refund of ${usd(setOff)} that we owed you was deducted.`
  if (state === 'paid') return { title: `Invoice ${number}`, text: `Paid. Thank you.${refund}` }
  if (state === 'void') return { title: `Invoice ${number}`, text: `Cancelled: nothing is due.${refund}` }
  return {
    title: `Invoice ${number}`,
    text: `${usd(open)} due on ${calendarDayText(dueDate)}. Pay by check or in cash with the invoice number, or by card from the link in our email.${refund}`,
  }
}
