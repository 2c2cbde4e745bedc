import { z } from 'zod'
import { isCharged, PAYMENT_METHODS } from '../billing/instruments.ts'
import { formatUsd, LARGEST_AMOUNT } from '../money.ts'
import { HELD_STATES } from '../pledges/held-pledge.ts'
import { STATISTIC_TYPES } from '../season/statistic-types.ts'
import { CardSetup } from './card.ts'
import { Amount, amount, email, Instant, id, name, oneName, optionalName, optionalText } from './fields.ts'
import { AmountRange } from './forecast.ts'
import { MailQuestion } from './mail.ts'
import { CurrentTerms, QuoteForm } from './pledge.ts'
import { ProfileFields } from './user.ts'
import { Vocabulary } from './vocabulary.ts'

const secret = z.string().regex(/^[\w-]{43}$/, 'Not a secret')

/** The card provider's id of a card, as its form answered it. */
const cardId = z
  .string()
  .regex(/^[\w-]{1,200}$/, 'Enter the card again')
  .nullish()
  .transform((value) => value ?? null)

/** POST /api/campaigns/{id}/guest-pledges: begin a pledge without an account. */
export const GuestStart = z.object({
  /** No card form is opened for a check or cash. */
  isByInvoice: z
    .boolean()
    .nullish()
    .transform((value) => value ?? false),
})
export type GuestStart = z.output<typeof GuestStart>

export const GuestStarted = z.object({
  id,
  /** Known to this browser only: with it the pledge is held, mailed again, corrected and withdrawn. */
  secret: z.string(),
  /** The card form; null where the card is asked for after the mail. */
  setup: CardSetup.nullable(),
  isCardAfterMail: z.boolean(),
})
export type GuestStarted = z.infer<typeof GuestStarted>

/** Where the invoice is sent, and whom to call: asked only of those who pay by check or cash. */
export const GuestContact = ProfileFields.pick({
  phone: true,
  streetAddress1: true,
  streetAddress2: true,
  city: true,
  state: true,
  zip: true,
})
export type GuestContact = z.output<typeof GuestContact>

const guestHold = z.object({
  secret,
  email: email(),
  ambassadorId: id.nullish().transform((value) => value ?? null),
  /** The most that the screen showed: it is binding, no matter what changes until the pledge is confirmed. */
  maximumAmount: amount('Enter an amount such as 200.00', {
    tooLarge: `The maximum can be at most ${formatUsd(LARGEST_AMOUNT)}`,
  }).refine((value) => value > 0, 'The maximum must be greater than 0'),
  /** Whether the guest chose it, as a cap; otherwise it is what the screen computed, and a later change moves it. */
  isOwnMaximum: z
    .boolean()
    .nullish()
    .transform((value) => value ?? true),
  paymentMethod: z
    .enum(['auto_bill_progress', 'auto_bill_end', 'check', 'cash'])
    .nullish()
    .transform((value) => value ?? 'auto_bill_end'),
  stripePaymentMethodId: cardId,
  /** Where a wallet or the card's own form gave them. */
  firstName: name(100)
    .nullish()
    .transform((value) => value ?? null),
  lastName: optionalName(100),
  zip: optionalText(20),
  contact: GuestContact.nullish().transform((value) => value ?? null),
  /** Left out, the organization does not see who it is: nobody was told otherwise. */
  isAnonymous: z
    .boolean()
    .nullish()
    .transform((value) => value ?? true),
  /** Which results count, as of the moment when it is held; left out, those of the whole season. */
  counts: QuoteForm.shape.counts,
  pledgeStatistics: QuoteForm.shape.pledgeStatistics,
})
const NEEDED = {
  firstName: 'First name is required',
  contact: 'Enter your address and phone',
}

/** POST /api/guest-pledges/{id}/holding. */
export const GuestHold = oneName(
  guestHold.superRefine((form, context) => {
    if (isCharged(form.paymentMethod)) return
    for (const [field, message] of Object.entries(NEEDED))
      if (form[field as keyof typeof NEEDED] === null)
        context.addIssue({ code: 'custom', path: [field], message })
  }),
)
export type GuestHold = z.output<typeof GuestHold>

/** What the browser that began it is told; the same whether or not the address has an account. */
export const GuestHeld = z.object({
  id,
  email: z.string(),
  maximumAmount: Amount,
  /** Until then the link can be opened. */
  expiresAt: Instant,
  /** How often it can be mailed again, and from when. */
  mailsLeft: z.number(),
  nextMailAt: Instant,
  addressesLeft: z.number(),
  /** After it is confirmed we check it first, unless the person is known to us: nobody is looked up for this. */
  isChecked: z.boolean().optional(),
})
export type GuestHeld = z.infer<typeof GuestHeld>

