import { z } from 'zod'
import { INSTRUMENTS } from '../billing/instruments.ts'
import { dollars } from '../money.ts'
import { PageQuery } from './error.ts'
import { Amount, amount, Day, day, Instant, id, optionalText, text } from './fields.ts'
import { CARD_PAYMENT } from './settlement.ts'

/** What is written on a check: an invoice's number, a name, an amount. */
export const InvoiceSearch = z.object({ search: text(100, 'Type a number, a name or an amount') })

const MoneyMode = z.enum(['live', 'sandbox'])

/** An open invoice, or one that is being paid by card, with its supporter: the person posting a check has to know. */
export const FoundInvoice = z.object({
  id,
  campaignId: id,
  pledgeId: id,
  number: z.string(),
  name: z.string(),
  email: z.string(),
  campaignName: z.string(),
  organizationName: z.string(),
  amount: Amount,
  paid: Amount,
  open: Amount,
  ...CARD_PAYMENT,
  dueDate: Day,
  /** No payment for it was received before that. */
  pledgedOn: Day,
  /** The campaign's: a payment counts on its day there. */
  timeZone: z.string(),
  moneyMode: MoneyMode,
  /** No one records payment for their own pledge. */
  isOwn: z.boolean(),
})
export type FoundInvoice = z.infer<typeof FoundInvoice>

/** `bounced`: reversed, because the check bounced or it was posted by mistake (`reversalReason`). */
const PAYMENT_STATES = ['received', 'deposited', 'bounced'] as const
/** A page of what was posted, deposited or refunded; `search`: the number of a check, a slip or an invoice. */
export const PostedQuery = PageQuery.extend({ search: optionalText(100) })
export const PaymentsQuery = PostedQuery.extend({
  state: z.enum(['all', ...PAYMENT_STATES]).default('received'),
})

/** A check or cash as it was posted. No names: those of its pledges are requested separately, and logged. */
export const PostedPayment = z.object({
  id,
  campaignId: id,
  pledgeId: id,
  campaignName: z.string(),
  invoiceNumber: z.string(),
  amount: Amount,
  /** Of it, what was paid above the invoice: the supporter's credit. */
  overpaid: Amount,
  /** When that was refunded to its supporter; null: it was not. */
  overpaidReturnedOn: Day.nullable(),
  method: z.enum(INSTRUMENTS),
  reference: z.string().nullable(),
  receivedOn: Day,
  state: z.enum(PAYMENT_STATES),
  depositId: id.nullable(),
  /** The day it was reversed, and why in words. */
  bouncedOn: Day.nullable(),
  bounceReason: z.string().nullable(),
  /** Why it was reversed; null: it was not. */
  reversalReason: z.enum(['bounced', 'posted_wrongly']).nullable(),
  /** The campaign's: a deposit counts on its day there. */
  timeZone: z.string(),
  moneyMode: MoneyMode,
  createdAt: Instant,
})
export type PostedPayment = z.infer<typeof PostedPayment>

/** What is expected, what waits for the bank, and what is in the bank. Never live and sandbox together. */
export const PaymentTotals = z.array(
  z.object({
    moneyMode: MoneyMode,
    expected: Amount,
    expectedCount: z.number(),
    received: Amount,
    receivedCount: z.number(),
    deposited: Amount,
    depositedCount: z.number(),
  }),
)
export type PaymentTotals = z.infer<typeof PaymentTotals>

/** The most that go on one slip. */
export const MAX_ON_A_SLIP = 500
/** This many payments of the largest amount. */
const LARGEST_SLIP = dollars('500000000.00')
export const DepositForm = z.object({
  paymentIds: z
    .array(id)
    .min(1, 'Choose at least one')
    .max(MAX_ON_A_SLIP, `At most ${MAX_ON_A_SLIP} on one slip`),
  /** Their sum, as the screen showed it. */
  amount: amount(undefined, { max: LARGEST_SLIP }),
  depositedOn: day('Enter the day it was deposited'),
  reference: optionalText(100),
})
export type DepositForm = z.output<typeof DepositForm>

export const Deposit = z.object({
  id,
  amount: Amount,
  paymentsCount: z.number(),
  depositedOn: Day,
  reference: z.string().nullable(),
  moneyMode: MoneyMode,
  madeBy: z.string(),
  createdAt: Instant,
})
export type Deposit = z.infer<typeof Deposit>

/** A check that the bank sent back, or a payment that was posted to the wrong invoice. */
export const TakeBackForm = z.object({
  why: z.enum(['bounced', 'posted_wrongly'], { error: 'Choose what happened' }),
  on: day('Enter the day'),
  note: optionalText(150),
  /** The open invoice that it was meant for: it is posted there at once, even if it is in the bank already. */
  invoiceId: id.nullish(),
  /** Another one with a number that is already posted on that invoice. */
  isAnother: z.boolean().default(false),
})
export type TakeBackForm = z.output<typeof TakeBackForm>
