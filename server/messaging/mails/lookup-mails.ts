import { statementRows } from '#domain/receipt-words.ts'
import type { Vocabulary } from '#domain/vocabulary.ts'
import { brand } from '#web/content/brand.ts'
import { layOut, link, type MailBody, paragraph, table } from './layout.ts'
import { longDate, type Saved, savedRow, testMode } from './mail-parts.ts'

export type ExplainedCharge = Saved & {
  campaignName: string
  organizationName: string
  vocabulary: Vocabulary
  timeZone: string
  isTest: boolean
  amount: string
  refunded: string | null
  succeededAt: Date
  last4: string
  statementText?: string | null
  pledgeUrl: string
}

const NOBODY = paragraph(
  'Someone asked “What is this charge?” on our site with your email address. Only this email has the answer.',
)

/** What a charge was for, to the person who was charged. */
export const explainedChargeMail = (charges: readonly ExplainedCharge[]): MailBody =>
  layOut('Your question about a charge', [
    NOBODY,
    ...charges.flatMap((charge) => [
      ...testMode(charge),
      paragraph(
        `It is for your pledge to ${charge.organizationName}: confirmed results of ${charge.campaignName}.`,
      ),
      table('The charge', [
        ['Amount', charge.amount],
        ['Charged on', longDate(charge.succeededAt, charge.timeZone)],
        ...savedRow(charge),
        ...statementRows(charge.statementText),
        ...(charge.refunded === null ? [] : [['Refunded', charge.refunded] as const]),
      ]),
      link(`See every ${charge.vocabulary.match} behind it`, charge.pledgeUrl),
    ]),
  ])

export const unknownChargeMail = (asked: { amount: string; chargedOn: string; last4: string }): MailBody =>
  layOut('Your question about a charge', [
    NOBODY,
    paragraph(
      `Your account has no charge of ${asked.amount} around ${longDate(new Date(`${asked.chargedOn}T12:00:00Z`), 'UTC')} to a card or bank account ending in ${asked.last4}. Check the details, and whether the pledge was made with another email address.`,
    ),
    paragraph(
      `Still not sure? Write to ${brand.contactEmail}. Never send the whole number of a card or bank account.`,
    ),
  ])
