import { z } from 'zod'
import { MEMBER_ROLES } from '#domain/people/roles.ts'
import {
  email,
  Instant,
  id,
  name,
  oneName,
  optionalName,
  optionalText,
  optionalZip,
  phone,
  stateCode,
  stateProblem,
  text,
  zip,
} from './fields.ts'

export const REPRESENTATIVE = 'pledgeraiser_representatives'

/** Step 1 of the pledge dialog: POST /api/users fills in the signed-in user's own profile (R48). */
export const ProfileFields = z.object({
  firstName: name(100, 'First name is required'),
  lastName: optionalName(100),
  email: email(),
  phone: phone(),
  streetAddress1: text(200, 'Street address is required'),
  streetAddress2: optionalText(200),
  city: text(100, 'City is required'),
  state: stateCode,
  zip: zip(),
})
export const ProfileForm = oneName(ProfileFields)
export type ProfileForm = z.output<typeof ProfileForm>

/** PUT /api/auth/user: what a profile page changes. Only a name is never empty; a pledge asks for the rest. */
const profileChange = z.object({
  firstName: ProfileFields.shape.firstName.optional(),
  lastName: ProfileFields.shape.lastName,
  phone: optionalText(40),
  streetAddress1: optionalText(200),
  streetAddress2: optionalText(200),
  city: optionalText(100),
  state: z
    .union([stateCode, z.literal(''), z.null()], { error: stateProblem('Choose a state') })
    .optional()
    .transform((value) => value || null),
  zip: optionalZip(),
  /** Also on the papers of pledges that have the account's former name. */
  onPledges: z.boolean().optional(),
})
export const ProfileChange = oneName(profileChange, { isChange: true })
export type ProfileChange = z.output<typeof ProfileChange>

/** GET /api/auth/user. `memberships` says which organizations the user works for. */
export const User = z.object({
  id,
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  email: z.string(),
  emailVerified: z.boolean(),
  phone: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
  roles: z.array(z.string()),
  /** A representative who has to sign in with the second step: this session has none of their role. */
  needsSecondStep: z.boolean(),
  streetAddress1: z.string().nullable(),
  streetAddress2: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  zip: z.string().nullable(),
  memberships: z.array(
    z.object({ organizationId: id, organizationName: z.string(), role: z.enum(MEMBER_ROLES) }),
  ),
  version: z.number(),
  createdAt: Instant,
})
export type User = z.infer<typeof User>

export const UserCampaign = z.object({
  id,
  name: z.string(),
  status: z.string(),
  organization: z.object({ name: z.string() }),
  organizationName: z.string(),
  /** False for members other than owners. */
  canManage: z.boolean(),
})
export type UserCampaign = z.infer<typeof UserCampaign>
