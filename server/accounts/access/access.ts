/** Who may do what with one campaign: found and authorized in one query, used for the guard and the button alike (R27). */
import type { CampaignStatus } from '#domain/campaigns/campaign-state.ts'
import type { Vocabulary } from '#domain/campaigns/vocabulary.ts'
import { DomainError, notFound } from '#domain/errors.ts'
import { approvesFrom, NEW_REPRESENTATIVE_HOURS } from '#domain/people/representative.ts'
import { type Capability, type MemberRole, permissionsOf, roleMay, rolesWho } from '#domain/people/roles.ts'
import type { Permissions } from '#domain/schemas/campaign.ts'
import { REPRESENTATIVE } from '#domain/schemas/user.ts'
import { type Db, first, only, type SQL, sql } from '#server/platform/db/database.ts'
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
 * required. A condition of a query.
 */
export const isRepresentative = (caller: Actor | null): SQL =>
  caller === null || caller.lacksSecondStep || caller.key?.organizationId
    ? sql`false`
    : hasRole(caller.userId)

/**
 * Whether the row of `organization_members` is the caller's. An organization's key has its maker's in that organization
 * alone, and one of the provider's none.
 */
export const isMember = (caller: Actor | SQL | null, member: string): SQL => {
  const column = (name: string) => sql.raw(`${member}.${name}`)
  if (caller === null || !('userId' in caller)) return sql`${column('user_id')} = ${caller}::uuid`
  const { userId, key } = caller
  const within = key ? sql`and ${column('organization_id')} = ${key.organizationId}::uuid` : sql``
  return sql`${column('user_id')} = ${userId}::uuid ${within}`
}

/** Whether the caller's role in the organization, given as a column of the outer query as in sql`c.organization_id`, includes it. */
export const hasRoleWho = (what: Capability, caller: Actor | SQL, organizationId: SQL): SQL => sql`
  exists (
    select from organization_members m
    where m.organization_id = ${organizationId}
      and ${isMember(caller, 'm')}
      and ${roleWho(what, 'm')}
  )
`

/** The same of a row of `organization_members`. The roles are constants, so that each question stays one statement. */
export const roleWho = (what: Capability, member: string): SQL =>
  sql.raw(
    `${member}.role in (${rolesWho(what)
      .map((role) => `'${role}'`)
      .join(', ')})`,
  )

/** All representatives, which are members of the organization, and since when they are representatives. A column of a query, read as `Approver[]`. */
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

/** Whether the caller manages the organization and its campaigns: any for a representative, their own for an owner. */
export const mayManage = (caller: Actor, organizationId: SQL): SQL => sql`
  (${isRepresentative(caller)} or ${hasRoleWho('manage', caller, organizationId)})
`

/** Whether the caller reads its money: any for a representative, their own for an owner or a treasurer. */
export const mayReadMoney = (caller: Actor, organizationId: SQL): SQL => sql`
  (${isRepresentative(caller)} or ${hasRoleWho('readMoney', caller, organizationId)})
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

export type Access = {
  campaignId: string
  organizationId: string
  campaignName: string
  vocabulary: Vocabulary
  organizationName: string
  status: CampaignStatus
  timeZone: string
  startsAt: Date
  endsAt: Date
  finalLockedAt: Date | null
  /** Since when its books do not balance, and nothing is billed. */
  billingHeldAt: Date | null
  commissionBasisPoints: number
  moneyMode: 'live' | 'sandbox'
  version: number
  /** A draft, or cancelled as one: only its owners and representatives see it. */
  isPrivate: boolean
  isRepresentative: boolean
  membership: MemberRole | null
}

/**
 * The campaign and the caller's relation to it. One that the caller may not see is a 404. Inside a transaction it
 * reads what the campaign's lock protects.
 */
export async function accessTo(db: Db, actor: Actor | null, campaignId: string): Promise<Access> {
  const access = first(
    await db.query<Access>(sql`
      select
        c.id as campaign_id, c.organization_id, c.name as campaign_name, c.vocabulary,
        o.name as organization_name, c.status, c.time_zone, c.starts_at, c.ends_at,
        c.final_locked_at, c.billing_held_at, c.commission_basis_points, c.money_mode, c.version,
        ${isKeptPrivate} as is_private,
        ${isRepresentative(actor)} as is_representative,
        (
          select m.role
          from organization_members m
          where m.organization_id = c.organization_id
            and ${isMember(actor, 'm')}
        ) as membership
      from campaigns c
      join organizations o on o.id = c.organization_id
      where c.id = ${campaignId}
    `),
  )
  if (!access) throw notFound('Campaign')
  if (access.isPrivate && !access.isRepresentative && !roleMay(access.membership, 'manage'))
    throw notFound('Campaign')
  return access
}

/** `accessTo`, and a 403 unless the caller has the permission. */
export async function accessWith(
  db: Db,
  actor: Actor,
  campaignId: string,
  permission: keyof Permissions,
): Promise<Access> {
  const access = await accessTo(db, actor, campaignId)
  if (!permissionsOf(access)[permission])
    throw await refusal(db, actor, 'You may not do that in this campaign')
  return access
}

/** Throws a 403 unless the caller is one of the provider's representatives. */
export async function demandRepresentative(db: Db, actor: Actor): Promise<void> {
  if (!(await is(db, isRepresentative(actor))))
    throw await refusal(db, actor, 'Only a representative may do that')
}

const is = async (db: Db, condition: SQL): Promise<boolean> =>
  only(await db.query<{ is: boolean }>(sql`select ${condition} as is`)).is

/** Someone who has the role is told what their session lacks, and everyone else that they may not. */
async function refusal(db: Db, actor: Actor, message: string): Promise<DomainError> {
  if (!actor.lacksSecondStep || !(await is(db, hasRole(actor.userId))))
    return new DomainError('forbidden', message)
  return new DomainError(
    'second_step_required',
    'To work as a representative, sign in with two-factor sign-in. If it is off, turn it on in your profile.',
  )
}

/** From when a new representative approves what takes two people; null: now. */
export async function approvesLater(db: Db, actor: Pick<Actor, 'userId'>, now: Date): Promise<Date | null> {
  const role = first(
    await db.query<{ grantedBy: string | null; grantedAt: Date }>(sql`
      select granted_by, granted_at
      from user_roles
      where user_id = ${actor.userId}
        and role = ${REPRESENTATIVE}
    `),
  )
  const from = role ? approvesFrom(role) : null
  return from && from > now ? from : null
}

/**
 * Why a new representative may not yet approve what takes two people, or refund money, or null: there are 72 hours in which the
 * others can notice and revoke the role. For the guard and the button alike.
 */
export const reasonNotToApproveYet = (db: Db, actor: Actor, now: Date): Promise<string | null> =>
  reasonNotYet(db, actor, now, 'approve')
export const reasonNotToRefundYet = (db: Db, actor: Actor, now: Date): Promise<string | null> =>
  reasonNotYet(db, actor, now, 'refund')

async function reasonNotYet(
  db: Db,
  actor: Actor,
  now: Date,
  what: 'approve' | 'refund',
): Promise<string | null> {
  const from = await approvesLater(db, actor, now)
  if (!from) return null
  const hours = Math.ceil((from.getTime() - now.getTime()) / HOUR_MS)
  return `You are new: for the first ${NEW_REPRESENTATIVE_HOURS} hours, another representative must ${what}. You can ${what} in ${hours} ${hours === 1 ? 'hour' : 'hours'}`
}

const HOUR_MS = 3_600_000
