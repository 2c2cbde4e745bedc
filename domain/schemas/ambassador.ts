import { z } from 'zod'
import { email, Instant, id } from './fields.ts'

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
