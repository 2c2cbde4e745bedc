import { cents, toDecimal } from '#domain/money.ts'
import type { CampaignListItem, CampaignListQuery, CampaignSummary } from '#domain/schemas/campaign.ts'
import { REPRESENTATIVE } from '#domain/schemas/user.ts'
import { type Db, first, only, sql } from '#server/db/database.ts'
import type { Actor } from '#server/deps.ts'
import { type Cursor, readCursor, writeCursor } from './list-cursor.ts'
import {
  type CampaignRow,
  campaignColumns,
  campaignTables,
  type OrganizationRow,
  toCampaign,
  toOrganization,
} from './list-item.ts'

/** What a list may hold: campaigns in `open` statuses, and those of `own` organisations in `ownStatuses` as well. */
export type Scope = { open: string[]; own: string[]; ownStatuses: string[] }

const PUBLIC = ['active', 'paused', 'completed']
/** Drafts are seen by representatives and owners (R23); cancelled ones are in no public list (R21). */
const KEPT_BACK = ['draft', 'cancelled']

export type Viewer = { isRepresentative: boolean; ownedOrganizationIds: string[] }
export const VISITOR: Viewer = { isRepresentative: false, ownedOrganizationIds: [] }

export async function viewerOf(db: Db, { userId }: Actor): Promise<Viewer> {
  return only(
    await db.query<Viewer>(sql`
      select exists (select from user_roles where user_id = ${userId} and role = ${REPRESENTATIVE}) as is_representative,
             array(select organization_id from organization_members
                    where user_id = ${userId} and role = 'owner') as owned_organization_ids`),
  )
}

/** A status that the caller may not see answers nothing, not a refusal: the filter offers it to everybody. */
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

/** Each order is an index of `campaign_ranks`, by itself and behind a status. */
const KEYS = {
  pledged: { column: sql.raw('r.pledged_cents'), type: sql.raw('bigint') },
  supporters: { column: sql.raw('r.supporters_count'), type: sql.raw('bigint') },
  progress: { column: sql.raw('r.progress'), type: sql.raw('bigint') },
  endDate: { column: sql.raw('r.end_on'), type: sql.raw('date') },
  name: { column: sql.raw('r.name'), type: sql.raw('text') },
  goal: { column: sql.raw('r.goal_cents'), type: sql.raw('bigint') },
} as const

export type Filter = Pick<CampaignListQuery, 'search' | 'type'>

/** `%` and `_` are what somebody typed, not wildcards. */
const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** The index knows groups of three letters; shorter texts are looked for along the order of the list. */
const SHORTEST_INDEXED = 3
function found(typed: string) {
  if (typed.length < SHORTEST_INDEXED) return sql`and strpos(r.search, lower(${typed})) > 0`
  return sql`and r.search like lower(${containing(typed)})`
}

function matching({ search, type }: Filter) {
  const template = type === undefined || type === 'all' ? null : type
  const typed = search?.trim()
  return sql`(${template}::text is null or r.template = ${template}) ${typed ? found(typed) : sql``}`
}

const list = (texts: string[]) => sql.param(texts)

export type Page = { items: CampaignListItem[]; next: string | null }
type Row = CampaignRow & OrganizationRow & { sortKey: number | string; campaignId: string; id: string | null }

/**
 * A page in the order asked for. Each status is one bounded walk along its index, and the walks are merged, so that
 * a page costs the same among a hundred thousand campaigns. The status is checked again on the campaign itself.
 */
