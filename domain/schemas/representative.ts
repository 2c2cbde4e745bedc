import { z } from 'zod'
import { email, Instant, id } from './fields.ts'

export const RepresentativeForm = z.object({ email: email() })

/** Who works for the provider, or is to once a second representative confirms it. */
export const Representative = z.object({
  id,
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  email: z.string(),
  state: z.enum(['active', 'proposed']),
  /** Since when they have the role, or since when it is proposed. */
  grantedAt: Instant,
  /** Who proposed it, while it waits for a second person. */
  proposedBy: z.string().nullable(),
  /** When they may start approving what takes two people; null where they already may, or have no role yet. */
  approvesFrom: Instant.nullable(),
  /** Null when the caller may confirm the role; otherwise why not. */
  cannotConfirmReason: z.string().nullable(),
  /** Null when the caller may remove the role, or withdraw the proposal; otherwise why not. */
  cannotRemoveReason: z.string().nullable(),
})
export type Representative = z.infer<typeof Representative>
