import { deadlineText } from '#domain/deadline.ts'
import { layOut, link, type MailBody, MONEY, paragraph, table } from './layout.ts'
import { type About, dayInWords, testMode } from './templates.ts'

type PaidOut = Pick<About, 'campaignName' | 'organizationName' | 'isTest'> & {
  amount: string
  /** `YYYY-MM-DD`. */
  paidOn: string
  /** Where it was recorded on a later day than it was sent: up to which day its figures reach. */
  figuresOn?: string
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
        ...(given.figuresOn ? [['Figures as of', dayInWords(given.figuresOn)] as const] : []),
      ]),
      link('See the statement', given.url),
      paragraph('The statement is also available as PDF and CSV. Sign in as an owner to see it.'),
    ],
    MONEY,
  )

/** To an owner: where payouts go is not known, so nothing can be paid out (R25, R38). */
export const destinationWantedMail = (
  organizations: readonly { organizationName: string; url: string }[],
): MailBody => {
  const [first, ...others] = organizations
  const whom = others.length === 0 ? (first?.organizationName ?? '') : 'your organizations'
  return layOut(
    `Where should we pay out what ${whom} raised?`,
    [
      paragraph(
        'Money was collected for you, and we do not know yet where to send it. Tell us by check or bank transfer: it takes two minutes. A representative checks it, and you are mailed when payouts can start.',
      ),
      ...organizations.map(({ organizationName, url }) =>
        link(`Propose a payout destination for ${organizationName}`, url),
      ),
    ],
    MONEY,
  )
}

type PayoutReversed = Pick<About, 'campaignName' | 'organizationName' | 'isTest'> & {
  amount: string
  /** The full amount of the payout. */
  of: string
  /** `YYYY-MM-DD`. */
  on: string
  /** Stripe's own name for the transfer, or the number of the check or bank transfer. */
  reference: string
  /** Why it was returned, as a representative recorded it; null: it was reversed at Stripe. */
  reason: string | null
  /** The organization paid it back. */
  isPaidBack: boolean
  /** For the campaign, after it; may be below zero. */
  owed: string
  /** Of that, what can be paid out. */
  available: string
  /** Less than what is owed, because more than the share was paid out for other campaigns. */
  isCarried: boolean
  /** How much of the amount is available. */
  stillOwed: 'all' | 'part' | 'none'
  /** Of what Stripe reversed, what the organization had paid back before (R68). */
  alsoPaidBack?: string
  url: string
  isToOwner: boolean
}

/** Money of a payout is here again: how much of what, and what happens next (R38, R68). */
export const payoutReversedMail = (given: PayoutReversed): MailBody => {
  const { reason } = given
  if (reason === null) return reversedAtStripeMail(given)
  return given.isPaidBack ? paidBackMail({ ...given, reason }) : returnedMail({ ...given, reason })
}

/** For owners. */
const whatIsStillTheirs = ({ stillOwed, available }: PayoutReversed, again: string): string => {
  if (stillOwed === 'all') return `It is still yours, and we will ${again} again.`
  return stillOwed === 'part'
    ? `${available} of it is still yours, and we will ${again.replace('it', 'that')} again. The rest covers what had been paid out above your share.`
    : 'It covers what had been paid out above your share, so it is not sent again.'
}

/** For representatives. */
const whatIsOwed = ({ stillOwed, available, organizationName }: PayoutReversed): string => {
  if (stillOwed === 'all') return `It no longer counts as paid out and is owed to ${organizationName} again.`
  return stillOwed === 'part'
    ? `It no longer counts as paid out. More had been paid out than ${organizationName}’s share, so ${available} is owed now.`
    : `It no longer counts as paid out. More had been paid out than ${organizationName}’s share, so nothing is owed now.`
}

/** A check that was not cashed, or a bank transfer that was returned. */
const returnedMail = (given: PayoutReversed & { reason: string }): MailBody => {
  const { amount, of, organizationName, campaignName, isToOwner, stillOwed } = given
  const isWhole = amount === of
  const next = isToOwner
    ? 'Check where we pay you on your organization’s page, and reply to this email if it has changed.'
    : 'Check the payout destination, then prepare another payout. A second representative must approve it, as always.'
  return layOut(
    isWhole
      ? `A payout of ${amount} to ${organizationName} was returned`
      : `${amount} of a payout to ${organizationName} was returned`,
    [
      ...testMode(given),
      paragraph(
        isToOwner
          ? `${isWhole ? `The ${amount}` : `${amount} of the ${of}`} that we sent for ${campaignName} was returned to us. ${whatIsStillTheirs(given, 'send it')}`
          : `${isWhole ? `The payout of ${amount}` : `${amount} of the payout of ${of}`} for ${campaignName} was returned. ${whatIsOwed(given)}`,
      ),
      table('The payout', [
        ...(isWhole ? [] : [['Payout', of] as const]),
        ['Amount', amount],
        ['Returned', dayInWords(given.on)],
        ['Why', given.reason],
        ['Number', given.reference],
      ]),
      ...(stillOwed === 'none' ? [] : [paragraph(next)]),
      link('See the payout', given.url),
    ],
    isToOwner ? MONEY : {},
  )
}

