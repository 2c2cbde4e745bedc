import { z } from 'zod'
import { LARGEST_TOTAL } from '../money.ts'
import { PageQuery } from './error.ts'
import { Amount, amount, Day, day, Instant, id, optionalText, text } from './fields.ts'

/** Lines of one payout. */
const MOST_LINES = 500
export const PayoutForm = z.object({
  /** What is paid for each campaign, as it was shown; below zero: deducted. The server accepts no more than is available. */
  lines: z
    .array(
      z.object({
        campaignId: z.uuid('Not an id'),
        /** A campaign's whole season may be paid out at once. */
        amount: amount(undefined, { max: LARGEST_TOTAL }).refine(
          (value) => value !== 0,
          'The amount must not be 0',
        ),
      }),
      'Enter an amount for each campaign',
    )
    .min(1, 'Enter an amount for at least one campaign')
    .max(MOST_LINES, `A payout has at most ${MOST_LINES} campaigns`),
  note: optionalText(500),
})
export type PayoutForm = z.output<typeof PayoutForm>

/** `madeAt`: the file that was first made then, once more; null: a new one. */
export const BankFileForm = z.object({ madeAt: Instant.nullable().default(null) })

/** Why one is withdrawn. Needed if it is in a file for the bank, which may pay it anyway. */
export const PayoutWithdrawal = z.object({ reason: optionalText(200) })
export type PayoutWithdrawal = z.output<typeof PayoutWithdrawal>

/** The second person's agreement. It pays nothing. */
export const PayoutApproval = z.object({
  /** The destination that was shown: if it has changed since, the answer is a 409. */
  destinationId: z.uuid('Not an id').optional(),
})
export type PayoutApproval = z.output<typeof PayoutApproval>

/** An approved payout was sent: when, and the number of the check or of the bank transfer. */
export const PayoutSent = z.object({
  /** Today in the organization's zone when missing. */
  paidOn: day('Enter the day it was sent').optional(),
  reference: text(100, 'Enter the number of the check or the bank transfer'),
})
export type PayoutSent = z.output<typeof PayoutSent>

export const PayoutArrival = z.object({ arrivedOn: day('Enter the day it arrived').optional() })
export type PayoutArrival = z.output<typeof PayoutArrival>

/** Money of a payout that is here again: the payment came back, or the organization paid it back. */
export const PayoutReturn = z.object({
  returnedOn: day('Enter the day it was returned').optional(),
  reason: text(200, 'Enter why it was returned'),
  /** Missing: all of the payout. Parts may be returned, up to its amount. */
  amount: amount(undefined, { max: LARGEST_TOTAL })
    .refine((value) => value > 0, 'The amount must be greater than 0')
    .optional(),
  /** The organization paid it back. Otherwise a check was not cashed, or a bank returned the transfer: it is sent again. */
  isPaidBack: z.boolean('Enter true or false').optional(),
  /** How many returns of it were known: if another one was recorded since, the answer is a 409. */
  returnsKnown: z.int('Enter a whole number').min(0, 'Enter 0 or more').optional(),
})
export type PayoutReturn = z.output<typeof PayoutReturn>

const Named = z.object({ id, name: z.string() })
/** `returned`: all of it came back; `withdrawn`: before it was sent. */
export const PAYOUT_STATES = ['prepared', 'approved', 'sent', 'arrived', 'returned', 'withdrawn'] as const
/** What has to happen next; `transfer`: Stripe sends it automatically. */
const PAYOUT_STEPS = ['approve', 'send', 'transfer', 'confirm'] as const
const MoneyMode = z.enum(['live', 'sandbox'])

