/** The changed fields of an audit row that a reader may see, named and formatted as on screens. */
import { reasonOf } from '../billing/charge-status.ts'
import { capital, type Vocabulary } from '../campaigns/vocabulary.ts'
import { cents, formatUsd, parseCents, parseTyped } from '../money.ts'
import { monthName } from '../places/months.ts'
import { isCalendarDay } from '../places/zone.ts'
import { formatQuantity, readQuantity } from '../quantity.ts'
import { TIME_TBD } from '../season/event-times.ts'

type AuditChange = { label: string; before: string | null; after: string | null }
/** What the formatting needs to know: the campaign's zone and words, and what its statistics are called. */
export type AuditContext = { timeZone: string; names: ReadonlyMap<string, string>; words: Vocabulary }
/** `of`: the record that the value is a field of. */
type Format = (value: unknown, context: AuditContext, of: Record<string, unknown>) => string | null

const LONGEST = 160
const NAMELESS = 'a deleted item'

const shortened = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text)
const word: Format = (value) => {
  const text = String(value).replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
const month: Format = (value) => monthName(String(value)) || null
const text: Format = (value) => shortened(String(value))
const yesNo: Format = (value) => (value === true ? 'Yes' : 'No')
/** Entries hold it as a number or as text, with or without a dollar sign. */
const dollars: Format = (value) => {
  const amount = parseCents(value) ?? (typeof value === 'string' ? parseTyped(value) : null)
  return amount === null ? null : formatUsd(amount)
}
/** Without the note that was typed after it: it may name a supporter. */
const whatHappened: Format = (value) => String(value).split(':')[0] ?? null
const inCents: Format = (value) => (Number.isSafeInteger(value) ? formatUsd(cents(value as number)) : null)
const number: Format = (value) => {
  const parsed = readQuantity(value)
  return parsed === null ? null : formatQuantity(parsed)
}
const amounts: Format = (value, context, of) =>
  Array.isArray(value) ? value.map((one) => dollars(one, context, of)).join(', ') : null
const named: Format = (value, { names }) => names.get(String(value)) ?? NAMELESS
const words: Format = (value) => (Array.isArray(value) ? shortened(value.join(', ')) : null)
const helps: Format = (value) => shortened(String((value as { description?: unknown })?.description ?? ''))
const tiers: Format = (value, context, of) =>
  Array.isArray(value)
    ? shortened(
        value.map(({ threshold, prize }) => `${prize} from ${dollars(threshold, context, of)}`).join(', '),
      )
    : null
const vocabulary: Format = (value) => {
  const { match, matches, season, team } = value as Record<string, unknown>
  return [match, matches, season, team].map(String).join(', ')
}
const day: Format = (value) =>
  isCalendarDay(String(value)) ? written(new Date(`${value}T12:00:00Z`), 'UTC', {}) : null
const instant: Format = (value, { timeZone }) => {
  const at = new Date(String(value))
  return Number.isNaN(at.getTime()) ? null : written(at, timeZone, { hour: 'numeric', minute: '2-digit' })
}
/** Noon stands in for a time that is not known. */
const starts: Format = (value, context, of) => {
  const at = new Date(String(value))
  if (of.hasTime !== false || Number.isNaN(at.getTime())) return instant(value, context, of)
  return `${written(at, context.timeZone, {})}, ${TIME_TBD}`
}
const written = (at: Date, timeZone: string, time: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone, ...time })
    .format(at)
    .replaceAll('\u202f', ' ')

/** In the campaign's words where they name what is counted. */
type Label = string | ((words: Vocabulary) => string)
type Fields = Record<string, readonly [label: Label, format: Format]>

