import { z } from 'zod'
import { CAMPAIGN_STATUSES } from '../campaigns/campaign-state.ts'
import { MAX_FILE_BYTES } from '../files/decode.ts'
import { keptEmail } from '../people/email.ts'
import { Amount, email, Instant, id } from './fields.ts'

export const AmbassadorForm = z.object({ email: email('Valid email is required') })
export const AmbassadorUpdate = z.object({ resendEmail: z.literal(true, { error: 'Nothing to change' }) })

/** In the management screen. */
export const Ambassador = z.object({
  id,
  email: z.string(),
  user: z
    .object({ firstName: z.string().nullable(), lastName: z.string().nullable(), email: z.string() })
    .nullable(),
  userId: id.nullable(),
  ambassadorReferralCode: z.string(),
  status: z.enum(['invited', 'active']),
  createdAt: Instant,
  joinedAt: Instant.nullable(),
  /** When an invitation or a nudge last went to them; null: not yet. */
  mailedAt: Instant.nullable(),
  /** In lists: when an email can go there again, after one from here or three from anywhere within an hour; null: now. */
  mailableAt: Instant.nullable().optional(),
  /** Pledges credited to them, cancelled ones aside. */
  supportersCount: z.number(),
})
export type Ambassador = z.infer<typeof Ambassador>

/** Whether an email was sent, and if not, why: one address is mailed at most once an hour. */
const Mailed = z.object({ mailed: z.boolean(), notMailedReason: z.string().nullable() })
export const MailedAmbassador = Ambassador.extend(Mailed.shape)
export type MailedAmbassador = z.infer<typeof MailedAmbassador>

/** Who has not joined, and who has joined but brought in no one yet. */
export const AMBASSADOR_FILTERS = ['all', 'not_joined', 'no_pledge'] as const
export type AmbassadorFilter = (typeof AMBASSADOR_FILTERS)[number]

export const AmbassadorCounts = z.object({
  all: z.number(),
  not_joined: z.number(),
  no_pledge: z.number(),
  /** Where the day's limit of invitations is reached: when the next can go out. */
  invitationsAgainAt: Instant.nullable(),
})
export type AmbassadorCounts = z.infer<typeof AmbassadorCounts>

/** All of a kind at once. */
export const NudgeForm = z.object({
  who: z.enum(['not_joined', 'no_pledge'], 'Choose who to nudge'),
})
/** Who asked for no more of these emails; left out if nobody did. */
const refused = z.number().optional()
export const Nudged = z.object({ mailed: z.number(), tooSoon: z.number(), refused })
export type Nudged = z.infer<typeof Nudged>

/** Control characters except tab and line ends, and unpaired surrogates. */
const UNREADABLE = /(?![\t\r\n])\p{Cc}|\p{Surrogate}/u

/** How many can be invited at once. */
export const MAX_INVITED = 200
/** How many rows of a preview say something of their own. */
const MAX_CHOSEN = 2_000
const CHOOSE = 'Paste addresses or choose a file'
export const FILE_TOO_LARGE = `The file is larger than ${MAX_FILE_BYTES / 1000} KB: export fewer contacts`
const MAX_BASE64 = 4 * Math.ceil(MAX_FILE_BYTES / 3)

/** Addresses as they were pasted, or a file of contacts in base64: one of the two. */
const Given = z.object({
  text: z
    .string({ error: CHOOSE })
    .max(100_000, 'That is too long: invite people in several batches')
    .refine((text) => text.trim() !== '', CHOOSE)
    .refine((text) => !UNREADABLE.test(text), 'Some characters cannot be read: save the file as CSV (UTF-8)')
    .optional(),
  file: z
    .string({ error: 'Send the file in base64' })
    .max(MAX_BASE64, FILE_TOO_LARGE)
    .pipe(z.base64('Send the file in base64'))
    .optional(),
})
const isOne = ({ text, file }: z.infer<typeof Given>) => (text === undefined) !== (file === undefined)
const ONE = { path: ['text'], error: CHOOSE }

