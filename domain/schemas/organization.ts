import { z } from 'zod'
import { Instant, id, optionalText, stateCode, text } from './fields.ts'

export const ORGANIZATION_TYPES = ['school', 'nonprofit', 'sports_club', 'community', 'other'] as const
export const SIZE_TIERS = ['small', 'medium', 'large'] as const

export const OrganizationForm = z.object({
  name: text(200, 'Organization name is required'),
  description: text(2000, 'Description is required'),
  website: z
    .union([z.literal(''), z.url({ protocol: /^https?$/, error: 'Please enter a valid URL' }).max(500)])
    .nullish()
    .transform((value) => value || null),
  city: text(100, 'City is required'),
  state: stateCode,
  organizationType: z.enum(ORGANIZATION_TYPES, { error: 'Organization type is required' }),
})
export type OrganizationForm = z.output<typeof OrganizationForm>

export const Organization = z.object({
  id,
  name: z.string(),
  description: z.string(),
  website: z.string().nullable(),
  city: z.string(),
  state: z.string(),
  organizationType: z.enum(ORGANIZATION_TYPES),
  sizeTier: z.enum(SIZE_TIERS).nullable(),
  is501c3: z.boolean(),
  timeZone: z.string(),
  createdAt: Instant,
})
export type Organization = z.infer<typeof Organization>

export const OrganizationListItem = z.object({
  organizations: Organization,
  owner: z
    .object({ firstName: z.string().nullable(), lastName: z.string().nullable(), email: z.string() })
    .nullable(),
})
export type OrganizationListItem = z.infer<typeof OrganizationListItem>

export const MemberForm = z.object({
  email: z.email('Valid email is required').max(254),
  role: z.enum(['owner', 'scorer'], { error: 'Choose owner or scorer' }),
})
export const OrganizationUpdate = z
  .object({
    description: text(2000, 'Description is required'),
    website: OrganizationForm.shape.website,
    payeeName: optionalText(200),
  })
  .partial()
