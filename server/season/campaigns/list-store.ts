import { z } from 'zod'
import { invalidField } from '#domain/errors.ts'
import { type CampaignListItem, type CampaignListQuery, SORTS } from '#domain/schemas/campaign.ts'
import { type OrganizationRow, toOrganization } from '#server/accounts/organizations/index.ts'
import { type Db, type SQL, sql } from '#server/platform/db/database.ts'
import { type CampaignRow, campaignColumns, campaignTables, toCampaign } from './list-item.ts'
import type { Scope } from './list-search.ts'
import { exactly, FEW, forgivingly, type Match, matching, readWords } from './list-search.ts'

/** Where a page of the campaign list ended: opaque to the caller, checked like any other input. */
type Sort = CampaignListQuery['sort']
/** `isNear`: among the matches with a typo, which come after all others. */
type Cursor = { value: number | string; id: string; isNear: boolean }

const Encoded = z.tuple([
  z.enum(SORTS),
  z.enum(['asc', 'desc']),
  z.union([z.int(), z.string().max(800)]),
  z.uuid(),
  z.literal('near').optional(),
])

const isValueOf = (sort: Sort, value: number | string): boolean => {
  if (sort === 'name') return typeof value === 'string'
  if (sort === 'created') return z.uuid().safeParse(value).success
  if (sort === 'endDate') return z.iso.date().safeParse(value).success
  return typeof value === 'number'
}

function writeCursor(
  { sort, order }: Pick<CampaignListQuery, 'sort' | 'order'>,
  { value, id, isNear }: Cursor,
): string {
  return Buffer.from(JSON.stringify([sort, order, value, id, ...(isNear ? ['near'] : [])])).toString(
    'base64url',
  )
}

