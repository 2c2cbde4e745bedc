import { z } from 'zod'
import { WAITS } from '../billing/charge-status.ts'
import { INSTRUMENTS, isCharged, PAYMENT_METHODS, PAYMENT_TIMINGS, timingOf } from '../billing/instruments.ts'
import { CAMPAIGN_STATUSES } from '../campaigns/campaign-state.ts'
import { type Cents, formatUsd, LARGEST_AMOUNT } from '../money.ts'
import { LINE_CHANGES, type LineChangeKind } from '../pledges/line-changes.ts'
import { LARGEST_RATE } from '../pledges/pledge.ts'
import { COUNTS_FROM } from '../pledges/scope.ts'
import { STATISTIC_TYPES } from '../season/statistic-types.ts'
import { SavedCard } from './card.ts'
import { Amount, amount, Instant, id, OwnName, optionalText } from './fields.ts'
import { AmountRange } from './forecast.ts'
import { CARD_PAYMENT, CHARGE_STATES } from './settlement.ts'
import { THANKS } from './thanks.ts'
import { Vocabulary } from './vocabulary.ts'

/** Which results a line counts. */
export const LineCounts = z.object({
  from: z.enum(COUNTS_FROM),
  /** What began after this instant; null: from the start of the season. */
  fromAt: Instant.nullable(),
  /** What had begun by this instant, as the line was raised or stopped then; null: it is open. */
  untilAt: Instant.nullable(),
  eventId: id.nullable(),
  eventName: z.string().nullable(),
})
export type LineCounts = z.infer<typeof LineCounts>

const PLEDGE_STATUSES = ['active', 'settled', 'cancelled', 'past_due'] as const

const rate = amount('Enter an amount above 0', {
  max: LARGEST_RATE,
  tooLarge: `Pledge at most ${formatUsd(LARGEST_RATE)} per statistic`,
}).refine((value) => value > 0, 'Pledge amount must be greater than 0')

const maximum = amount('Enter an amount such as 200.00', {
  tooLarge: `The maximum can be at most ${formatUsd(LARGEST_AMOUNT)}`,
}).refine((value) => value > 0, 'The maximum must be greater than 0')
const cap = maximum.nullish().transform((value) => value ?? null)

const lines = z
  .array(
    // A client's estimatedTotal is ignored: the estimate is the server's.
    z.object({
      statisticId: id,
      pledgeAmount: rate,
      estimatedTotal: z.unknown().optional(),
      // As the screen showed them: if they are no longer so, the pledge is a 409.
      name: z.string().max(200).nullish(),
      unitName: z.string().max(200).nullish(),
      // One that we do not know is not compared.
      type: z.string().max(200).nullish(),
    }),
    { error: 'Choose at least one statistic' },
  )
  .min(1, 'Choose at least one statistic')
  .max(100, 'Choose at most 100 statistics')
  .refine(
    (all) => new Set(all.map(({ statisticId }) => statisticId)).size === all.length,
    'Choose each statistic once',
  )

/** Which results count; left out, those of the whole season. */
const counts = z
  .object({ from: z.enum(COUNTS_FROM), eventId: id.nullish() })
  .nullish()
  .refine((value) => (value?.from === 'match') === Boolean(value?.eventId), {
    path: ['eventId'],
    message: 'Choose a match',
  })

export type CountsForm = z.output<typeof counts>

