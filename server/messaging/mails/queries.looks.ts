import { colorsOf, type OrganizationLook } from '#domain/crest.ts'
import { type Db, sql } from '#server/platform/db/database.ts'

type Row = Pick<OrganizationLook, 'name' | 'logoUrl'> & {
  campaignId: string
  firstColor: string | null
  secondColor: string | null
}

/** By campaign, the logo and the colors of its organization: they lead mails and documents about it (R63). */
export async function looksOf(
  db: Db,
  campaignIds: readonly string[],
): Promise<ReadonlyMap<string, OrganizationLook>> {
  if (campaignIds.length === 0) return new Map()
  const rows = await db.query<Row>(sql`
    select c.id as campaign_id, o.name, o.logo_url, o.first_color, o.second_color
    from campaigns c
    join organizations o on o.id = c.organization_id
    where c.id = any(${sql.param(campaignIds)}::uuid[])
  `)
  return new Map(
    rows.map(({ campaignId, name, logoUrl, ...chosen }) => [
      campaignId,
      { name, logoUrl, ...colorsOf(name, chosen) },
    ]),
  )
}
