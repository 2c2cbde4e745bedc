import { layOut, link, type MailBody, MONEY, paragraph, table } from './layout.ts'
import { type About, dayInWords, testMode } from './templates.ts'

export type PaidOut = Pick<About, 'campaignName' | 'organizationName' | 'isTest'> & {
  amount: string
  /** `YYYY-MM-DD`. */
  paidOn: string
  method: string | null
  reference: string | null
  destination: string | null
  note: string | null
  /** What was left over from before, possibly negative; null: nothing. */
  opening: string | null
  /** What was reversed of earlier payouts since; null: nothing. */
  returned: string | null
  /** Since the previous payout. */
  collected: string
  commission: string
  closing: string
  url: string
}

/** To owners: money is on its way to them, how much of what, and where to see its details (R38). */
export const payoutMail = (given: PaidOut): MailBody =>
  layOut(
    `${given.amount} is on its way to ${given.organizationName}`,
    [
      ...testMode(given),
      paragraph(
        `A payout for ${given.campaignName} is on its way. Two representatives approved it. A check takes a few days in the mail, a transfer one to three business days.`,
      ),
      table('Payout', [
        ['Amount', given.amount],
        ['Sent', dayInWords(given.paidOn)],
        ...(given.method === null ? [] : [['How', given.method] as const]),
        ...(given.reference === null ? [] : [['Number', given.reference] as const]),
        ...(given.destination === null ? [] : [['To', given.destination] as const]),
        ...(given.note === null ? [] : [['Note', given.note] as const]),
      ]),
      table('What it includes', [
        ...(given.opening === null ? [] : [['Balance before', given.opening] as const]),
        ...(given.returned === null ? [] : [['Returned from earlier payouts', given.returned] as const]),
        [given.opening === null ? 'Collected' : 'Collected since then', given.collected],
        ['Our commission on it', given.commission],
        ['Balance now', given.closing],
      ]),
      link('See the statement', given.url),
      paragraph('The statement is also available as PDF and CSV. Sign in as an owner to see it.'),
    ],
    MONEY,
  )

export type PayoutReversed = Pick<About, 'campaignName' | 'organizationName' | 'isTest'> & {
  amount: string
  /** The full amount of the payout. */
  of: string
  /** `YYYY-MM-DD`. */
  on: string
  /** Stripe's own name for the transfer, or the number of the check or bank transfer. */
  reference: string
  /** Why the check or bank transfer was returned; null: it was reversed at Stripe. */
  reason: string | null
  url: string
  isToOwner: boolean
}

/** A payout was reversed or returned: how much of what, and what happens next (R38). */
export const payoutReversedMail = (given: PayoutReversed): MailBody =>
  given.reason === null ? reversedAtStripeMail(given) : returnedMail({ ...given, reason: given.reason })

/** A check that was not cashed, or a bank transfer that was returned. */
const returnedMail = (given: PayoutReversed & { reason: string }): MailBody => {
  const { amount, organizationName, campaignName } = given
  return layOut(
    `A payout of ${amount} to ${organizationName} was returned`,
    [
      ...testMode(given),
      paragraph(
        given.isToOwner
          ? `The ${amount} that we sent for ${campaignName} was returned to us. It is still yours, and we will send it again.`
          : `The payout of ${amount} for ${campaignName} was returned. It no longer counts as paid out and is owed to ${organizationName} again.`,
      ),
      table('The payout', [
        ['Amount', amount],
        ['Returned', dayInWords(given.on)],
        ['Why', given.reason],
        ['Number', given.reference],
      ]),
      paragraph(
        given.isToOwner
          ? 'Check where we pay you on your organization’s page, and reply to this email if it has changed.'
          : 'Check the payout destination, then prepare another payout. A second representative must approve it, as always.',
      ),
      link('See the payout', given.url),
    ],
    given.isToOwner ? MONEY : {},
  )
}

const reversedAtStripeMail = (given: PayoutReversed): MailBody => {
  const { amount, of, organizationName, campaignName } = given
  return layOut(
    `${amount} of a payout to ${organizationName} was reversed`,
    [
      ...testMode(given),
      paragraph(
        given.isToOwner
          ? `We sent ${of} for ${campaignName} to your account at Stripe, and ${amount} of it was reversed there. It is still yours, and we will pay it out again.`
          : `Someone reversed ${amount} of the payout for ${campaignName} at Stripe. It no longer counts as paid out and is owed to ${organizationName} again.`,
      ),
      table('The payout', [
        ['Payout', of],
        ['Reversed', amount],
        ['On', dayInWords(given.on)],
        ['Number', given.reference],
      ]),
      paragraph(
        given.isToOwner
          ? 'You don’t need to do anything. We will write to you when it is sent again.'
          : 'Check at Stripe why it was reversed. Once that is resolved, prepare another payout; a second representative must approve it, as always.',
      ),
      link('See the payout', given.url),
    ],
    given.isToOwner ? MONEY : {},
  )
}