/** POST /api/campaigns/{id}/pledges (R15, R16). */
export const PledgeForm = z
  .object({
    pledgerId: id.nullish(),
    ambassadorId: id.nullish().transform((value) => value ?? null),
    maximumAmount: cap,
    /** The maximum that was shown and is agreed to: if it is another one now, the pledge is a 409. */
    agreedMaximum: amount('Enter the maximum that was shown').nullish(),
    paymentTiming: z.enum(PAYMENT_TIMINGS).nullish(),
    paymentMethod: z
      .enum(PAYMENT_METHODS)
      .nullish()
      .transform((value) => value ?? 'check'),
    stripePaymentMethodId: z
      .string()
      .min(1)
      .max(200)
      .nullish()
      .transform((value) => value ?? null),
    isAnonymous: z
      .boolean()
      .nullish()
      .transform((value) => value ?? false),
    /** By first name and initial, once a representative has checked the name. */
    thankByName: z.boolean().nullish(),
    note: optionalText(200),
    counts,
    pledgeStatistics: lines,
  })
  .refine(
    ({ paymentMethod, paymentTiming }) =>
      paymentTiming !== 'as_season_progresses' || timingOf(paymentMethod) === 'as_season_progresses',
    {
      path: ['paymentTiming'],
      message: 'Only automatic billing as the season progresses can be billed before the end',
    },
  )
  .refine(
    ({ paymentMethod, paymentTiming }) =>
      timingOf(paymentMethod) !== 'as_season_progresses' || paymentTiming !== 'end_of_campaign',
    { path: ['paymentTiming'], message: 'This payment method bills as the season progresses' },
  )
  .refine(
    ({ paymentMethod, stripePaymentMethodId }) => !isCharged(paymentMethod) || stripePaymentMethodId !== null,
    {
      path: ['stripePaymentMethodId'],
      message: 'Add a card or a bank account for automatic billing',
    },
  )
  .refine(({ isAnonymous, thankByName }) => !(isAnonymous && thankByName), {
    path: ['thankByName'],
    message: 'An anonymous pledge is not thanked by name: choose one of the two',
  })
export type PledgeForm = z.output<typeof PledgeForm>

const named = { statisticId: id, name: z.string(), unitName: z.string().nullable() }
/** `details` of that 409: what the pledge would come to now. */
export const CurrentTerms = z.object({
  agreedMaximum: Amount,
  pledgeStatistics: z.array(z.object({ ...named, type: z.enum(STATISTIC_TYPES) })),
})
export type CurrentTerms = z.infer<typeof CurrentTerms>

/** PUT /api/pledges/{id}: a lower maximum, another card. */
export const PledgeChange = z
  .object({
    maximumAmount: maximum.optional(),
    stripePaymentMethodId: z.string('Choose a card').min(1, 'Choose a card').max(200).optional(),
  })
  .refine(
    ({ maximumAmount, stripePaymentMethodId }) =>
      maximumAmount !== undefined || stripePaymentMethodId !== undefined,
    { path: ['maximumAmount'], message: 'Enter a lower maximum, or choose another card' },
  )
export type PledgeChange = z.output<typeof PledgeChange>

const lineChange = {
  kind: z.enum(LINE_CHANGES),
  statisticId: id,
  /** The new rate; a line that is stopped has none. */
  pledgeAmount: rate.nullish(),
  /** A new cap; if left out, an existing one stays. */
  maximumAmount: cap,
}
const hasRate = ({ kind, pledgeAmount }: { kind: LineChangeKind; pledgeAmount?: Cents | null | undefined }) =>
  kind === 'stop' || Boolean(pledgeAmount)
const NO_RATE = { path: ['pledgeAmount'], message: 'Enter an amount above 0' }

/** GET /api/pledges/{id}/changes/preview: what a change would come to; changes nothing. */
export const LineChangeForm = z.object(lineChange).refine(hasRate, NO_RATE)
export type LineChangeForm = z.output<typeof LineChangeForm>

/** POST /api/pledges/{id}/changes: the change, with the maximum that was shown and is agreed to. */
export const LineChangeAgreed = z
  .object({ ...lineChange, agreedMaximum: amount('Enter the maximum that was shown') })
  .refine(hasRate, NO_RATE)
export type LineChangeAgreed = z.output<typeof LineChangeAgreed>

export const LineChangePreview = z.object({
  kind: z.enum(LINE_CHANGES),
  statisticId: id,
  name: z.string(),
  rateBefore: Amount.nullable(),
  rate: Amount.nullable(),
  earned: Amount,
  mostBefore: Amount,
  most: Amount,
  /** So many units are still possible at the changed rate; null where no figure says, or nothing is counted. */
  maximumUnits: z.number().nullable(),
  unitName: z.string().nullable(),
  estimatedTotal: Amount,
  /** More than ten times the largest preset: ask once more. */
  isUnusual: z.boolean(),
  /** The change in a sentence, as it is agreed to. */
  words: z.string(),
})
export type LineChangePreview = z.infer<typeof LineChangePreview>

