/** The tax statuses of an organization, as representatives recorded them. */
import type { TaxStatus } from '#domain/people/tax-status.ts'
import { type Db, type SQL, sql } from '#server/platform/db/database.ts'

/** Since when the 501(c)(3) of `organizations o` holds; null also if it never was recorded. */
export const is501c3Since: SQL = sql`
  case
    when o.is_501c3 then (
      select s.since::text
      from organization_tax_statuses s
      where s.organization_id = o.id
      order by s.number desc
      limit 1
    )
  end
`

type Recorded = TaxStatus & { recordedAt: Date }

/** The oldest first. */
export const taxStatusesOf = (db: Db, organizationId: string): Promise<Recorded[]> =>
  db.query<Recorded>(sql`
    select since::text, is_501c3 as "is501c3", ein, recorded_at
    from organization_tax_statuses
    where organization_id = ${organizationId}
    order by number
  `)

export async function insertTaxStatuses(
  db: Db,
  key: { organizationId: string; recordedBy: string; recordedAt: Date; afterNumber: number },
  statuses: readonly TaxStatus[],
): Promise<void> {
  for (const [place, { since, is501c3, ein }] of statuses.entries())
    await db.query(sql`
      insert into organization_tax_statuses (
        organization_id, number, since, is_501c3, ein, recorded_by, recorded_at
      )
      values (
        ${key.organizationId}, ${key.afterNumber + 1 + place}::integer, ${since}::date, ${is501c3},
        ${ein}, ${key.recordedBy}, ${key.recordedAt}
      )
    `)
}

/** Joins `was` (name, is_501c3, ein) to `organizations o`; the EIN only where it is a 501(c)(3). */
export const organizationOn = (day: SQL): SQL => sql`
  left join lateral (
    select s.is_501c3, s.ein
    from organization_tax_statuses s
    where s.organization_id = o.id
      and (s.since is null or s.since <= ${day})
    order by s.number desc
    limit 1
  ) recorded on true
  cross join lateral (
    select
      coalesce(recorded.is_501c3, o.is_501c3) as is_501c3,
      case
        when recorded.is_501c3 then recorded.ein
        when recorded.is_501c3 is null and o.is_501c3 then o.ein
      end as ein,
      coalesce((
        select n.name
        from organization_names n
        where n.organization_id = o.id
          and (n.ended_at at time zone o.time_zone)::date > ${day}
        order by n.ended_at
        limit 1
      ), o.name) as name
  ) was
`
