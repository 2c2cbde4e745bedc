import type { CampaignStatus } from '#domain/campaign-state.ts'
import { REPRESENTATIVE } from '#domain/schemas/user.ts'
import { type Db, type SQL, sql } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'

/** Null is a visitor, without any role. */
type UserId = string | SQL | null

/** Whether the user is one of the provider's representatives, in whatever session. A condition of a query. */
export const hasRole = (userId: UserId): SQL => sql`
  exists (
    select from user_roles r
    where r.user_id = ${userId}::uuid
      and r.role = ${REPRESENTATIVE}
  )
`

/**
 * Whether the caller works as one of the provider's representatives: not in a session without the second step, where it is
 * required (R29). A condition of a query (R27).
 */
export const isRepresentative = (caller: Actor | null): SQL =>
  caller === null || caller.lacksSecondStep ? sql`false` : hasRole(caller.userId)

/** Whether the user is an owner of the organization, given as a column of the outer query, as in sql`c.organization_id`. */
export const isOwner = (userId: UserId, organizationId: SQL): SQL => sql`
  exists (
    select from organization_members m
    where m.organization_id = ${organizationId}
      and m.user_id = ${userId}::uuid
      and m.role = 'owner'
  )
`

/** All representatives, which are members of the organization, and since when they are representatives (R29, R68). A column of a query, read as `Approver[]`. */
export const approversFor = (organizationId: SQL): SQL => sql`
  (
    select json_agg(
      json_build_array(
        u.id,
        trim(concat(u.first_name, ' ', u.last_name)),
        exists (
          select from organization_members m
          where m.organization_id = ${organizationId}
            and m.user_id = u.id
        ),
        r.granted_by,
        r.granted_at
      )
      order by r.granted_at, u.id
    )
    from user_roles r
    join users u on u.id = r.user_id
    where r.role = ${REPRESENTATIVE}
      and u.deleted_at is null
  )
`

/** Whether the caller manages the organization and its campaigns: any for a representative, their own for an owner (R27). */
export const mayManage = (caller: Actor, organizationId: SQL): SQL => sql`
  (${isRepresentative(caller)} or ${isOwner(caller.userId, organizationId)})
`

/**
 * Whether the campaign, `c` of the outer query, does not exist for others: a draft, and what was cancelled as one (R23).
 * Cancelled is final, so that its history has at most one such change.
 */
export const isKeptPrivate: SQL = sql`
  (
    c.status = 'draft'
    or (
      c.status = 'cancelled'
      -- A draft has no pledges: the long history of a campaign that had some is not read.
      and not exists (
        select from pledges p
        where p.campaign_id = c.id
      )
      and exists (
        select from audit_log a
        where a.campaign_id = c.id
          and a.action = 'campaign.update'
          and a.before ->> 'status' = 'draft'
          and a.after ->> 'status' = 'cancelled'
      )
    )
  )
`

/** The same for one that was read already: only a cancelled one takes a look. */
export async function isPrivateCampaign(db: Db, id: string, status: CampaignStatus): Promise<boolean> {
  if (status !== 'cancelled') return status === 'draft'
  const [row] = await db.query(sql`select id from campaigns c where c.id = ${id} and ${isKeptPrivate}`)
  return row !== undefined
}
