import { z } from 'zod'
import { CAMPAIGN_STATUSES } from '../campaign-state.ts'
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
})
export type Ambassador = z.infer<typeof Ambassador>

/** Publicly only id, code, first name and initial, joined ones only (R42). */
export const PublicAmbassador = z.object({
  id,
  ambassadorReferralCode: z.string(),
  firstName: z.string(),
  lastInitial: z.string(),
})
export type PublicAmbassador = z.infer<typeof PublicAmbassador>

/** Of those who brought most, by first name and initial; best first (R42). */
export const LeaderboardEntry = PublicAmbassador.pick({
  id: true,
  firstName: true,
  lastInitial: true,
}).extend({
  supportersCount: z.number(),
})
export type LeaderboardEntry = z.infer<typeof LeaderboardEntry>

/** What was confirmed last of a match, to be told on: `Goals`, `3`, `vs. Summit` (R18). */
export const LatestResult = z.object({ statistic: z.string(), quantity: z.number(), event: z.string() })
export type LatestResult = z.infer<typeof LatestResult>

/** An ambassador's own link and figures (rules section 5, R27, R42). `link` is a path of this site. */
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
  onLeaderboard: z.boolean('Say true or false'),
})