/** The organization sent back what it was paid too much, or more. */
const paidBackMail = (given: PayoutReversed & { reason: string }): MailBody => {
  const { amount, of, owed, organizationName, campaignName, isToOwner } = given
  const whatIsLeft = isToOwner
    ? {
        short: ABOVE_YOUR_SHARE,
        even: 'Nothing is left to settle for it.',
        more: 'We will send you the rest.',
        carried: 'It covers what had been paid out above your share for other campaigns.',
      }
    : {
        short: `More is still paid out than the share of ${organizationName}. The next money collected covers it, or they send it back.`,
        even: 'Nothing is left to settle for it.',
        carried: `It covers what had been paid out above the share of ${organizationName} for other campaigns.`,
        more: 'Prepare another payout for what is owed. A second representative must approve it, as always.',
      }
  return layOut(
    `${organizationName} paid back ${amount}`,
    [
      ...testMode(given),
      paragraph(
        isToOwner
          ? `We recorded that your organization paid back ${amount} of the ${of} that we paid out for ${campaignName}.`
          : `A representative recorded that ${organizationName} paid back ${amount} of the ${of} that was paid out for ${campaignName}.`,
      ),
      table('What was paid back', [
        ['Payout', of],
        ['Paid back', amount],
        ['On', dayInWords(given.on)],
        ['Why', given.reason],
        ['Number of the payout', given.reference],
        [isToOwner ? 'Owed to you now' : 'Owed now', owed],
      ]),
      paragraph(whatIsLeft[balanceOf(given)]),
      link('See the payout', given.url),
    ],
    isToOwner ? MONEY : {},
  )
}

const balanceOf = ({ owed, available, isCarried }: PayoutReversed): 'short' | 'even' | 'more' | 'carried' => {
  if (owed === '$0.00') return 'even'
  if (/^[-−]/.test(owed)) return 'short'
  return isCarried && available === '$0.00' ? 'carried' : 'more'
}

const ABOVE_YOUR_SHARE =
  'More is still paid out than your share. The next money collected covers it, or you can send it back.'

type PayoutWithdrawn = Pick<About, 'campaignName' | 'organizationName' | 'isTest'> & {
  amount: string
  /** Why less is owed now. */
  reason: string
  url: string
  isToOwner: boolean
}

/** A payout that was not sent, because less is owed now than was approved (R69). */
export const payoutWithdrawnMail = (given: PayoutWithdrawn): MailBody => {
  const { amount, organizationName, campaignName, isToOwner } = given
  return layOut(
    `A payout of ${amount} to ${organizationName} was withdrawn`,
    [
      ...testMode(given),
      paragraph(
        isToOwner
          ? `The payout of ${amount} for ${campaignName} that was on its way was not sent.`
          : `The payout of ${amount} for ${campaignName} was withdrawn before it was sent. Nothing was paid.`,
      ),
      table('The payout', [
        ['Amount', amount],
        ['Why', given.reason],
      ]),
      paragraph(
        isToOwner
          ? 'You don’t need to do anything. What is owed to you now is on your organization’s page.'
          : 'If something is still owed, prepare another payout of that amount. A second representative must approve it, as always.',
      ),
      link(isToOwner ? 'See what is owed' : 'See the payout', given.url),
    ],
    isToOwner ? MONEY : {},
  )
}

type PayoutUnanswered = Pick<About, 'campaignName' | 'organizationName' | 'isTest' | 'timeZone'> & {
  amount: string
  since: Date
  reason: string
  url: string
  /** Less is owed now, so Stripe was not asked to send it, but whether it made it. */
  isToWithdraw?: boolean
}

