/** One mail in January about all that a supporter gave in the year before. */
import { type Cents, formatUsd, ZERO } from '#domain/money.ts'
import { layOut, link, type MailBody, MONEY, paragraph, table } from './layout.ts'

type YearEnd = {
  year: number
  /** Whose statement it is, where pledges from one mailbox have several names. */
  name: string | null
  /** Of real money, after refunds. */
  total: Cents
  organizations: readonly { name: string; total: Cents }[]
  isTaxDeductible: boolean
  /** For whoever can sign in: all of the year. Otherwise one for each pledge, and how many more there are. */
  statements:
    | { url: string }
    | { pledges: readonly { campaignName: string; url: string }[]; morePledges: number }
}

/** Bounds the length of a mail. */
export const MAX_YEAR_END_ROWS = 20

/** Amounts that were refunded in full, or by more than what was paid in the year, are no gift to give thanks for. */
function opening({ year, name, total }: YearEnd): string {
  if (total > ZERO && name !== null)
    return `Thank you. In ${year} ${formatUsd(total)} was given through Pledgeraiser in the name of ${name}.`
  if (total > ZERO) return `Thank you. In ${year} you gave ${formatUsd(total)} through Pledgeraiser.`
  if (total === ZERO)
    return `What you paid through Pledgeraiser in ${year} was refunded, so your statement for the year comes to ${formatUsd(total)}.`
  return `In ${year} more was refunded to you than you paid, so your statement for the year comes to ${formatUsd(total)}.`
}

function given({ year, organizations }: YearEnd) {
  const rest = organizations.length - MAX_YEAR_END_ROWS
  return table(`Given in ${year}`, [
    ...organizations.slice(0, MAX_YEAR_END_ROWS).map(({ name, total }) => [name, formatUsd(total)] as const),
    ...(rest > 0 ? [[`${rest} more`, 'on the statement'] as const] : []),
  ])
}

function links({ year, statements }: YearEnd) {
  if ('url' in statements) return [link(`See your ${year} statement`, statements.url)]
  const [one, ...others] = statements.pledges
  if (!one) return []
  if (others.length === 0)
    return [
      link(`See your ${year} statement`, one.url),
      paragraph(
        'The link works for 60 days without a password. Save the statement as a PDF to keep it; after that, the link’s page emails you a new one.',
      ),
    ]
  return [
    ...statements.pledges.map(({ campaignName, url }) => link(`Statement for ${campaignName}`, url)),
    paragraph(
      `Each link opens the statement of one pledge and works for 60 days without a password.${more(statements.morePledges, year)} For one statement of them all, sign in with this email address: if you have no password yet, choose “Forgot password” on the sign-in page and set one.`,
    ),
  ]
}

function more(count: number, year: number): string {
  if (count === 0) return ''
  return ` You paid for ${count} more ${count === 1 ? 'pledge' : 'pledges'} in ${year}, without a link here.`
}

export const yearEndMail = (about: YearEnd): MailBody =>
  layOut(
    `${about.name === null ? 'Your' : `${about.name}:`} ${about.year} year-end statement: ${formatUsd(about.total)}`,
    [
      paragraph(opening(about)),
      given(about),
      ...links(about),
      paragraph(
        about.isTaxDeductible
          ? 'Keep the statement for your records: it lists every payment and refund with its date, and says which gifts are tax-deductible.'
          : 'Keep the statement for your records: it lists every payment and refund with its date.',
      ),
    ],
    MONEY,
  )
