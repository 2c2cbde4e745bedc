import { z } from 'zod'
import { CampaignListItem, CampaignListQuery, CampaignSummary } from '#domain/schemas/campaign.ts'
import { LISTS, publicReads } from '#server/platform/changes/campaign-changes.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import { type Answer, answerPrivately, answerPublicly } from '#server/platform/http/public-answer.ts'
import type { Deps } from '#server/season/deps.ts'
import { defineRoute } from '#server/season/deps.ts'
import { scopeOf, VISITOR, type Viewer, viewerOf } from './list-scope.ts'
import { MAX_COUNTED, readPage } from './list-store.ts'
import { readSummary } from './list-summary.ts'

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
