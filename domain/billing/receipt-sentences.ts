/** The sentences of receipts, on the page and in print alike (R37, R52). */

import { formatUsd, parseCents, ZERO } from '../money.ts'
import { formatQuantity, readQuantity } from '../quantity.ts'
import type { Giving, Receipt } from '../schemas/receipt.ts'
import { STATISTIC_RULES, type StatisticRule } from '../season/statistic-types.ts'

const BASIS_POINTS = 10_000
const BASIS_POINTS_A_PERCENT = 100
const percent = (basisPoints: number): string => `${basisPoints / BASIS_POINTS_A_PERCENT}%`

export const usd = (amount: string): string => formatUsd(parseCents(amount) ?? ZERO)
export const isZero = (amount: string): boolean => (parseCents(amount) ?? ZERO) === ZERO

/** A card or bank account as its holder recognizes it: "Visa ending in 4242". Null is not known. */
export function cardWords({ brand, last4 }: { brand: string | null; last4: string | null }): string {
  const name = brand ? `${brand.charAt(0).toUpperCase()}${brand.slice(1)}` : 'Card'
  return last4 ? `${name} ending in ${last4}` : name
}

/** Only a 501(c)(3) has one here. */
export const einRow = (ein: string | null): readonly [string, string] => ['EIN', ein ?? 'None on file']

type Payee = { organizationName: string; is501c3: boolean; ein: string | null; wonNothing?: true | undefined }

/** How the provider's share works. */
export const shareSentence = (
  { organizationName, commissionBasisPoints }: { organizationName: string; commissionBasisPoints: number },
  provider: string,
): string =>
  `${percent(BASIS_POINTS - commissionBasisPoints)} of what is collected goes to ${organizationName}. ${percent(commissionBasisPoints)} is ${provider}’s share, which pays for running the campaign and for payment processing; it is taken only from money that was actually collected, and nothing was added to what you paid.`

/** What the IRS asks of a receipt, said only where it is known: else, only the winner knows what a prize was worth. */
const prizeSentence = (wonNothing: true | undefined, what: string): string =>
  wonNothing
    ? `No goods or services were provided in exchange for ${what}.`
    : 'If you won a prize, subtract its value.'

/** Whether the payment is tax-deductible, and what was given in exchange. */
export const taxSentence = ({ organizationName, is501c3, ein, wonNothing }: Payee): string =>
  is501c3
    ? `${organizationName} is a 501(c)(3) organization${ein ? ` (EIN ${ein})` : ''}. Your contribution is tax-deductible to the extent allowed by law. ${prizeSentence(wonNothing, 'this contribution')}`
    : `Please do not deduct this payment on a tax return: ${organizationName} was not recorded as a 501(c)(3) organization when you paid.`

/** A year that is not over yet says so: later payments and refunds are not on it. */
export const givenWords = ({ year, isRunning }: Pick<Giving, 'year' | 'isRunning'>): string =>
  `Given in ${year}${isRunning ? ' so far' : ''}`

type GivenTo = Giving['organizations'][number]

const hasPayments = ({ entries }: GivenTo): boolean =>
  entries.some(({ kind }) => kind === 'charge' || kind === 'payment')

/** The same for a part of a year-end statement, which stays true if the status ends later; where it changed, it is said of each part. */
export function yearTaxSentence(one: GivenTo, all: readonly GivenTo[]): string | null {
  const { organizationName, is501c3, ein } = one
  if (is501c3 && !hasPayments(one))
    return `Only money that went back to you is listed here, from payments of earlier years. ${organizationName} was a 501(c)(3) organization${ein ? ` (EIN ${ein})` : ''} when they were made. If you deducted them on a tax return, you may have to report what went back as income.`
  if (is501c3)
    return `${organizationName} was a 501(c)(3) organization${ein ? ` (EIN ${ein})` : ''} when the payments listed here were made. They are tax-deductible to the extent allowed by law. ${prizeSentence(one.wonNothing, 'these contributions')}`
  const hasChanged = all.some(
    (other) =>
      other.organizationId === one.organizationId && other.isTestMoney === one.isTestMoney && other.is501c3,
  )
  return hasChanged
    ? `${organizationName} was not recorded as a 501(c)(3) organization when the payments listed here were made.`
    : null
}

/** A link in a mail shows one pledge, and its year-end statement counts no other. */
export const onePledgeSentence = ({ campaignName }: { campaignName: string }): string =>
  `This statement covers one pledge: ${campaignName}. Other pledges are not included.`

/** How a charge reads to someone who looks at the card's statement: after the provider's own name stands the team's, shortened. */
export const statementRows = (text: string | null | undefined): (readonly [string, string])[] =>
  text ? [['On the card’s statement', `Ends with ${text}`]] : []

/** An overpayment belongs to the supporter and is not part of the gift. */
export const overpaidSentence = (amount: string): string =>
  `You paid ${amount} more than was due. It will be refunded to you and is not part of this receipt.`

/** `4 × $2.00`, and how the other types say it. */
export const countWords = (line: Receipt['lines'][number]): string =>
  COUNT_WORDS[STATISTIC_RULES[line.type].results](line)

const COUNT_WORDS: Record<StatisticRule['results'], (line: Receipt['lines'][number]) => string> = {
  units: ({ rate, quantity }) => {
    const parsed = readQuantity(quantity)
    return `${parsed === null ? quantity : formatQuantity(parsed)} × ${usd(rate)}`
  },
  yes: ({ quantity }) => (quantity > 0 ? 'Achieved' : 'Not achieved'),
  none: () => 'A gift, once',
}

/** Line by line; if the maximum was reached, the part above it has its own row, so that the column adds up to `earned`. */
export function earnedRows({
  lines,
  isCapped,
  aboveMaximum,
  earned,
}: Receipt): { name: string; how: string; amount: string }[] {
  const rows = lines.map((line) => ({ name: line.name, how: countWords(line), amount: line.uncapped }))
  if (!isCapped) return rows
  const cut = { name: `Above your maximum of ${usd(earned)}`, how: 'Not owed', amount: `-${aboveMaximum}` }
  return [...rows, cut]
}

const RETURNS: Record<Receipt['returns'][number]['why'], string> = {
  refund: 'Refunded to you',
  disputed: 'Disputed with your bank, not decided yet',
  lost: 'Reversed by your bank',
}
export const returnWords = ({ why }: Receipt['returns'][number]): string => RETURNS[why]

const ENTRIES: Record<Giving['organizations'][number]['entries'][number]['kind'], string> = {
  charge: 'Paid by card',
  payment: 'Paid by check or in cash',
  refund: 'Refunded to you',
  refund_not_made: 'Refund not made',
  set_off: 'Refund deducted from an invoice',
  dispute: 'Disputed with your bank',
  dispute_won: 'Dispute closed: the payment is valid',
}
export const entryWords = ({
  kind,
  isDebit,
}: Pick<Giving['organizations'][number]['entries'][number], 'kind' | 'isDebit'>): string =>
  isDebit ? 'Paid from a bank account' : ENTRIES[kind]

/** Below what a pledge had earned when it was billed: a later bill is only for what was new. */
export const billedBeforeSentence = (amount: string): string =>
  `${amount} of that was billed before, and is not part of this payment.`
