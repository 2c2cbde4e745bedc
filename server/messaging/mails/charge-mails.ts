/** To a supporter, about a charge: it was declined for now, it was refunded, or the card cannot be used. */

import { statementRows } from '#domain/billing/receipt-sentences.ts'
import type { Vocabulary } from '#domain/campaigns/vocabulary.ts'
import { brand } from '#web/content/brand.ts'
import { layOut, link, type MailBody, MONEY, paragraph, table } from './layout.ts'
import { type About, longDate, type Saved, savedName, savedRow, testMode } from './mail-parts.ts'

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

type Declined = About &
  Saved & {
    amount: string
    brand?: string | null
    last4: string | null
    reason: string | null
    /** Null while the campaign is paused: then nothing is attempted. */
    nextAttemptAt: Date | null
  }

const DECLINED: Record<
  Saved['kind'],
  {
    subject: string
    what: (about: string) => string
    again: string
    todo: (on: string) => string
    paused: string
  }
> = {
  card: {
    subject: 'Your card was declined',
    what: (about) =>
      `We tried to charge your pledge for ${about}, and your bank declined it. You have not been charged.`,
    again: 'We will try again on',
    todo: (on) =>
      `If the card works by ${on}, you don’t need to do anything. Or open your pledge and pay with another card now. You don’t need a password, and that card is charged only once.`,
    paused:
      'The campaign is paused, so we will not try again now. We will write to you before we do. You don’t need to do anything.',
  },
  bank_account: {
    subject: 'Your bank returned a debit',
    what: (about) =>
      `We debited your bank account for your pledge for ${about}, and your bank returned the debit. Your pledge is not paid yet.`,
    again: 'We will debit it again on',
    todo: (on) =>
      `If the account has enough in it by ${on}, you don’t need to do anything. Or open your pledge and pay with a card now. You don’t need a password, and the card is charged only once.`,
    paused:
      'The campaign is paused, so we will not debit it again now. We will write to you before we do. You don’t need to do anything.',
  },
}

/** The first decline or return, with attempts left: the supporter need not act, but can. */
export const declinedMail = (given: Declined): MailBody => {
  const nextTry = given.nextAttemptAt && longDate(given.nextAttemptAt, given.timeZone)
  const said = DECLINED[given.kind]
  return layOut(
    `${said.subject}: ${given.amount} for ${given.campaignName}`,
    [
      ...testMode(given),
      paragraph(said.what(`${given.campaignName} (${given.organizationName})`)),
      table(given.kind === 'card' ? 'The charge' : 'The debit', [
        ['Amount', given.amount],
        ...savedRow(given),
        ...(given.reason === null ? [] : [['Why', given.reason] as const]),
        ...(nextTry === null ? [] : [[said.again, nextTry] as const]),
      ]),
      paragraph(nextTry === null ? said.paused : said.todo(nextTry)),
      link('See your pledge', given.pledgeUrl),
    ],
    MONEY,
  )
}

/** A refund that was made; or one that is owed, because no card or bank account accepts it or its bank returned it. */
export const refundMail = (
  given: About & Saved & { amount: string; reason: string; last4: string | null; isOwed: boolean },
): MailBody =>
  layOut(
    given.isOwed
      ? `We owe you ${given.amount} from ${given.campaignName}`
      : `We refunded ${given.amount} from ${given.campaignName}`,
    [
      ...testMode(given),
      paragraph(
        given.isOwed
          ? `You are getting a refund from your pledge for ${given.campaignName} (${given.organizationName}). It cannot go to a ${savedName(given)}, so we will send it another way and write to you if we need anything.`
          : `We sent you a refund from your pledge for ${given.campaignName} (${given.organizationName}). It can take up to ten days to show up at your bank.`,
      ),
      table('The refund', [
        ['Amount', given.amount],
        ...(given.isOwed || given.last4 === null
          ? []
          : [[`To the ${savedName(given)}`, `ending in ${given.last4}`] as const]),
        ['Why', given.reason],
      ]),
      paragraph(
        'You don’t need to do anything. Your pledge’s page shows what you paid and what was refunded.',
      ),
      link('See your pledge', given.pledgeUrl),
    ],
    MONEY,
  )

/** Two weeks before a charge to a card that will have expired by then. */
export const cardExpiresMail = (
  given: About & { last4: string; expires: string; isOver: boolean; chargedOn: Date },
): MailBody =>
  layOut(
    `Your card for ${given.campaignName} ${given.isOver ? 'has expired' : 'expires soon'}`,
    [
      ...testMode(given),
      paragraph(
        `Your pledge for ${given.campaignName} (${given.organizationName}) will be charged from about ${longDate(given.chargedOn, given.timeZone)}, and the card you saved for it ${given.isOver ? 'has expired' : 'will have expired by then'}.`,
      ),
      table('The card', [
        ['Card', `ending in ${given.last4}`],
        ['Expires', given.expires],
      ]),
      paragraph(
        'Open your pledge, sign in, and choose “Change card”. It takes a minute, and nothing is charged. If your bank renews the card automatically, you don’t need to do anything.',
      ),
      link('See your pledge', given.pledgeUrl),
    ],
    MONEY,
  )
