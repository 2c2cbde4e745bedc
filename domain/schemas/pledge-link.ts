import { z } from 'zod'
import { PledgeCourse } from './pledge.ts'

/** The secret of a link in an e-mail (R44). */
export const LinkToken = z.string().regex(/^[\w-]{43}$/, 'Not a link')

/** One pledge as its link shows it: to read, and without whose it is (R44). */
export const LinkedPledge = PledgeCourse.omit({ pledgerId: true, ambassadorId: true, note: true }).extend({
  /** After it the link opens nothing any more. */
  expiresAt: z.string(),
})
export type LinkedPledge = z.infer<typeof LinkedPledge>

/** POST /api/pledge-links/renewals: a new link for one that has ended, to the address on file only. */
export const LinkRenewal = z.object({ token: LinkToken })

/** What a page shows of a pledge, whoever may look. */
export type ShownPledge = Omit<LinkedPledge, 'expiresAt'>
