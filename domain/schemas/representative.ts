import { z } from 'zod'
import { email, Instant, id } from './fields.ts'

export const RepresentativeForm = z.object({ email: email() })

/** Who works for the provider, for the screen where one grants the role to another (R29). */
export const Representative = z.object({
  id,
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  email: z.string(),
  grantedAt: Instant,
  /** Null when the caller may remove the role; otherwise why not. */
  cannotRemoveReason: z.string().nullable(),
})
export type Representative = z.infer<typeof Representative>