export const Payout = z.object({
  id,
  organizationId: id,
  amount: Amount,
  /** What it is for each campaign; they add up to the amount. Below zero: deducted. */
  lines: z.array(z.object({ campaignId: id, campaignName: z.string(), amount: Amount })),
  state: z.enum(PAYOUT_STATES),
  moneyMode: MoneyMode,
  note: z.string().nullable(),
  preparedBy: Named,
  preparedAt: Instant,
  approvedBy: Named.nullable(),
  approvedAt: Instant.nullable(),
  /** How it is sent; null until it is approved. */
  method: z.enum(['check', 'bank_transfer', 'stripe']).nullable(),
  /** Where to, in one line: as it was set when it was prepared and, since it was approved, as it was agreed to. */
  destination: z.string().nullable(),
  destinationId: id.nullable(),
  /** When it was sent. */
  paidOn: Day.nullable(),
  /** The check's number, the bank's, or Stripe's. */
  reference: z.string().nullable(),
  /** Of one that was withdrawn: why, if that was entered, or why Stripe made no transfer. */
  refusal: z.string().nullable(),
  /** The ACH file for the bank that it is in: when it was first made, and by whom. For representatives. */
  bankFile: z.object({ at: Instant, by: z.string() }).nullable(),
  /** Who recorded that it was sent; null: Stripe sent it. */
  sentBy: Named.nullable(),
  sentAt: Instant.nullable(),
  /** Confirmed; of a Stripe transfer, by Stripe's own answer. */
  arrivedOn: Day.nullable(),
  confirmedBy: Named.nullable(),
  confirmedAt: Instant.nullable(),
  /** Of it, what was returned or paid back since, or reversed at Stripe: it no longer counts as paid out. */
  reversed: Amount,
  reversals: z.array(
    z.object({
      on: Day,
      amount: Amount,
      /** Null: it was reversed at Stripe. */
      reason: z.string().nullable(),
      /** Present where the organization paid it back. */
      isPaidBack: z.literal(true).optional(),
    }),
  ),
  next: z.enum(PAYOUT_STEPS).nullable(),
  /** What a person must decide about it first, of an open exception. */
  held: z.string().nullable(),
  /** Why Stripe is not asked to transfer it now, although it is approved, or would not be once it is. */
  waits: z.string().nullable(),
  cannotApproveReason: z.string().nullable(),
})
export type Payout = z.infer<typeof Payout>

/**
 * What becomes available with checks and cash that are not in the bank yet, the soonest first. `on`: from that day, because a
 * check can bounce until then; null: once they are on a deposit slip.
 */
const Later = z.array(z.object({ amount: Amount, on: Day.nullable() }))

/** Of a campaign, or of all campaigns of an organization with one kind of money. */
const Balance = z.object({
  collected: Amount,
  commission: Amount,
  paidOut: Amount,
  /** Collected − commission − paid out; below zero it is deducted from the next payout. */
  owed: Amount,
})

/** What is owed for one campaign, and its line of a payout now. */
export const PayoutBalance = Balance.extend({
  campaignId: id,
  campaignName: z.string(),
  moneyMode: MoneyMode,
  /** The organization's share of refunds that are decided and not refunded yet. */
  heldForRefunds: Amount,
  /** Below zero: deducted from what the organization's other campaigns with the same kind of money are owed. */
  available: Amount,
  availableLater: Later,
  /** Since when nothing of it is paid out, because its books do not balance. Absent: they do. */
  billingHeldAt: Instant.optional(),
})
export type PayoutBalance = z.infer<typeof PayoutBalance>

export const PAYOUT_SHOWS = ['open', 'waiting', 'to_send', 'to_confirm', 'negative', 'all'] as const
export const PayoutsQuery = z.object({
  show: z.enum(PAYOUT_SHOWS).default('open'),
  search: z.string().trim().max(100).default(''),
  page: z.coerce.number().int().min(1).max(10_000).default(1),
})
export type PayoutsQuery = z.output<typeof PayoutsQuery>

/** Every organization that is owed something, or has a payout in progress. */
export const PayoutsPage = z.object({
  /** Sums over all campaigns, regardless of what is shown; live and sandbox money never added. */
  totals: z.array(
    z.object({
      moneyMode: MoneyMode,
      owed: Amount,
      negative: Amount,
      waiting: Amount,
      waitingCount: z.number(),
      /** Approved, and not sent yet. */
      toSend: Amount,
      toSendCount: z.number(),
      /** Sent, and not confirmed yet. */
      toConfirm: Amount,
      toConfirmCount: z.number(),
    }),
  ),
  /** Once for each kind of money. */
  organizations: z.array(
    Balance.extend({
      organizationId: id,
      organizationName: z.string(),
      timeZone: z.string(),
      moneyMode: MoneyMode,
      /** What can be paid out now: what is available for its campaigns, less those below zero. */
      available: Amount,
      /** Those with money. */
      campaigns: z.array(
        PayoutBalance.extend({
          /** Earned less settled, where results changed after the final lock and no correction is locked yet. */
          toSettle: Amount.optional(),
        }),
      ),
      /** Prepared, or approved. */
      open: Payout.nullable(),
      /** Sent and neither confirmed nor returned: the oldest of them. */
      toConfirm: Payout.nullable(),
      lastPaid: z.object({ id, paidOn: Day, amount: Amount }).nullable(),
      /** Where it would go; null: no destination is set. */
      destination: z.string().nullable(),
      destinationId: id.nullable(),
      /** Other organizations with the same bank account. */
      alsoOf: z.array(Named),
      /** An account at Stripe that this installation can transfer to. */
      isByStripe: z.boolean(),
    }),
  ),
  count: z.number(),
  /** ACH files with payouts that are not recorded as sent, the newest first. */
  bankFiles: z.array(
    z.object({
      /** When it was first made. */
      at: Instant,
      name: z.string(),
      by: z.string(),
      payouts: z.number(),
      amount: Amount,
      /** Null: it can be had again. */
      cannotDownloadReason: z.string().nullable(),
    }),
  ),
  /** Organizations that are owed something and have no payout destination: nothing can be paid out to them. */
  withoutDestination: z.object({
    organizations: z.number(),
    /** Of them, how many have neither proposed one nor were asked for one lately. */
    toAsk: z.number(),
    lastAskedAt: Instant.nullable(),
  }),
})
export type PayoutsPage = z.infer<typeof PayoutsPage>