/** An address of the preview, as people see it. */
const asKept = (email: string): string => keptEmail(email) ?? email

export const InvitationsPreviewForm = Given.refine(isOne, ONE)
/** `invited` is how many the preview said there would be, without those left out. */
export const InvitationsForm = Given.extend({
  invited: z.int('Preview the list first').min(1, 'There is no one to invite').max(10_000),
  /** By line: which of its addresses, where it has several; the first where it is not said. */
  choices: z
    .record(z.string().regex(/^\d{1,6}$/, 'Not a line'), z.string().max(254).transform(asKept))
    .refine((choices) => Object.keys(choices).length <= MAX_CHOSEN, 'Too many choices')
    .optional(),
  /** Lines whose people are not invited, or first addresses: a pasted line may have several people. */
  leftOut: z
    .array(z.union([z.int(), z.string().max(254).transform(asKept)]))
    .max(MAX_CHOSEN)
    .optional(),
}).refine(isOne, ONE)
export type InvitationsForm = z.infer<typeof InvitationsForm>
export const InvitationsPreview = z.object({
  /** What the text or the file is; 'list': addresses without column names. */
  kind: z.enum(['google', 'outlook', 'vcard', 'csv', 'list']),
  rows: z.array(
    z.object({
      line: z.number(),
      text: z.string(),
      /** Where the invitation goes. */
      email: z.string().nullable(),
      name: z.string().nullable(),
      /** To choose from; the first is `email`. */
      emails: z.array(z.string()),
      /** 'back': was removed and returns, with the same code. */
      state: z.enum(['new', 'back', 'duplicate', 'invited', 'invalid']),
      /** Why not, or what to look out for before inviting. */
      reason: z.string().nullable(),
    }),
  ),
  /** New ones include those who return. */
  totals: z.object({ new: z.number(), duplicate: z.number(), invited: z.number(), invalid: z.number() }),
})
export type InvitationsPreview = z.infer<typeof InvitationsPreview>
export const Invited = z.object({ invited: z.number(), mailed: z.number(), refused })
export type Invited = z.infer<typeof Invited>

/** Publicly only id, code, first name and initial, joined ones only. */
export const PublicAmbassador = z.object({
  id,
  ambassadorReferralCode: z.string(),
  firstName: z.string(),
  lastInitial: z.string(),
})
export type PublicAmbassador = z.infer<typeof PublicAmbassador>

/** Of those who brought most, by first name and initial; best first. */
export const LeaderboardEntry = PublicAmbassador.pick({
  id: true,
  firstName: true,
  lastInitial: true,
}).extend({
  supportersCount: z.number(),
})
export type LeaderboardEntry = z.infer<typeof LeaderboardEntry>

/** What was confirmed last for a match, to pass on: `Goals`, `3`, `vs. Summit`. */
const LatestResult = z.object({ statistic: z.string(), quantity: z.number(), event: z.string() })

/** An ambassador's own link and figures. `link` is a path of this site. */
export const Ambassadorship = z.object({
  id,
  campaignId: id,
  campaignName: z.string(),
  campaignStatus: z.enum(CAMPAIGN_STATUSES),
  organizationName: z.string(),
  ambassadorReferralCode: z.string(),
  link: z.string(),
  joinedAt: Instant,
  supportersCount: z.number(),
  totalPledged: Amount,
  totalEarned: Amount,
  totalCollected: Amount,
  /** Among all who have joined; null from the middle down. */
  rank: z.object({ rank: z.number(), isShared: z.boolean() }).nullable(),
  joinedCount: z.number(),
  onLeaderboard: z.boolean(),
  latestResult: LatestResult.nullable(),
})
export type Ambassadorship = z.infer<typeof Ambassadorship>

export const AmbassadorshipForm = z.object({
  onLeaderboard: z.boolean('Choose true or false'),
})