/** Throws a 400 for a cursor of another order, or one that cannot be read. */
function readCursor(query: Pick<CampaignListQuery, 'sort' | 'order' | 'cursor'>): Cursor | null {
  if (query.cursor === undefined) return null
  const parsed = Encoded.safeParse(parseJson(Buffer.from(query.cursor, 'base64url').toString()))
  const [sort, order, value, id, near] = parsed.data ?? []
  if (sort !== query.sort || order !== query.order || value === undefined || !id || !isValueOf(sort, value)) {
    throw invalidField('cursor', 'Not a cursor of this list')
  }
  return { value, id, isNear: near === 'near' }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Each order has an index of `campaign_ranks`, alone and after a status. */
const KEYS = {
  pledged: { column: sql.raw('r.pledged_cents'), type: sql.raw('bigint') },
  supporters: { column: sql.raw('r.supporters_count'), type: sql.raw('bigint') },
  progress: { column: sql.raw('r.progress'), type: sql.raw('bigint') },
  endDate: { column: sql.raw('r.end_on'), type: sql.raw('date') },
  name: { column: sql.raw('r.name'), type: sql.raw('text') },
  goal: { column: sql.raw('r.goal_cents'), type: sql.raw('bigint') },
  // Ids ascend with time.
  created: { column: sql.raw('r.campaign_id'), type: sql.raw('uuid') },
} as const

export type Filter = Pick<CampaignListQuery, 'search' | 'type'>
type Page = { items: CampaignListItem[]; next: string | null; count: number }

/** Rows are counted up to this many; the summary counts all. */
export const MAX_COUNTED = 1_000

const list = (texts: string[]) => sql.param(texts)

const ofType = ({ type }: Filter) =>
  type === undefined || type === 'all' ? sql`` : sql`and r.template = ${type}`
const inStatus = ({ open: [status = '', ...others], open }: Scope) =>
  others.length === 0 ? sql`r.status = ${status}` : sql`r.status = any(${list(open)}::text[])`
/**
 * The usual limits are part of the query text, so that one plan is reused: a generic plan suits small limits badly, and
 * planning each page takes as long as reading it.
 */
const upTo = (limit: number) => (USUAL_LIMITS.has(limit) ? sql.raw(String(limit)) : sql`${limit}`)
/** The page's and the API's limits, plus one row that shows whether there are more. */
const USUAL_LIMITS = new Set([49, 51])

/** The ranks in the scope that also match the search, if there is one. */
export const inScope = (scope: Scope, filter: Filter, match: Match | null, columns: SQL) => {
  const asked = match ? sql`and ${matching(match)}` : sql``
  const open = sql`
    select ${columns}
    from campaign_ranks r
    where ${inStatus(scope)}
      ${ofType(filter)}
      ${asked}
  `
  if (scope.own.length === 0) return open
  return sql`
    ${open}
    union all
    select ${columns}
    from campaigns c
    join campaign_ranks r on r.campaign_id = c.id
    where c.organization_id = any(${list(scope.own)}::uuid[])
      and r.status = any(${list(scope.ownStatuses)}::text[])
      ${ofType(filter)}
      ${asked}
  `
}

type Row = CampaignRow & OrganizationRow & { sortKey: number | string; campaignId: string; id: string | null }
/** The total count is on every row; a row without a campaign contains only the count. */
type CountedRow = (Row | { [Name in keyof Row]: null }) & { count: number }
type Rows = { rows: Row[]; count: number }
type Segment = { match: Match | null; cursor: Cursor | null; limit: number }

/**
 * Rows in the order asked for. Each status is one bounded index scan, and the scans are merged, so that a page costs the
 * same among a hundred thousand campaigns. Few matches of a search are sorted instead: an index scan for one campaign in a
 * hundred thousand would read all of them.
 */
async function readRows(
  db: Db,
  scope: Scope,
  query: CampaignListQuery,
  { match, cursor, limit }: Segment,
): Promise<Rows> {
  const { column, type } = KEYS[query.sort]
  const direction = sql.raw(query.order)
  const isOwner = scope.own.length > 0
  const after = (key: SQL) => (cursor ? beyond(key, type, query.order, cursor) : sql``)
  const some = sql`order by ${column} ${direction}, r.campaign_id ${direction} limit ${upTo(limit)}`
  // CASE keeps the planner from using the index of words: scanning in order is cheaper for frequent words.
  const asked = match ? sql`and case when ${matching(match)} then true else false end` : sql``
  const walkOf = (status: SQL) => sql`
    select ${column} as sort_key, r.campaign_id
    from campaign_ranks r
    where r.status = ${status}
      ${ofType(query)}
      ${asked}
      ${after(column)}
    ${some}
  `
  const open =
    scope.open.length === 1
      ? walkOf(sql`${scope.open[0]}`)
      : sql`
        select r.*
        from unnest(${list(scope.open)}::text[]) as s (status)
        cross join lateral (${walkOf(sql.raw('s.status'))}) r
      `
  const walk = isOwner
    ? sql`
      (${open})
      union all (
        select ${column}, r.campaign_id
        from campaigns c
        join campaign_ranks r on r.campaign_id = c.id
        where c.organization_id = any(${list(scope.own)}::uuid[])
          and r.status = any(${list(scope.ownStatuses)}::text[])
          ${ofType(query)}
          ${asked}
          ${after(column)}
        ${some}
      )
    `
    : open
  const orOwn = isOwner
    ? sql`
      or (
        c.status = any(${list(scope.ownStatuses)}::text[])
        and c.organization_id = any(${list(scope.own)}::uuid[])
      )
    `
    : sql``
  const isFew = sql`(select count(*) < ${MAX_COUNTED} from counted)`
  const columns = match ? sql`${column} as sort_key, r.campaign_id` : sql`1`
  const counted = sql`${inScope(scope, query, match, columns)} limit ${sql.raw(String(MAX_COUNTED))}`
  const found = match
    ? sql`
      (
        select r.*
        from counted r
        where ${isFew}
          ${after(sql.raw('r.sort_key'))}
      )
      union all (select r.* from (${walk}) r where not ${isFew})
    `
    : walk
  const rows = await db.query<CountedRow>(sql`
    with ${match ? sql`counted as materialized (${counted}),` : sql``} found as (${found}),
    page as (
      select *
      from found
      order by sort_key ${direction}, campaign_id ${direction}
      limit ${upTo(limit)}
    )
    select n.count, page.sort_key, page.campaign_id, shown.*
    from (
      select count(*)
      from ${match ? sql`counted` : sql`(${counted}) counted`}
    ) n
    left join page on true
    left join lateral (
      select ${campaignColumns}
      from ${campaignTables}
      where c.id = page.campaign_id
        and (c.status = any(${list(scope.open)}::text[]) ${orOwn})
    ) shown on true
    order by page.sort_key ${direction}, page.campaign_id ${direction}
  `)
  return {
    rows: rows.filter((row): row is Row & { count: number } => row.campaignId !== null),
    count: rows[0]?.count ?? 0,
  }
}

function beyond(column: SQL, type: SQL, order: 'asc' | 'desc', { value, id }: Cursor) {
  return sql`
    and (${column}, r.campaign_id) ${sql.raw(order === 'asc' ? '>' : '<')} (
      ${value}::${type}, ${id}::uuid
    )
  `
}

type Found = Rows & { isNear: (row: Row) => boolean }
const onlyExact = ({ rows, count }: Rows): Found => ({ rows, count, isNear: () => false })

/** Exact matches come first, then those with a typo, each in the order asked for. */
async function search(
  db: Db,
  scope: Scope,
  query: CampaignListQuery & { search: string },
  cursor: Cursor | null,
): Promise<Found> {
  const limit = query.limit + 1
  const words = await readWords(db, query.search)
  if (words.length === 0) return onlyExact({ rows: [], count: 0 })
  const exact = await readRows(db, scope, query, {
    match: exactly(words),
    cursor,
    limit: cursor?.isNear ? 0 : limit,
  })
  const match = exact.count < FEW ? await forgivingly(db, words) : null
  if (!match) return onlyExact(exact)
  const near = await readRows(db, scope, query, {
    match,
    cursor: cursor?.isNear ? cursor : null,
    limit: limit - exact.rows.length,
  })
  const nearRows = new Set(near.rows)
  return {
    rows: [...exact.rows, ...near.rows],
    count: Math.min(MAX_COUNTED, exact.count + near.count),
    isNear: (row) => nearRows.has(row),
  }
}

/** A page of the list. The status is checked again on the campaign itself. */
export async function readPage(db: Db, scope: Scope, query: CampaignListQuery, now: Date): Promise<Page> {
  const cursor = readCursor(query)
  const { search: typed = '', limit } = query
  const { rows, count, isNear } = typed.trim()
    ? await search(db, scope, { ...query, search: typed }, cursor)
    : onlyExact(await readRows(db, scope, query, { match: null, cursor, limit: limit + 1 }))
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return {
    items: rows
      .slice(0, limit)
      .filter((row) => row.id !== null)
      .map((row) => ({ campaigns: toCampaign(row, now), organizations: toOrganization(row) })),
    next: last
      ? writeCursor(query, { value: last.sortKey, id: last.campaignId, isNear: isNear(last) })
      : null,
    count,
  }
}