/** How many organizations were asked for a payout destination, and how many owners were mailed. */
export const DestinationRequest = z.object({ organizations: z.number(), owners: z.number() })
export type DestinationRequest = z.infer<typeof DestinationRequest>

export const OrganizationPayoutsQuery = z.object({ page: PayoutsQuery.shape.page })

/** A payout that was sent, as owners see it. */
export const SentPayout = Payout.omit({
  note: true,
  cannotApproveReason: true,
  held: true,
  waits: true,
  bankFile: true,
})
export type SentPayout = z.infer<typeof SentPayout>

/** What an organization is owed and was paid, for its owners: totals, no pledges. */
export const OrganizationPayouts = z.object({
  /** One page of 100, the newest first. */
  campaigns: z.array(PayoutBalance),
  campaignsCount: z.number(),
  campaignsPage: z.number(),
  campaignsPages: z.number(),
  /** Over all campaigns, not only this page: what is owed, and what is deducted from payouts; real and test money apart. */
  owed: z.array(z.object({ moneyMode: MoneyMode, owed: Amount, negative: Amount })),
  /** The newest 100; the rest is at `sent-payouts` and in the file. */
  payouts: z.array(SentPayout),
  payoutsCount: z.number(),
})
export type OrganizationPayouts = z.infer<typeof OrganizationPayouts>

/** What moved the organization's share, by kind; `cards`: charges of cards and of bank accounts. */
const PAYOUT_FIGURES = ['cards', 'by_hand', 'bounced', 'refunds', 'disputes'] as const
export const PayoutFigure = z.enum(PAYOUT_FIGURES)
export type PayoutFigure = z.infer<typeof PayoutFigure>

const Parts = z.object({ collected: Amount, commission: Amount, share: Amount })
export const PayoutStatement = z.object({
  payout: Payout,
  organizationName: z.string(),
  timeZone: z.string(),
  /** Null: its campaigns have different ones. */
  commissionBasisPoints: z.number().nullable(),
  /** When the payout before it was sent; null: this is the first. */
  previousPaidOn: Day.nullable(),
  /** Of one that was sent: the day on which that was recorded, up to which its figures reach. It may be later than the day it was sent. */
  figuresOn: Day.nullable(),
  /** Owed when the payout before it was made; below zero: carried. */
  opening: Amount,
  /** Since then. */
  figures: z.array(
    Parts.extend({
      figure: PayoutFigure,
      entries: z.number(),
      /** Present where some of it was debited from bank accounts. */
      hasDebits: z.literal(true).optional(),
    }),
  ),
  total: Parts,
  /** Of earlier payouts, what was reversed at Stripe since the one before this. */
  returned: Amount,
  /** opening + what was added since + what was reversed. */
  owed: Amount,
  /** owed − this payout; of one that was withdrawn, what is owed. */
  closing: Amount,
  /** The same for each of its campaigns: they add up to the amounts above. */
  campaigns: z.array(
    z.object({
      campaignId: id,
      campaignName: z.string(),
      opening: Amount,
      collected: Amount,
      commission: Amount,
      returned: Amount,
      owed: Amount,
      /** Its line of this payout. */
      amount: Amount,
      closing: Amount,
    }),
  ),
  /** Of what is carried over. Missing once money moved since the payout was sent. */
  availableLater: Later.optional(),
  /** Of a payout that was sent, also to owners. */
  note: z.string().nullable(),
  /** May the caller open the pledges behind a figure? */
  canOpenPledges: z.boolean(),
})
export type PayoutStatement = z.infer<typeof PayoutStatement>

export const PayoutEntriesQuery = z.object({ figure: PayoutFigure.optional() }).extend(PageQuery.shape)
export const PayoutEntry = Parts.extend({
  id,
  occurredAt: Instant,
  figure: PayoutFigure,
  /** Present where it was a debit of a bank account. */
  isDebit: z.literal(true).optional(),
  description: z.string(),
  campaignName: z.string(),
  pledgeId: id.nullable(),
})
export type PayoutEntry = z.infer<typeof PayoutEntry>