/** POST /api/guest-pledges/{id}/mails: again, to the same address or, where one is given, to the right one. */
export const GuestMailAgain = z.object({ secret, email: email().nullish() })
export const GuestWithdrawal = z.object({ secret })

/** POST /api/guest-pledges/{id}/state: whether it still waits, for the browser that began it. */
export const GuestStateAsked = z.object({ secret })
export const GuestState = z.object({ state: z.enum(['started', 'held', 'confirmed', 'expired']) })
export type GuestState = z.infer<typeof GuestState>

/** GET /api/guest-pledge-links/{token}: what the link in the mail shows. It contains nothing from an account. */
export const LinkedGuestPledge = z.object({
  state: z.enum(['held', 'confirmed', 'expired']),
  campaignId: id,
  campaignName: z.string(),
  organizationName: z.string(),
  timeZone: z.string(),
  isTestMoney: z.boolean(),
  maximumAmount: Amount.nullable(),
  /** The campaign's own words. */
  vocabulary: Vocabulary.optional(),
  /** Which results count, in words: "of matches that start after ..."; null for the whole season. */
  counted: z.string().nullable().optional(),
  /**
   * At today's confirmed results, as the pledge would start; null where it cannot be confirmed, or counts a part of
   * the season only.
   */
  alreadyEarned: Amount.nullable(),
  /** The range around what is expected, under the maximum; missing where nothing is known. */
  forecast: AmountRange.optional(),
  pledgeStatistics: z.array(
    z.object({
      statisticId: id,
      name: z.string(),
      type: z.enum(STATISTIC_TYPES),
      unitName: z.string().nullable(),
      pledgeAmount: Amount,
    }),
  ),
  paymentMethod: z.enum(PAYMENT_METHODS).nullable(),
  /** `Visa ending in 4242`; null where the card is still to be given. */
  card: z.string().nullable(),
  needsCard: z.boolean(),
  /** A check or cash so large that we check it first, unless the person is known to us: nobody is looked up for this. */
  isChecked: z.boolean().optional(),
  /** What is agreed to by pressing the button. */
  consentText: z.string().nullable(),
  /**
   * Asked first where it was not begun in this browser: nothing of the pledge is shown before it is answered, and it is not
   * taken back.
   */
  question: MailQuestion.nullable().optional(),
  /** Why it cannot be confirmed, in words; null where it can. */
  problem: z.string().nullable(),
  /** What it is called now, where that is all that is in the way: whoever agrees to this can confirm. Null otherwise. */
  now: z
    .object({
      /** "Goals is called Points now, and is counted per point." */
      changes: z.string(),
      pledgeStatistics: CurrentTerms.shape.pledgeStatistics,
      consentText: z.string(),
      counted: z.string().nullable(),
      alreadyEarned: Amount.nullable(),
    })
    .nullable()
    .optional(),
  /** The campaign is paused: it can be confirmed if the campaign resumes in time. */
  isPaused: z.boolean().optional(),
  expiresAt: Instant.nullable(),
  /** After it was confirmed: the pledge's own page. */
  pledgeUrl: z.string().nullable(),
  /** It was confirmed, and its links have expired or were revoked: nothing of the pledge is shown. */
  isLinkEnded: z.boolean().optional(),
  /** After it was confirmed, for 48 hours: until then it can be taken back, after the question if there is one. */
  takeBackUntil: Instant.nullable().optional(),
  /** After it was confirmed: why nothing more counts; null while the campaign goes on. */
  ended: z.enum(['cancelled', 'settled']).nullable().optional(),
  /** Of a large promise by check or cash, after it was confirmed: what a representative decided. */
  heldState: z.enum(HELD_STATES).nullable().optional(),
  /** The code of the ambassador who brought them, to pass on. */
  referralCode: z.string().nullable(),
})
export type LinkedGuestPledge = z.infer<typeof LinkedGuestPledge>

/** POST /api/guest-pledge-links/{token}/confirmation. */
export const GuestConfirmation = z.object({
  /** Where the card was asked for after the mail. */
  stripePaymentMethodId: cardId,
  /** Each statistic as the page showed it, from `now`; left out, what the form called it. */
  pledgeStatistics: z
    .array(
      z.object({
        statisticId: id,
        name: z.string().max(200),
        unitName: z.string().max(200).nullable(),
        type: z.enum(STATISTIC_TYPES),
      }),
    )
    .max(100, 'Choose at most 100 statistics')
    .nullish(),
})

export type GuestConfirmation = z.output<typeof GuestConfirmation>

export const GuestConfirmed = z.object({
  pledgeId: id,
  campaignId: id,
  /** The pledge's own page, by its own link; for one that is checked first, the page that says so. */
  pledgeUrl: z.string(),
  /** It counts once a representative has looked at it. */
  isHeld: z.boolean().optional(),
})
export type GuestConfirmed = z.infer<typeof GuestConfirmed>
