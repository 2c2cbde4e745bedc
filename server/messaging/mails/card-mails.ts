import { deadlineText } from '#domain/campaigns/deadline.ts'
import { layOut, link, type MailBody, MONEY, paragraph, table } from './layout.ts'
import { type About, type Saved, savedRow, testMode } from './mail-parts.ts'

/** A supporter who could not pay while the campaign was paused is mailed that it is possible now. */
type Resumed = { isResumed?: boolean }
const resumed = ({ isResumed }: Resumed): ReturnType<typeof paragraph>[] =>
  isResumed ? [paragraph('The campaign is no longer paused, so you can pay now.')] : []

/** To a cardholder whose bank asks for confirmation before the charge. */
export const confirmChargeMail = (
  given: About & Saved & Resumed & { amount: string; brand?: string | null; last4: string | null },
): MailBody =>
  layOut(
    `Your bank wants you to confirm ${given.amount} for ${given.campaignName}`,
    [
      ...testMode(given),
      ...resumed(given),
      paragraph(
        `Your pledge for ${given.campaignName} (${given.organizationName}) is due, and your bank asks you to confirm the charge yourself. You have not been charged yet.`,
      ),
      table('To confirm', [['Amount', given.amount], ...savedRow(given)]),
      paragraph(
        'Open your pledge, sign in, and choose “Confirm with your bank”. It takes a minute. Or pay it right there with another card, without signing in.',
      ),
      link('See your pledge', given.pledgeUrl),
    ],
    MONEY,
  )

/** No attempt is left: what is due is paid from the link, with any card. */
export const payLinkMail = (
  given: About &
    Saved &
    Resumed & { amount: string; brand?: string | null; last4: string | null; reason: string | null },
): MailBody =>
  layOut(
    `${given.amount} for ${given.campaignName} could not be ${given.kind === 'card' ? 'charged' : 'debited'}`,
    [
      ...testMode(given),
      ...resumed(given),
      paragraph(
        `Your pledge for ${given.campaignName} (${given.organizationName}) is due, and ${given.kind === 'card' ? 'your card could not be charged. You have not been charged. We will not try this card again.' : 'your bank account could not be debited. Your pledge is not paid yet. We will not debit this account for it again.'}`,
      ),
      table('Due now', [
        ['Amount', given.amount],
        ...savedRow(given),
        ...(given.reason === null ? [] : [['Why', given.reason] as const]),
      ]),
      paragraph(
        `Open your pledge and pay with ${given.kind === 'card' ? 'another' : 'a'} card. You don’t need a password, and the card is charged only once.`,
      ),
      link('Pay what is due', given.pledgeUrl),
    ],
    MONEY,
  )

export type DisputeNews = About & {
  amount: string
  /** `closed`: an inquiry. `new_deadline`: of any of them, also of an appeal. */
  state: 'inquiry' | 'open' | 'won' | 'lost' | 'closed' | 'new_deadline'
  /** The bank's own word for it. */
  reason: string
  /** By when the bank waits for an answer; null: for none. */
  evidenceDueAt: Date | null
  /** How much of the charge the bank holds or keeps; null: none. */
  taken: string | null
  /** Of a lost one: what the bank keeps, if it gave a part back to us. */
  kept: string | null
}
const DISPUTE_NEWS: Record<DisputeNews['state'], { title: string; text: string }> = {
  inquiry: {
    title: 'A bank is asking about',
    text: 'No money has been taken back. Answer in the card provider’s dashboard, or it may become a dispute.',
  },
  open: {
    title: 'A bank disputes',
    text: 'Answer with evidence in the card provider’s dashboard: the pledge’s page has the consent and the matches behind the charge.',
  },
  closed: {
    title: 'A bank closed its inquiry about',
    text: 'No money was taken back, and there is nothing to answer anymore.',
  },
  new_deadline: {
    title: 'A bank is waiting for an answer about',
    text: 'The time to answer has changed, or the bank has asked again. Answer with evidence in the card provider’s dashboard: the pledge’s page has the consent and the matches behind the charge.',
  },
  won: { title: 'Dispute won:', text: 'What the bank held counts as collected again.' },
  lost: { title: 'Dispute lost:', text: 'The bank gave the money back to the supporter.' },
}