/** POST /api/campaigns/{id}/pledges/quote: the figures of panel and review, computed where they are decided. */
export const QuoteForm = z.object({ maximumAmount: cap, counts, pledgeStatistics: lines })
export const Quote = z.object({
  estimate: Amount,
  alreadyEarned: Amount,
  /** What is expected. */
  likely: Amount,
  most: Amount,
  /** What the maximum is, or would be, without the cap. */
  mostWithoutCap: Amount,
  suggestedCap: Amount,
  lines: z.array(
    z.object({
      statisticId: id,
      rate: Amount,
      estimate: Amount,
      alreadyEarned: Amount,
      confirmedQuantity: z.number(),
      /** So many units at this rate are in the maximum; null where nothing is known of the season, or nothing is counted. */
      maximumUnits: z.number().nullable(),
      /** More than ten times the largest preset: ask once more. */
      isUnusual: z.boolean(),
    }),
  ),
  /** The range around what is expected, under the maximum. Missing where nothing is known of any of its statistics. */
  forecast: AmountRange.optional(),
})
export type Quote = z.infer<typeof Quote>

/** How a supporter appears to everyone: never by name. `number` counts from the first pledge. */
export const PublicPledge = z.object({
  id,
  number: z.number(),
  totalAmountDue: Amount,
  note: z.string().nullable(),
  createdAt: Instant,
})
export type PublicPledge = z.infer<typeof PublicPledge>

/** As those who run the campaign see it: still without a name. */
export const ManagedPledge = PublicPledge.extend({ pledgeType: z.string(), status: z.string() })
export type ManagedPledge = z.infer<typeof ManagedPledge>

export const UserPledge = z.object({
  id,
  campaignId: id,
  campaignName: z.string(),
  campaign: z.object({ name: z.string() }),
  amount: Amount,
  /** The most that can be owed, as agreed. */
  agreedMaximum: Amount,
  pledgeType: z.string(),
  status: z.enum(PLEDGE_STATUSES),
  /** Waits for a representative, and counts nowhere until then. */
  isHeld: z.boolean(),
  createdAt: Instant,
  /** Of the campaign, in which its days are. */
  timeZone: z.string(),
})
export type UserPledge = z.infer<typeof UserPledge>

/** A pledge as it was agreed, and what it has come to. */
export const Pledge = z.object({
  id,
  campaignId: id,
  campaignName: z.string(),
  pledgerId: id,
  ambassadorId: id.nullable(),
  status: z.enum(PLEDGE_STATUSES),
  /** Waits for a representative, and counts nowhere until then. */
  isHeld: z.boolean(),
  pledgeType: z.string(),
  paymentTiming: z.enum(PAYMENT_TIMINGS),
  paymentMethod: z.enum(PAYMENT_METHODS),
  isAnonymous: z.boolean(),
  /** Missing: its supporter does not want to be thanked by name. */
  thanks: z.enum(THANKS).optional(),
  note: z.string().nullable(),
  maximumAmount: Amount.nullable(),
  /** The most that can be owed, as agreed. */
  agreedMaximum: Amount,
  estimatedTotal: Amount,
  /** At today's confirmed results, at most the agreed maximum. */
  earned: Amount,
  /** Expected; after the final lock exactly what is settled. */
  totalAmountDue: Amount,
  billed: Amount,
  received: Amount,
  pledgeStatistics: z.array(
    z.object({
      statisticId: id,
      /** As it was agreed to. */
      name: z.string(),
      /** What the statistic is called today, where that is another name. */
      nameNow: z.string().optional(),
      type: z.enum(STATISTIC_TYPES),
      pledgeAmount: Amount,
      estimatedTotal: Amount,
      counts: LineCounts,
    }),
  ),
  consentText: z.string(),
  createdAt: Instant,
  version: z.number(),
})
export type Pledge = z.infer<typeof Pledge>

