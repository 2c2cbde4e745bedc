import { z } from 'zod'
import { LINE_CHANGES } from '../pledges/line-changes.ts'
import { WHOLE_CHANGES, type WholeChange } from '../pledges/pledge-changes.ts'
import { Amount, Instant, id, oneName } from './fields.ts'
import { GuestContact } from './guest-pledge.ts'
import { MailQuestion } from './mail.ts'
import { LineChangeAgreed, LineChangePreview, PledgeAccount, PledgeChange, PledgeChanges } from './pledge.ts'
import { ProfileFields } from './user.ts'
import { Vocabulary } from './vocabulary.ts'

/** What a change of the pledge as a whole would come to now. */
export const WholeChangePreview = z.object({
  kind: z.enum(WHOLE_CHANGES),
  earned: Amount,
  mostBefore: Amount,
  most: Amount,
  words: z.string(),
})
export type WholeChangePreview = z.infer<typeof WholeChangePreview>

const { shape } = LineChangeAgreed

/** POST /api/pledge-links/{token}/changes: of a line, or of the pledge as a whole. */
export const LinkChange = z
  .object({
    ...shape,
    kind: z.enum([...LINE_CHANGES, ...WHOLE_CHANGES]),
    /** Of a line: with the maximum that was shown. */
    statisticId: shape.statisticId.optional(),
    agreedMaximum: shape.agreedMaximum.optional(),
  })
  .transform((form, { addIssue }): LineChangeAgreed | WholeChange => {
    const { kind, statisticId, pledgeAmount, maximumAmount, agreedMaximum } = form
    const refuse = (field: string, message: string) => {
      addIssue({ code: 'custom', path: [field], message })
      return z.NEVER
    }
    if (kind === 'cancel' || kind === 'card') return { kind }
    if (kind === 'lower')
      return maximumAmount === null
        ? refuse('maximumAmount', 'Enter an amount such as 200.00')
        : { kind, maximumAmount }
    if (statisticId === undefined) return refuse('statisticId', 'Choose a statistic')
    if (agreedMaximum === undefined) return refuse('agreedMaximum', 'Enter the maximum that was shown')
    if (kind !== 'stop' && !pledgeAmount) return refuse('pledgeAmount', 'Enter an amount above 0')
    return { kind, statisticId, pledgeAmount, maximumAmount, agreedMaximum }
  })
export type LinkChange = z.output<typeof LinkChange>

/** The secret of a link in an email. */
export const LinkToken = z.string().regex(/^[\w-]{43}$/, 'Not a link')

/** Missing, added by a link before, or the supporter's own: that stays, and the link does not tell whether there is any. */
const ByLink = z.enum(['missing', 'by_link', 'kept'])
export const DetailsByLink = z.object({ name: ByLink, contact: ByLink })
export type DetailsByLink = z.infer<typeof DetailsByLink>

/** Which parts were added. */
export const PartsByLink = z.object({ name: z.boolean(), contact: z.boolean() })
export type PartsByLink = z.infer<typeof PartsByLink>

/** POST /api/pledge-links/{token}/details: what the supporter has not typed, in one or two parts. */
export const LinkedDetailsForm = z
  .object({
    name: oneName(ProfileFields.pick({ firstName: true, lastName: true })).nullish(),
    contact: GuestContact.nullish(),
  })
  .refine(({ name, contact }) => name || contact, {
    path: ['name'],
    error: 'Enter your name or your address',
  })
export type LinkedDetailsForm = z.output<typeof LinkedDetailsForm>

/** One pledge as its link shows it: to read, without saying whose it is. */
export const LinkedPledge = PledgeAccount.omit({ pledgerId: true, ambassadorId: true, note: true }).extend({
  /** After this the link stops working; null: it works as long as the pledge is open, and 60 days more. */
  expiresAt: Instant.nullable(),
  /** What may be requested with the link, and is confirmed by mail. Which cards are saved is not revealed. */
  changeable: PledgeChanges.omit({ cards: true }),
  /** What may be added with the link. What the account has is not revealed. */
  details: DetailsByLink,
})
export type LinkedPledge = z.infer<typeof LinkedPledge>

/** POST /api/pledge-links/renewals: a new link for one that has ended, to the address on file only. */
export const LinkRenewal = z.object({ token: LinkToken })

/** POST /api/pledge-links/{token}/changes: it was mailed to the pledge's own address, which is not revealed. */
export const ChangeRequested = z.object({ expiresAt: Instant })
export type ChangeRequested = z.infer<typeof ChangeRequested>

/** GET /api/pledge-change-links/{token}: what the link in that mail shows. */
export const RequestedChange = z.object({
  state: z.enum(['waiting', 'confirmed', 'over']),
  campaignId: id,
  campaignName: z.string(),
  organizationName: z.string(),
  timeZone: z.string(),
  isTestMoney: z.boolean(),
  vocabulary: Vocabulary,
  /** What was asked for; null where it is over. */
  kind: z.enum([...LINE_CHANGES, ...WHOLE_CHANGES]).nullable(),
  /** Asked first where it was not requested in this browser: what would change is shown once it is answered. */
  question: MailQuestion.nullable().optional(),
  /** What it would come to now; null where it cannot be confirmed. */
  preview: z.union([LineChangePreview, WholeChangePreview]).nullable(),
  /** Why it cannot be confirmed, in words. */
  problem: z.string().nullable(),
  expiresAt: Instant.nullable(),
  /** After it was confirmed: the pledge's own page. */
  pledgeUrl: z.string().nullable(),
})
export type RequestedChange = z.infer<typeof RequestedChange>

/** POST /api/pledge-change-links/{token}/confirmation: with the maximum that the page showed, and the card saved there. */
export const ChangeConfirmation = z.object({
  agreedMaximum: LineChangeAgreed.shape.agreedMaximum,
  stripePaymentMethodId: PledgeChange.shape.stripePaymentMethodId,
})
export type ChangeConfirmation = z.output<typeof ChangeConfirmation>

/** `agreedMaximum`: null where it was confirmed before. */
export const ChangeConfirmed = z.object({ agreedMaximum: Amount.nullable(), pledgeUrl: z.string() })
export type ChangeConfirmed = z.infer<typeof ChangeConfirmed>

/** What a page shows of a pledge, to anyone who may look. */
export type ShownPledge = Omit<LinkedPledge, 'expiresAt' | 'changeable' | 'details'>