/** What happens to the amount, and to refunds of the same charge. */
function disputeSentences(given: DisputeNews): string[] {
  const { state, taken, kept } = given
  const isLost = state === 'lost'
  const said = [
    kept && `Only ${kept} of it is lost: the rest came back to us and counts as collected again.`,
    taken && state === 'open' && `${taken}, and our share of it, no longer counts as collected.`,
    taken &&
      isLost &&
      `${taken} is written off: the supporter no longer owes it, and it is not charged again.`,
  ]
  return said.filter((sentence): sentence is string => typeof sentence === 'string')
}

const STOPS_CARD = ['open', 'lost']
const CARD_STOPPED =
  'If it was a saved card, it is not charged again unless the dispute is won. When another charge is due, the supporter is asked to pay by link or to save a card.'

/** To representatives: what a cardholder's bank is doing, and by when to respond. */
export function disputeMail(given: DisputeNews): MailBody {
  const { title, text } = DISPUTE_NEWS[given.state]
  const { evidenceDueAt } = given
  return layOut(`${title} ${given.amount} for ${given.campaignName}`, [
    ...testMode(given),
    paragraph(text),
    ...disputeSentences(given).map((sentence) => paragraph(sentence)),
    ...(given.reason === 'fraudulent' && STOPS_CARD.includes(given.state) ? [paragraph(CARD_STOPPED)] : []),
    table('The charge', [
      ['Amount', given.amount],
      ['Campaign', given.campaignName],
      ['Organization', given.organizationName],
      ['The bank’s reason', given.reason.replaceAll('_', ' ')],
      ...(evidenceDueAt ? [['Answer by', deadlineText(evidenceDueAt, given.timeZone)] as const] : []),
    ]),
    link('See the pledge', given.pledgeUrl),
  ])
}

type SignOffNews = Pick<About, 'isTest'> & {
  /** Null for what belongs to no campaign. */
  campaignName: string | null
  organizationName: string | null
  pledgeUrl: string | null
  what: string
  amount: string
  by: string
  reason: string | null
  signOffsUrl: string
}

/** To the other representatives: one of them prepared what another must approve. */
export const signOffMail = (given: SignOffNews): MailBody =>
  layOut(`Please check: ${given.what}`, [
    ...testMode(given),
    paragraph(
      `${given.by} prepared this${given.campaignName ? ` for ${given.campaignName} (${given.organizationName})` : ''}. Nothing happens until another representative approves it. If it looks wrong, withdraw it and ask ${given.by}.`,
    ),
    table('To approve', [
      ['What', given.what],
      ['Amount', given.amount],
      ['By', given.by],
      ...(given.reason === null ? [] : [['Reason', given.reason] as const]),
    ]),
    link('Approve or withdraw it', given.signOffsUrl),
    ...(given.pledgeUrl ? [link('See the pledge', given.pledgeUrl)] : []),
  ])

/** To representatives: somebody refunded money outside this site. */
export const outsideRefundMail = (given: About & { amount: string }): MailBody =>
  layOut(`${given.amount} was refunded outside Pledgeraiser`, [
    ...testMode(given),
    paragraph(
      `Someone refunded ${given.amount} of a charge for ${given.campaignName} (${given.organizationName}) in the card provider’s own dashboard. It is recorded, and no longer counts as collected.`,
    ),
    link('See the pledge', given.pledgeUrl),
  ])

/** To a supporter whose bank account is no longer debited. */
export const mandateEndedMail = (given: {
  bankName: string
  last4: string
  reason: string | null
  isTest: boolean
  pledgesUrl: string
}): MailBody =>
  layOut(
    'We will no longer debit your bank account',
    [
      ...testMode(given),
      paragraph(
        'Your bank returned a debit, and your authorization for debits of this account has ended. We will not debit it again.',
      ),
      table('The account', [
        ['Bank', given.bankName],
        ['Account', `ending in ${given.last4}`],
        ...(given.reason === null ? [] : [['Why', given.reason] as const]),
      ]),
      paragraph(
        'For a pledge that is not billed yet, open it and choose a card. If something is due now, you get a payment link for it, which works with any card and without a password.',
      ),
      link('See your pledges', given.pledgesUrl),
    ],
    MONEY,
  )
