/** What an organization was on a day: its name, EIN and 501(c)(3) as receipts say them (R70). */
import { type SQL, sql } from '#server/platform/db/database.ts'

/** Joins `was` (name, is_501c3, ein) to `organizations o`; the EIN only where it is a 501(c)(3) (R52). */
export const organizationOn = (day: SQL): SQL => sql`
  left join lateral (
    select s.is_501c3, s.ein
    from organization_standings s
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
