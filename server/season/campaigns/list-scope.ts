import type { CampaignListQuery } from '#domain/schemas/campaign.ts'
import { isRepresentative } from '#server/accounts/access/index.ts'
import { type Db, only, sql } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'

/** What a list may contain: campaigns in `open` statuses, and those of `own` organizations in `ownStatuses` as well. */
export type Scope = { open: string[]; own: string[]; ownStatuses: string[] }

const PUBLIC = ['active', 'paused', 'completed']
/** Only representatives and owners see drafts (R23); cancelled ones are in no public list (R21). */
const KEPT_BACK = ['draft', 'cancelled']

export type Viewer = { isRepresentative: boolean; ownedOrganizationIds: string[] }
export const VISITOR: Viewer = { isRepresentative: false, ownedOrganizationIds: [] }

export async function viewerOf(db: Db, actor: Actor): Promise<Viewer> {
  return only(
    await db.query<Viewer>(sql`
      select
        ${isRepresentative(actor)} as is_representative,
        array(
          select organization_id
          from organization_members
          where user_id = ${actor.userId}
            and role = 'owner'
        ) as owned_organization_ids
    `),
  )
}

/** A status that the caller may not see yields an empty list, not a refusal: the filter offers it to everyone. */
export function scopeOf(
  { isRepresentative, ownedOrganizationIds }: Viewer,
  status: CampaignListQuery['status'],
): Scope {
  const wanted = status === undefined || status === 'all' ? [...PUBLIC, 'draft'] : [status]
  const keptBack = wanted.filter((one) => KEPT_BACK.includes(one))
  if (isRepresentative) return { open: wanted, own: [], ownStatuses: [] }
  return {
    open: wanted.filter((one) => PUBLIC.includes(one)),
    own: ownedOrganizationIds,
    ownStatuses: keptBack,
  }
}