/** What its supporter may change now, and the reason in words where not. */
export const PledgeChanges = z.object({
  canCancel: z.boolean(),
  cannotCancelReason: z.string().nullable(),
  /** Until then if nothing is billed, and afterwards until a result that it counts is entered; on one match, until that begins. */
  cancelUntil: Instant,
  canLower: z.boolean(),
  cannotLowerReason: z.string().nullable(),
  lowestMaximum: Amount,
  /** Whether lines may be raised, stopped and added. */
  canChangeLines: z.boolean(),
  cannotChangeLinesReason: z.string().nullable(),
  /** Statistics of the campaign, with the line that is open on each. */
  lines: z.array(
    z.object({
      statisticId: id,
      name: z.string(),
      /** The name that was agreed to on the open line, where it is another one. */
      agreedName: z.string().optional(),
      type: z.enum(STATISTIC_TYPES),
      unitName: z.string().nullable(),
      pledgeAmountOptions: z.array(z.number()),
      allowCustomAmounts: z.boolean(),
      /** Of the open line; null: not pledged on, or stopped. */
      rate: Amount.nullable(),
      cannotRaiseReason: z.string().nullable(),
      cannotStopReason: z.string().nullable(),
      cannotAddReason: z.string().nullable(),
    }),
  ),
  canChangeCard: z.boolean(),
  cannotChangeCardReason: z.string().nullable(),
  /** The supporter's own saved cards that can be charged here, newest first. */
  cards: z.array(SavedCard.extend({ isCurrent: z.boolean() })),
})
export type PledgeChanges = z.infer<typeof PledgeChanges>

const PledgeCharge = z.object({
  id,
  amount: Amount,
  refunded: Amount,
  state: z.enum(CHARGE_STATES),
  chargeAt: Instant,
  succeededAt: Instant.nullable(),
  reason: z.string().nullable(),
  invoiceId: id.nullable(),
  underWay: z.enum(['off_session', 'confirmation', 'link']).nullable(),
  /** Of a debit on its way: by when its bank answers. */
  answersBy: Instant.nullable().optional(),
  /** Why it waits, whatever its date says; null: it does not. */
  waits: z.enum(WAITS).nullable().optional(),
})

/** The same, match by match: what each match added, what is charged, when and why. */
export const PledgeAccount = Pledge.extend({
  organizationName: z.string(),
  campaignStatus: z.enum(CAMPAIGN_STATUSES),
  /** What the campaign calls its matches, its season and its team. */
  vocabulary: Vocabulary,
  timeZone: z.string(),
  /** After the final lock: what its newest version says, the same as totalAmountDue. Null before. */
  settled: Amount.nullable(),
  /** Of `settled`, what is deliberately waived, and what was written off. Missing: nothing. */
  waived: Amount.optional(),
  writtenOff: Amount.optional(),
  /** Results changed after that: `earned` is of today, `settled` and `shares` follow with the next version. */
  isSettledOutdated: z.boolean(),
  /** They add up to `settled` after the final lock, to `earned` before. The first may be the one-time gift, without an event. */
  shares: z.array(
    z.object({
      eventId: id.nullable(),
      eventName: z.string(),
      at: Instant,
      amount: Amount,
      running: Amount,
      /** Each line's count and rate there; `words` such as "3 × $5.00". None for a one-time gift. */
      lines: z
        .array(z.object({ statisticId: id, name: z.string(), words: z.string(), amount: Amount }))
        .optional(),
    }),
  ),
  charges: z.array(PledgeCharge),
  invoices: z.array(
    z.object({
      id,
      number: z.string(),
      amount: Amount,
      open: Amount,
      /** How much lower the amount is because refunds that were owed were set off against it. */
      setOff: Amount,
      state: z.enum(['open', 'paid', 'void']),
      ...CARD_PAYMENT,
      dueDate: z.string(),
    }),
  ),
  /** Checks and cash that arrived. */
  payments: z.array(
    z.object({
      id,
      amount: Amount,
      /** Of it, what was paid above the invoice: the supporter's credit. */
      overpaid: Amount,
      method: z.enum(INSTRUMENTS),
      receivedOn: z.string(),
      state: z.enum(['received', 'deposited', 'bounced']),
    }),
  ),
  isTestMoney: z.boolean(),
})
export type PledgeAccount = z.infer<typeof PledgeAccount>

export const PledgeDetail = PledgeAccount.extend({ changes: PledgeChanges, supporterName: OwnName })
export type PledgeDetail = z.infer<typeof PledgeDetail>