/** By subject. Fields that are not listed here are never shown. */
const FIELDS: Record<string, Fields> = {
  campaign: {
    name: ['Name', text],
    status: ['Status', word],
    goal: ['Goal', dollars],
    startDate: ['Start date', day],
    endDate: ['End date', day],
    aboutThisCampaign: ['About this campaign', text],
    howThisCampaignHelps: ['How this campaign helps', helps],
    campaignType: ['Campaign type', word],
    template: ['Template', word],
    cause: ['Kind of cause', word],
    vocabulary: ['Words', vocabulary],
    imageUrl: ['Picture', () => 'A picture'],
    settleAutomatically: ['Billed automatically', yesNo],
    charges: ['Open charges cancelled', dollars],
    retries: ['Retries cancelled', dollars],
    invoices: ['Open invoices cancelled', dollars],
    refundAll: ['Everything collected is refunded', yesNo],
  },
  statistic: {
    name: ['Name', text],
    description: ['Description', text],
    type: ['Type', word],
    unitName: ['Unit', text],
    expectedMin: ['Expected minimum', number],
    expectedTarget: ['Expected target', number],
    expectedMax: ['Expected maximum', number],
    lastYearResult: ['Last year', number],
    lastYearMatches: [({ matches, season }) => `${capital(matches)} last ${season}`, number],
    chancePercent: ['How likely, in percent', number],
    pledgeAmountOptions: ['Amount options', amounts],
    allowCustomAmounts: ['Custom amounts', yesNo],
    isActive: ['Open for pledges', yesNo],
    sortOrder: ['Position', number],
  },
  event: {
    name: ['Name', text],
    eventType: ['Type', word],
    startTime: ['Starts', starts],
    endTime: ['Ends', instant],
    location: ['Location', text],
    description: ['Description', text],
    opponent: ['Opponent', text],
    venue: ['Venue', word],
    isCompleted: ['Completed', yesNo],
  },
  result: { reason: ['Reason', text] },
  reward: {
    title: ['Title', text],
    description: ['Description', text],
    type: ['Type', word],
    threshold: ['Threshold', dollars],
    maxWinners: ['Max winners', number],
    statisticId: ['Statistic', named],
    prizeDetails: ['Prize details', text],
    qualificationCriteria: ['Qualification criteria', text],
    prizeTypes: ['Prize types', words],
    enableTieredRewards: ['Tiers', yesNo],
    tieredRewards: ['Prizes by tier', tiers],
    hasAdditionalReward: ['Additional reward', yesNo],
    additionalReward: ['The additional reward', text],
    sponsorshipsAvailable: ['Sponsorships available', number],
  },
  ambassador: { onLeaderboard: ['May be named on the campaign page', yesNo] },
  comment: { reason: ['Reason', text] },
  pledge: {
    statisticId: ['Statistic', named],
    rate: ['Amount each', dollars],
    agreedMaximum: ['Their maximum', dollars],
  },
  settlement: { version: ['Version', number], kind: ['Kind', word] },
  charge: { amountCents: ['Amount', inCents], code: ['Reason', (code) => reasonOf(String(code))] },
  payment: { amount: ['Amount', dollars], method: ['By', word], reason: ['Reason', whatHappened] },
  refund: {
    amountCents: ['Amount', inCents],
    amount: ['Amount', dollars],
    invoice: ['Invoice', text],
  },
  exception: {
    happened: ['What happened', text],
    reference: ['At the card provider', text],
    amount: ['Amount', inCents],
    resolution: ['Resolution', text],
  },
  sign_off: { what: ['What', text], amount: ['Amount', dollars], reason: ['Reason', text] },
  payout: {
    amount: ['Amount', dollars],
    state: ['State', word],
    note: ['Note', text],
    paidOn: ['Sent', text],
    reference: ['Number', text],
    refusal: ['Reason', text],
    file: ['File', text],
    destination: ['To', text],
    arrivedOn: ['Arrived', text],
  },
  organization: {
    name: ['Name', text],
    description: ['Description', text],
    website: ['Website', text],
    streetAddress: ['Street address', text],
    city: ['City', text],
    state: ['State', text],
    zip: ['ZIP code', text],
    payeeName: ['Payee', text],
    fiscalYearFrom: ['Fiscal year starts in', month],
    logoUrl: ['Logo', () => 'A logo'],
    firstColor: ['First color', text],
    secondColor: ['Second color', text],
    role: ['Role', word],
    is501c3: ['501(c)(3)', yesNo],
    ein: ['EIN', text],
    einCheckedOn: ['EIN checked on', day],
    is501c3Since: ['501(c)(3) since', day],
    sizeTier: ['Size', word],
    timeZone: ['Time zone', text],
    destination: ['Payout destination', text],
    apiKey: ['API key', text],
    scopes: ['Scopes', text],
  },
}

const fieldsIn = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

/** Only what differs; for something added or deleted, only its reason or amount is shown. */
export function auditChanges(
  row: { subject: string; action: string; before: unknown; after: unknown },
  context: AuditContext,
): AuditChange[] {
  const isWhole = /\.(create|archive)$/.test(row.action) && row.subject !== 'refund'
  if (isWhole) return []
  const before = fieldsIn(row.before)
  const after = fieldsIn(row.after)
  return Object.entries(FIELDS[row.subject] ?? {}).flatMap(([field, [label, format]]) => {
    // Other sentences about a charge say their reason themselves.
    const isSaid = row.action !== 'charge.declined' && after.method !== 'bank_account'
    if (field === 'code' && isSaid) return []
    const write = (of: Record<string, unknown>) => {
      const value = of[field]
      return value === null || value === undefined || value === '' ? null : format(value, context, of)
    }
    const change = {
      label: typeof label === 'string' ? label : label(context.words),
      before: write(before),
      after: write(after),
    }
    return change.before === change.after ? [] : [change]
  })
}
