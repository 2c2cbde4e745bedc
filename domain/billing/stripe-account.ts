/** Whether payouts can go to an organization's account at Stripe, and why not, in plain words (R69). Pure. */

const HOUR_MS = 3_600_000
/** A payout goes to a changed bank account or destination this long after the change. */
export const CHANGE_WAIT_HOURS = 72
/** Owners are mailed this long before Stripe's deadline. */
export const WARNING_DAYS = 14

/** From when payouts go to what was changed then. */
export const opensAfter = (changedAt: Date): Date =>
  new Date(changedAt.getTime() + CHANGE_WAIT_HOURS * HOUR_MS)

/** What Stripe calls its requirements, by how they begin or end. */
const NEEDS: readonly (readonly [pattern: RegExp, words: string])[] = [
  [/^external_account/, 'a bank account'],
  [/verification\.|document|proof_of/, 'a document that proves who you are'],
  [/tax_id/, 'the tax ID'],
  [/tos_acceptance/, 'your agreement to Stripe’s terms'],
  [
    /^(representative|owners|directors|executives|person|individual|relationship)/,
    'details of the person in charge',
  ],
  [/^(company|business_)/, 'details of the organization'],
]
const ELSE = 'more details'

/** Each once, in the words of a sentence: `a bank account`. */
export const needsOf = (due: readonly string[]): string[] => [
  ...new Set(due.map((one) => NEEDS.find(([pattern]) => pattern.test(one))?.[1] ?? ELSE)),
]

type Account = { isReady: boolean; due: readonly string[]; bankChangedAt: Date | null }
/** Says a day and time, in the zone that the reader expects. */
type Say = (at: Date) => string

/** Why nothing is transferred now, as a sentence without its period; null: it can be. */
export function transferWaits(account: Account, now: Date, say: Say): string | null {
  if (!account.isReady) {
    const needs = needsOf(account.due)
    return needs.length > 0
      ? `Stripe still needs ${inWords(needs)}: an owner enters it on the organization’s page`
      : 'Stripe takes no transfers to the organization’s account now: it is checking it, or has closed it. An owner opens Stripe on the organization’s page to see which'
  }
  return account.bankChangedAt && opensAfter(account.bankChangedAt) > now
    ? `The bank account was changed: payouts go there from ${say(opensAfter(account.bankChangedAt))}`
    : null
}

/** `a, b and c`. */
export const inWords = (all: readonly string[]): string =>
  all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`