export async function readPage(db: Db, scope: Scope, query: CampaignListQuery, now: Date): Promise<Page> {
  const { column, type } = KEYS[query.sort]
  const direction = sql.raw(query.order)
  const cursor = readCursor(query)
  const after = cursor ? beyond(column, type, query.order, cursor) : sql``
  const some = sql`order by ${column} ${direction}, r.campaign_id ${direction} limit ${query.limit + 1}`
  const rows = await db.query<Row>(sql`
    with found as (
      (select r.* from unnest(${list(scope.open)}::text[]) as s (status) cross join lateral (
         select ${column} as sort_key, r.campaign_id from campaign_ranks r
          where r.status = s.status and ${matching(query)} ${after} ${some}) r)
      union all
      (select ${column}, r.campaign_id from campaigns c join campaign_ranks r on r.campaign_id = c.id
        where c.organization_id = any(${list(scope.own)}::uuid[]) and r.status = any(${list(scope.ownStatuses)}::text[])
          and ${matching(query)} ${after} ${some})),
    page as (
      select * from found order by sort_key ${direction}, campaign_id ${direction} limit ${query.limit + 1})
    select page.sort_key, page.campaign_id, shown.*
      from page left join lateral (
        select ${campaignColumns} from ${campaignTables}
         where c.id = page.campaign_id and (c.status = any(${list(scope.open)}::text[])
            or (c.status = any(${list(scope.ownStatuses)}::text[]) and c.organization_id = any(${list(scope.own)}::uuid[])))) shown on true
     order by page.sort_key ${direction}, page.campaign_id ${direction}`)
  const last = rows.length > query.limit ? rows[query.limit - 1] : undefined
  return {
    items: rows
      .slice(0, query.limit)
      .filter((row) => row.id !== null)
      .map((row) => ({ campaigns: toCampaign(row, now), organizations: toOrganization(row) })),
    next: last ? writeCursor(query, { value: last.sortKey, id: last.campaignId }) : null,
  }
}

type Fragment = ReturnType<typeof sql.raw>

function beyond(column: Fragment, type: Fragment, order: 'asc' | 'desc', { value, id }: Cursor) {
  return sql`and (${column}, r.campaign_id) ${sql.raw(order === 'asc' ? '>' : '<')} (${value}::${type}, ${id}::uuid)`
}

const inScope = (scope: Scope, filter: Filter, columns: Fragment) => sql`
  select ${columns} from campaign_ranks r where r.status = any(${list(scope.open)}::text[]) and ${matching(filter)}
  union all
  select ${columns} from campaigns c join campaign_ranks r on r.campaign_id = c.id
   where c.organization_id = any(${list(scope.own)}::uuid[]) and r.status = any(${list(scope.ownStatuses)}::text[])
     and ${matching(filter)}`

export async function countFound(db: Db, scope: Scope, filter: Filter): Promise<number> {
  const row = first(
    await db.query<{ count: number }>(sql`
      select count(*) as count from (${inScope(scope, filter, sql.raw('r.campaign_id'))}) found`),
  )
  return row?.count ?? 0
}

type CountRow = { template: CampaignSummary['templates'][number]; count: number }
type SumRow = { pledgedCents: number; supporters: number }

/** The tiles above the list; the figures are sums of the campaigns' own rows, as everywhere (R11). */
export async function readSummary(db: Db, scope: Scope, filter: Filter): Promise<CampaignSummary> {
  const [counts, sums] = await Promise.all([
    db.query<CountRow>(sql`
      select template, count(*) as count from (${inScope(scope, filter, sql.raw('r.template'))}) found
       group by template order by template`),
    db.query<SumRow>(sql`
      select coalesce(sum(t.pledged_cents), 0)::bigint as pledged_cents,
             coalesce(sum(t.supporters_count), 0)::bigint as supporters
        from (${inScope(scope, filter, sql.raw('r.campaign_id'))}) found
        join campaign_totals t on t.campaign_id = found.campaign_id`),
  ])
  const { pledgedCents, supporters } = only(sums)
  return {
    campaigns: counts.reduce((all, { count }) => all + count, 0),
    totalPledged: toDecimal(cents(pledgedCents)),
    supporters,
    campaignTypes: counts.length,
    templates: counts.map(({ template }) => template),
  }
}
