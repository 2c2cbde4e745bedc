import { inWords } from '#domain/billing/stripe-account.ts'
import { layOut, link, type MailBody, paragraph, table } from './layout.ts'
import { type About, dayInWords, longDate, momentInWords, testMode } from './mail-parts.ts'

/** One campaign by its name, several by their number. */
const forCampaigns = (names: readonly string[]): string =>
  names.length === 1 ? (names[0] ?? '') : `${names.length} campaigns`

type PaidOut = Pick<About, 'organizationName' | 'isTest'> & {
  /** What it is for, each with its amount. */
  campaigns: readonly (readonly [name: string, amount: string])[]
  amount: string
  /** `YYYY-MM-DD`. */
  paidOn: string
  /** Where it was recorded on a later day than it was sent: up to which day its figures reach. */
  figuresOn?: string
  method: string | null
  /** `YYYY-MM-DD`: it should have arrived by then. */
  expectedBy: string | null
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

const toOwners = (organization: string) => ({
  why: `You get this email because you are an owner of ${organization}.`,
})

/** To owners: money is on its way to them, how much of what, and where to see its details. */
export const payoutMail = (given: PaidOut): MailBody =>
  layOut(
    `${given.amount} is on its way to ${given.organizationName}`,
    [
      ...testMode(given),
      paragraph(
        `A payout for ${forCampaigns(given.campaigns.map(([name]) => name))} is on its way. Two representatives approved it.${given.expectedBy === null ? '' : ` Expect it by ${dayInWords(given.expectedBy)}; if it is not there then, reply to this email.`}`,
      ),
      table('Payout', [
        ['Amount', given.amount],
        ['Sent', dayInWords(given.paidOn)],
        ...(given.method === null ? [] : [['How', given.method] as const]),
        ...(given.reference === null ? [] : [['Number', given.reference] as const]),
        ...(given.destination === null ? [] : [['To', given.destination] as const]),
        ...(given.note === null ? [] : [['Note', given.note] as const]),
      ]),
      ...(given.campaigns.length > 1 ? [table('By campaign', given.campaigns)] : []),
      table('What it includes', [
        ...(given.opening === null ? [] : [['Balance before', given.opening] as const]),
        ...(given.returned === null ? [] : [['Returned from earlier payouts', given.returned] as const]),
        [given.opening === null ? 'Collected' : 'Collected since then', given.collected],
        ['Our commission on it', given.commission],
        ['This payout', given.amount],
        ['Balance now', given.closing],
        ...(given.figuresOn ? [['Figures as of', dayInWords(given.figuresOn)] as const] : []),
      ]),
      link('See the statement', given.url),
      paragraph('The statement is also available as PDF and CSV. Sign in as an owner to see it.'),
    ],
    toOwners(given.organizationName),
  )

/** To an owner: where payouts go is not known, so nothing can be paid out. */
export const destinationWantedMail = (
  organizations: readonly { organizationName: string; url: string }[],
): MailBody => {
  const [first, ...others] = organizations
  const whom = others.length === 0 ? (first?.organizationName ?? '') : 'your organizations'
  return layOut(
    `Where should we pay out what ${whom} raised?`,
    [
      paragraph(
        'Money was collected for you, and we do not know yet where to send it. Choose Stripe, a bank transfer or a check: it takes a few minutes. A representative checks it, and you are mailed when payouts can start.',
      ),
      ...organizations.map(({ organizationName, url }) =>
        link(`Propose a payout destination for ${organizationName}`, url),
      ),
    ],
    toOwners(others.length === 0 ? whom : 'these organizations'),
  )
}

type PayoutReversed = Pick<About, 'organizationName' | 'isTest'> & {
  campaignNames: readonly string[]
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
  /** Over all campaigns, after it; may be below zero. */
  owed: string
  /** Of that, what can be paid out: less than what is owed if more than the share was paid out elsewhere. */
  available: string
  url: string
  isToOwner: boolean
}

/** Money of a payout is here again: how much of what, and what happens next. */
export const payoutReversedMail = (given: PayoutReversed): MailBody => {
  const { amount, of, organizationName, campaignNames, isPaidBack, isToOwner, reason } = given
  const happened = isPaidBack ? 'paid back' : reason === null ? 'reversed at Stripe' : 'returned'
  const part = amount === of ? `the ${amount}` : `${amount} of the ${of}`
  return layOut(
    isPaidBack
      ? `${organizationName} paid back ${amount}`
      : `${amount} of a payout to ${organizationName} was ${happened}`,
    [
      ...testMode(given),
      paragraph(
        `For ${forCampaigns(campaignNames)}, ${part} that we paid ${isToOwner ? 'you' : organizationName} was ${happened}. It no longer counts as paid out.`,
      ),
      table('The payout', [
        ['Payout', of],
        [isPaidBack ? 'Paid back' : 'Returned', amount],
        ['On', dayInWords(given.on)],
        ...(reason === null ? [] : [['Why', reason] as const]),
        ['Number', given.reference],
        [isToOwner ? 'Owed to you now' : 'Owed now', given.owed],
        ['Of that, to be paid out', given.available],
      ]),
      paragraph(whatNext(given)),
      link('See the payout', given.url),
    ],
    isToOwner ? toOwners(organizationName) : {},
  )
}

/** Less than what came back may be owed: it covers what had been paid out above the share. */
const whatNext = ({ available, reason, isPaidBack, isToOwner }: PayoutReversed): string => {
  if (available === '$0.00')
    return isToOwner
      ? 'Nothing is sent again for now: it covers what had been paid out above your share.'
      : 'Nothing is to be paid out for it now: it covers what had been paid out above the share.'
  if (!isToOwner)
    return `${reason === null ? 'Check at Stripe why it was reversed' : 'Check the payout destination'}, then prepare another payout. A second representative must approve it, as always.`
  return reason === null || isPaidBack
    ? 'You don’t need to do anything. We will write to you when it is sent.'
    : 'Check where we pay you on your organization’s page, and reply to this email if it has changed.'
}

type AboutAccount = { organizationName: string; timeZone: string; url: string }

/** To owners: another bank account is set at Stripe, by whoever knows the sign-in there. */
export const bankChangedMail = (
  given: AboutAccount & { before: string; after: string; from: Date },
): MailBody =>
  layOut(
    `The bank account of ${given.organizationName} has changed`,
    [
      paragraph(
        `Payouts to ${given.organizationName} go to another bank account from ${momentInWords(given.from, given.timeZone)}, three days after the change. Until then none is sent. If you did not ask for this, reply to this email right away.`,
      ),
      table('Bank account', [
        ['Before', given.before],
        ['Now', given.after],
      ]),
      link('See the organization', given.url),
    ],
    toOwners(given.organizationName),
  )

/** To owners: Stripe needs something more. `by` is null once payouts wait for it. */
export const accountNeedsMail = (
  given: AboutAccount & { needs: readonly string[]; by: Date | null },
): MailBody => {
  const { organizationName, needs, by, timeZone } = given
  const what = needs.length > 0 ? inWords(needs) : 'more time to check the account'
  return layOut(
    by === null
      ? `Payouts to ${organizationName} wait: Stripe needs ${what}`
      : `Stripe needs ${what} for ${organizationName} by ${longDate(by, timeZone)}`,
    [
      paragraph(
        by === null
          ? `Stripe, which pays out what ${organizationName} raised, needs ${what}. Payouts wait until then; nothing is lost.`
          : `Stripe, which pays out what ${organizationName} raised, needs ${what} by ${momentInWords(by, timeZone)}. Without it payouts wait. It takes a few minutes.`,
      ),
      link(needs.length > 0 ? 'Enter it now' : 'See the organization', given.url),
    ],
    toOwners(organizationName),
  )
}
