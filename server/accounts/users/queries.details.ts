/** Whose name and address a pledge's papers have: two people may share one mailbox, and so one account (R36, R37). */
import { type SQL, sql } from '#server/platform/db/database.ts'
import { CONTACT_COLUMNS, NAME_COLUMNS } from './store.not-typed.ts'

const columns = (own: SQL, names: readonly string[]): SQL =>
  sql.join(
    names.map(
      (name) => sql`case when ${own} then d.${sql.raw(name)} else a.${sql.raw(name)} end as ${sql.raw(name)}`,
    ),
    sql`, `,
  )

/**
 * The supporter of a pledge (also of a held one) as `u`: the account, with what was typed for this pledge in place of its name
 * and its address. Only what a pledge's link added gives way to what the account's supporter typed (R65). `deleted_at`: the account
 * was deleted, or this pledge names nobody anymore (R45).
 */
export const supporterOf = (pledgeId = sql`p.id`, pledgerId = sql`p.pledger_id`): SQL => sql`
  join lateral (
    select
      a.id,
      case when d.erased_at is null then a.email else 'deleted-' || a.id || '@deleted.invalid' end as email,
      a.email_verified_at, a.created_at,
      coalesce(a.deleted_at, d.erased_at) as deleted_at,
      ${columns(sql`part.own_name`, NAME_COLUMNS)},
      ${columns(sql`part.own_contact`, CONTACT_COLUMNS)}
    from users a
    left join pledge_details d on d.pledge_id = ${pledgeId}
    cross join lateral (
      select
        d.erased_at is not null
        or (
          (d.first_name is not null or d.last_name is not null)
          and (
            not d.name_by_link
            or (a.first_name is null and a.last_name is null)
            or a.not_typed && ${sql.param([...NAME_COLUMNS])}::text[]
          )
        ) as own_name,
        d.erased_at is not null
        or (
          d.street_address1 is not null
          and (not d.contact_by_link or a.street_address1 is null or 'street_address1' = any(a.not_typed))
        ) as own_contact
    ) part
    where a.id = ${pledgerId}
  ) u on true
`
