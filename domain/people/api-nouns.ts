/** What an API key may be given, noun by noun, to read or to read and write; and the noun that a path is about. */

type Noun = {
  label: string
  /** The segments of paths that are about it. */
  words: readonly string[]
  /** No organization's key reads or writes it. */
  isProviders?: true
  /** A person does what there is to do with it. */
  isReadOnly?: true
}

const NOUNS = {
  campaigns: { label: 'Campaigns', words: ['campaigns'] },
  organizations: { label: 'Organizations', words: ['organizations'], isReadOnly: true },
  statistics: { label: 'Statistics', words: ['statistics'] },
  events: { label: 'Schedule', words: ['events', 'calendar', 'schedule'] },
  results: { label: 'Results', words: ['results', 'result-reminders'] },
  pledges: { label: 'Pledges', words: ['pledges', 'supporters', 'thanks'], isReadOnly: true },
  rewards: { label: 'Rewards', words: ['rewards'] },
  ambassadors: { label: 'Ambassadors', words: ['ambassadors', 'leaderboard'] },
  comments: { label: 'Messages', words: ['comments', 'thank-yous'] },
  reviews: { label: 'Reviews', words: ['review-requests', 'questions', 'applicant'] },
  payouts: { label: 'Payouts', words: ['payouts', 'sent-payouts', 'balance'], isReadOnly: true },
  reports: {
    label: 'Reports',
    words: ['reports', 'years', 'season-report', 'bookkeeping'],
    isReadOnly: true,
  },
  history: { label: 'History', words: ['audit-log'], isReadOnly: true },
  collections: { label: 'Collections', words: ['collections'], isProviders: true, isReadOnly: true },
  charges: { label: 'Charges', words: ['charges', 'card-refusals', 'card-events'], isProviders: true },
  disputes: { label: 'Disputes', words: ['disputes'], isProviders: true, isReadOnly: true },
  invoices: { label: 'Invoices', words: ['invoices'], isProviders: true, isReadOnly: true },
  payments: { label: 'Payments', words: ['payments'], isProviders: true, isReadOnly: true },
  deposits: { label: 'Deposits', words: ['deposits'], isProviders: true, isReadOnly: true },
  refunds: { label: 'Refunds by hand', words: ['repayments'], isProviders: true, isReadOnly: true },
  receipts: { label: 'Receipts', words: ['receipts'], isProviders: true, isReadOnly: true },
  settlements: {
    label: 'Settlements',
    words: ['settlements', 'settlement-preview', 'cancellation'],
    isProviders: true,
    isReadOnly: true,
  },
  journal: { label: 'Journal', words: ['journal'], isProviders: true, isReadOnly: true },
  exceptions: {
    label: 'Exceptions',
    words: ['exceptions', 'sign-offs'],
    isProviders: true,
    isReadOnly: true,
  },
  steps: { label: 'Next steps', words: ['desk'], isProviders: true, isReadOnly: true },
  mails: { label: 'Undelivered email', words: ['undelivered-mails'], isProviders: true },
} as const satisfies Record<string, Noun>

export type ApiNoun = keyof typeof NOUNS
export const API_NOUNS = Object.keys(NOUNS) as [ApiNoun, ...ApiNoun[]]

export const labelOfNoun = (noun: ApiNoun): string => NOUNS[noun].label
export const isProvidersNoun = (noun: ApiNoun): boolean => 'isProviders' in NOUNS[noun]
export const isReadOnlyNoun = (noun: ApiNoun): boolean => 'isReadOnly' in NOUNS[noun]

const nounByWord = new Map<string, ApiNoun>(
  API_NOUNS.flatMap((noun) => NOUNS[noun].words.map((word): [string, ApiNoun] => [word, noun])),
)

/** These name the place in which something else is: `/api/campaigns/{id}/results` is about results. */
const PLACES: readonly (ApiNoun | undefined)[] = ['campaigns', 'organizations']

/** What a path of the API is about; null if it is about nothing that a key may be given. */
export function nounOf(path: string): ApiNoun | null {
  const found = path
    .split('/')
    .map((segment) => nounByWord.get(segment.split('.', 1)[0] ?? ''))
    .filter((noun) => noun !== undefined)
  return found.find((noun) => !PLACES.includes(noun)) ?? found[0] ?? null
}
