import { z } from 'zod'
import { cents, toDecimal } from '#domain/money.ts'
import { CampaignListItem, CampaignListQuery, CampaignSummary } from '#domain/schemas/campaign.ts'
import { LISTS, publicReads } from '#server/platform/changes/campaign-changes.ts'
import { type Db, only, sql } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import { type Answer, answerPrivately, answerPublicly } from '#server/platform/http/public-answer.ts'
import { type Deps, defineRoute } from '#server/season/deps.ts'
import {
  exactly,
  FEW,
  forgivingly,
  type Match,
  readWords,
  type Scope,
  scopeOf,
  VISITOR,
  type Viewer,
  viewerOf,
} from './list-search.ts'
import { type Filter, inScope, MAX_COUNTED, readPage } from './list-store.ts'

type TemplateRow = {
  template: CampaignSummary['templates'][number]
  count: number
  pledgedCents: number
  supporters: number
}
type Sums = { pledgedCents: number; supporters: number }

/** Up to this many campaigns are summed from their own rows; larger lists are summed from their ranks, in milliseconds. */
const MAX_SUMMED_BY_ROWS = 1_000

/** The kind of money that the site does not use now; null: no campaign has it. */
type Other = 'live' | 'sandbox' | null

/**
 * The tiles above the list, of the site's own kind of money: test money is never added to real money. A list short enough to add up by hand is summed from the campaigns' own rows, as
 * everywhere; a longer one from their ranks, which follow within two seconds.
 */
async function readSummary(
  db: Db,
  scope: Scope,
  filter: Filter & { isLive: boolean },
): Promise<CampaignSummary> {
  const other = await otherMoney(db, filter.isLive)
  const { matches, rows } = await readTemplates(db, scope, filter, other)
  const templates = [...new Set(rows.map(({ template }) => template))].sort()
  const campaigns = sum(rows, 'count')
  const { pledgedCents, supporters } =
    campaigns <= MAX_SUMMED_BY_ROWS
      ? await sumRows(db, scope, filter, { matches, other })
      : { pledgedCents: sum(rows, 'pledgedCents'), supporters: sum(rows, 'supporters') }
  return {
    campaigns,
    totalPledged: toDecimal(cents(pledgedCents)),
    supporters,
    campaignTypes: templates.length,
    templates,
  }
}

async function otherMoney(db: Db, isLive: boolean): Promise<Other> {
  const other = isLive ? 'sandbox' : 'live'
  const rows = await db.query(sql`select 1 as one from campaigns where money_mode = ${other} limit 1`)
  return rows.length > 0 ? other : null
}

/** Without another kind of money, sums of all campaigns are read from their index alone. */
const leavingOut = (other: Other) => ({
  key: sql.raw(other === null ? '' : ', r.campaign_id'),
  where:
    other === null
      ? sql``
      : sql`
        where not exists (
          select from campaigns m
          where m.id = found.campaign_id
            and m.money_mode = ${other}
        )
      `,
})

type Found = { matches: (Match | null)[]; rows: TemplateRow[] }

/** Exact matches, plus those with a typo if they are few, as in the list. */
async function readTemplates(db: Db, scope: Scope, filter: Filter, other: Other): Promise<Found> {
  const read = (match: Match | null) => byTemplate(db, scope, filter, { match, other })
  const typed = filter.search?.trim()
  if (!typed) return { matches: [null], rows: await read(null) }
  const words = await readWords(db, typed)
  if (words.length === 0) return { matches: [], rows: [] }
  const exact = exactly(words)
  const rows = await read(exact)
  const near = sum(rows, 'count') < FEW ? await forgivingly(db, words) : null
  if (!near) return { matches: [exact], rows }
  return { matches: [exact, near], rows: [...rows, ...(await read(near))] }
}

function byTemplate(
  db: Db,
  scope: Scope,
  filter: Filter,
  { match, other }: { match: Match | null; other: Other },
): Promise<TemplateRow[]> {
  const { key, where } = leavingOut(other)
  return db.query<TemplateRow>(sql`
    select
      template,
      count(*) as count,
      sum(pledged_cents)::bigint as pledged_cents,
      sum(supporters_count)::bigint as supporters
    from (
      ${inScope(scope, filter, match, sql`r.template, r.pledged_cents, r.supporters_count${key}`)}
    ) found
    ${where}
    group by template
  `)
}

