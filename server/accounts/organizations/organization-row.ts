/** The columns of an organization for its own pages, its campaigns and the list. */
import { colorsOf } from '#domain/crest.ts'
import type { Organization } from '#domain/schemas/organization.ts'
import { sql } from '#server/platform/db/database.ts'

export type OrganizationRow = {
  organizationId: string
  organizationName: string
  organizationDescription: string
  organizationWebsite: string | null
  organizationCity: string
  organizationState: string
  organizationType: Organization['organizationType']
  organizationSizeTier: Organization['sizeTier']
  organizationIs501c3: boolean
  organizationTimeZone: string
  logoUrl: string | null
  firstColor: string | null
  secondColor: string | null
  organizationCreatedAt: Date
}

/** From `organizations o`. */
export const organizationColumns = sql`
  o.id as organization_id, o.name as organization_name,
  o.description as organization_description,
  o.website as organization_website, o.city as organization_city, o.state as organization_state,
  o.organization_type, o.size_tier as organization_size_tier, o.is_501c3 as organization_is_501c3,
  o.time_zone as organization_time_zone, o.logo_url, o.first_color, o.second_color, o.created_at as organization_created_at
`

/** What was chosen, or what follows from the name (R63). */
export const toOrganization = (row: OrganizationRow): Organization => ({
  id: row.organizationId,
  name: row.organizationName,
  description: row.organizationDescription,
  website: row.organizationWebsite,
  city: row.organizationCity,
  state: row.organizationState,
  organizationType: row.organizationType,
  sizeTier: row.organizationSizeTier,
  is501c3: row.organizationIs501c3,
  timeZone: row.organizationTimeZone,
  logoUrl: row.logoUrl,
  ...colorsOf(row.organizationName, row),
  createdAt: row.organizationCreatedAt.toISOString(),
})