/** To representatives: Stripe has not said for 20 hours whether it made a transfer (R69). */
export const payoutUnansweredMail = (given: PayoutUnanswered): MailBody => {
  const { amount, organizationName, campaignName, isToWithdraw = false } = given
  return layOut(`Stripe has not answered about a payout of ${amount} to ${organizationName}`, [
    ...testMode(given),
    paragraph(
      isToWithdraw
        ? `Less is owed now than the payout of ${amount} for ${campaignName}, so it is to be withdrawn. Stripe was asked first whether it made the transfer, and has not answered. Until it does, the payout counts as on its way.`
        : `Stripe was asked to send the payout of ${amount} for ${campaignName}, and after 20 hours has not answered whether it did. Until it does, the payout counts as on its way.`,
    ),
    table('What is known', [
      [isToWithdraw ? 'Approved' : 'Waiting since', deadlineText(given.since, given.timeZone)],
      ['Reason', given.reason],
    ]),
    paragraph(
      isToWithdraw
        ? 'We keep asking. Ask the person who runs this site to fix the cause. The payout is then withdrawn, or recorded if it was sent.'
        : 'We keep asking. Ask the person who runs this site to fix the cause. The payout is then sent, or recorded if it already was. To stop it, withdraw it on the Payouts page. It is withdrawn once Stripe says that it did not make the transfer.',
    ),
    link('See payouts', given.url),
  ])
}

const reversedAtStripeMail = (given: PayoutReversed): MailBody => {
  const { amount, of, organizationName, campaignName, isToOwner } = given
  return layOut(
    `${amount} of a payout to ${organizationName} was reversed`,
    [
      ...testMode(given),
      paragraph(
        isToOwner
          ? `We sent ${of} for ${campaignName} to your account at Stripe, and ${amount} of it was reversed there. ${whatIsStillTheirs(given, 'pay it out')}`
          : `Someone reversed ${amount} of the payout for ${campaignName} at Stripe. ${whatIsOwed(given)}`,
      ),
      ...whatCameTwice(given),
      table('The payout', [
        ['Payout', of],
        ['Reversed', amount],
        ['On', dayInWords(given.on)],
        ['Number', given.reference],
      ]),
      paragraph(
        isToOwner
          ? whatOwnersDo(given)
          : 'Check at Stripe why it was reversed. Once that is resolved, prepare another payout; a second representative must approve it, as always.',
      ),
      link('See the payout', given.url),
    ],
    isToOwner ? MONEY : {},
  )
}

const whatCameTwice = ({ alsoPaidBack, organizationName, isToOwner }: PayoutReversed) =>
  alsoPaidBack === undefined
    ? []
    : [
        paragraph(
          isToOwner
            ? `You had already paid back ${alsoPaidBack} of this payout, so we received that twice. We count it as yours, too.`
            : `${organizationName} had already paid back ${alsoPaidBack} of this payout, so that was received twice. It is owed to them, too.`,
        ),
      ]

const whatOwnersDo = ({ stillOwed }: PayoutReversed): string =>
  stillOwed === 'none'
    ? 'You don’t need to do anything.'
    : 'You don’t need to do anything. We will write to you when it is sent again.'

type PaidTooMuch = Pick<About, 'organizationName' | 'isTest'> & {
  /** Above its share, all campaigns together. */
  amount: string
  /** Of each campaign below zero: what moved since its last payout, down to what is owed. */
  causes: { campaignName: string; rows: (readonly [label: string, amount: string])[] }[]
  /** Of each campaign that is not even. */
  balances: { campaignName: string; owed: string }[]
  url: string
  isToOwner: boolean
}

/** After a payout, less is left than was paid out: why, and that nothing is asked for at once (R68). */
export const paidTooMuchMail = (given: PaidTooMuch): MailBody => {
  const { amount, organizationName, causes, balances, isToOwner } = given
  return layOut(
    `${organizationName} was paid ${amount} more than its share`,
    [
      ...testMode(given),
      paragraph(
        isToOwner
          ? `Since our last payout, refunds, bounced checks or disputes have lowered what was collected. So we paid your organization ${amount} more than its share.`
          : `Since the last payout, refunds, bounced checks or disputes have lowered what was collected. So ${organizationName} was paid ${amount} more than its share.`,
      ),
      ...causes.map(({ campaignName, rows }) => table(campaignName, rows)),
      ...(balances.length > 1
        ? [
            table(
              'Owed, by campaign',
              balances.map(({ campaignName, owed }) => [campaignName, owed] as const),
            ),
          ]
        : []),
      paragraph(
        isToOwner
          ? 'You don’t need to do anything now: it is carried over and taken from the next money that is collected for you. If no campaign follows, send it back: reply to this email, and we will tell you where to.'
          : 'It is carried over and taken from the next money that is collected. If no campaign follows, ask the organization to send it back, and record that on the statement of the payout.',
      ),
      link(isToOwner ? 'See what is owed' : 'See the payouts', given.url),
    ],
    isToOwner ? MONEY : {},
  )
}
