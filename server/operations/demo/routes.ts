import { DemoCampaign } from '#domain/schemas/campaign.ts'
import type { SettlementDeps as Deps } from '#server/money/settlements/index.ts'
import { type Db, first, sql } from '#server/platform/db/database.ts'
import { routesWith } from '#server/platform/http/http.ts'

const defineRoute = routesWith<Deps>()

export const demoRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/campaigns/demo',
    who: 'anyone',
    summary: 'Which campaign the demo shows off; null where there is no demo',
    rules: 'R49',
    response: DemoCampaign,
    handle: async ({ deps }) => ({ id: await findDemoCampaign(deps.db) }),
  }),
]

/**
 * The season that the demo replays: the oldest public soccer campaign of its coach. Addresses under demo.test belong to the
 * demo only. Null if there is no demo.
 */
async function findDemoCampaign(db: Db): Promise<string | null> {
  const rows = await db.query<{ id: string }>(sql`
    select c.id
    from users u
    join organization_members m on m.user_id = u.id and m.role = 'owner'
    join campaigns c on c.organization_id = m.organization_id
    where u.email = 'coach@demo.test'
      and u.deleted_at is null
      and c.template = 'soccer'
      and c.status in ('active', 'paused', 'completed')
    order by c.created_at, c.id
    limit 1
  `)
  return first(rows)?.id ?? null
}