async function sumRows(
  db: Db,
  scope: Scope,
  filter: Filter,
  { matches, other }: { matches: readonly (Match | null)[]; other: Other },
): Promise<Sums> {
  const { where } = leavingOut(other)
  const sums = await Promise.all(
    matches.map(async (match) =>
      only(
        await db.query<Sums>(sql`
          select
            coalesce(sum(t.pledged_cents), 0)::bigint as pledged_cents,
            coalesce(sum(t.supporters_count), 0)::bigint as supporters
          from (${inScope(scope, filter, match, sql.raw('r.campaign_id'))}) found
          join campaign_totals t on t.campaign_id = found.campaign_id
          ${where}
        `),
      ),
    ),
  )
  return { pledgedCents: sum(sums, 'pledgedCents'), supporters: sum(sums, 'supporters') }
}

const sum = <Key extends string>(rows: readonly Record<Key, number>[], key: Key): number =>
  rows.reduce((total, row) => total + row[key], 0)

const SummaryQuery = CampaignListQuery.pick({ search: true, status: true, type: true })
type SummaryQuery = z.output<typeof SummaryQuery>

/** The page sizes used by home, discovery and the default. Caching others would fill memory with copies. */
const KEPT_LIMITS = new Set([3, 48, 50])

function addressOf(path: string, query: CampaignListQuery, cursor: string): string {
  const { search, status, type, sort, order, limit } = query
  const given = Object.entries({ search, status, type, sort, order, limit, cursor })
  const named = given.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  return `<${path}?${new URLSearchParams(named)}>; rel="next"`
}

async function makeList(deps: Deps, db: Db, viewer: Viewer, query: CampaignListQuery): Promise<Answer> {
  const scope = scopeOf(viewer, query.status)
  const { items, next, count } = await readPage(db, scope, query, deps.clock.now())
  const link: Record<string, string> = next === null ? {} : { Link: addressOf('/api/campaigns', query, next) }
  return { bytes: JSON.stringify(items), extra: { ...link, 'X-Total-Count': String(count) } }
}

async function makeSummary(deps: Deps, db: Db, viewer: Viewer, query: SummaryQuery): Promise<Answer> {
  const wanted = { ...query, isLive: deps.config.moneyMode === 'live' }
  return { bytes: JSON.stringify(await readSummary(db, scopeOf(viewer, query.status), wanted)) }
}

/** Most signed-in people see what everyone sees, and get the same cached answer. */
async function privateViewer(deps: Deps, caller: Actor | null): Promise<Viewer | null> {
  if (!caller) return null
  const viewer = await viewerOf(deps.db, caller)
  return viewer.isRepresentative || viewer.ownedOrganizationIds.length > 0 ? viewer : null
}

export const campaignListRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/campaigns',
    who: 'anyone',
    summary: `Campaigns: all that the caller may see, most pledged first; X-Total-Count counts to ${MAX_COUNTED}`,
    rules: 'R11, R21, R23, R51',
    query: CampaignListQuery,
    response: z.array(CampaignListItem),
    handle: async ({ deps, caller, query, c }) => {
      const viewer = await privateViewer(deps, caller)
      if (viewer) return answerPrivately(c, await makeList(deps, deps.db, viewer, query))
      const { search = '', status = 'all', type = 'all', sort, order, limit, cursor } = query
      const make = () => makeList(deps, publicReads(deps, LISTS), VISITOR, query)
      const isKept = !search.trim() && cursor === undefined && KEPT_LIMITS.has(limit)
      if (!isKept) return answerPublicly(c, await make())
      const key = `campaigns ${status} ${type} ${sort} ${order} ${limit}`
      return answerPublicly(c, await deps.cache.through(key, [LISTS], make))
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api/campaigns/summary',
    who: 'anyone',
    summary: 'Totals of a list of campaigns with the site’s own kind of money, for the same filter',
    rules: 'R11, R39, R51',
    query: SummaryQuery,
    response: CampaignSummary,
    handle: async ({ deps, caller, query, c }) => {
      const viewer = await privateViewer(deps, caller)
      if (viewer) return answerPrivately(c, await makeSummary(deps, deps.db, viewer, query))
      const { search = '', status = 'all', type = 'all' } = query
      const make = () => makeSummary(deps, publicReads(deps, LISTS), VISITOR, query)
      if (search.trim()) return answerPublicly(c, await make())
      return answerPublicly(c, await deps.cache.through(`campaigns summary ${status} ${type}`, [LISTS], make))
    },
  }),
]
