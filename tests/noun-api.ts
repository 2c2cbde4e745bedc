import { randomUUID } from 'node:crypto'
import { OpenAPIHono } from '@hono/zod-openapi'
import { SPORT } from '#domain/campaigns/vocabulary.ts'
import type { MemberRole } from '#domain/people/roles.ts'
import type { SettlementDeps as Deps } from '#server/money/settlements/index.ts'
import { ManualClock } from '#server/platform/base/clock.ts'
import { PublicCache } from '#server/platform/cache/cache.ts'
import { openDatabase, sql } from '#server/platform/db/database.ts'
import { mountRoutes, type Route } from '#server/platform/http/http.ts'
import { createTestDatabase } from './database.ts'
import { testSealing } from './mails.ts'

type Options = { as?: string | null; body?: unknown; headers?: Record<string, string> }
export type Reply = { status: number; body: never; headers: Headers }

/** One noun's routes on a separate database. A bearer token is simply the user's id. */
export async function createNounApi(routes: readonly Route[], more: Partial<Deps> = {}) {
  const database = await createTestDatabase()
  const db = openDatabase({ url: database.url, connections: 5, sealing: testSealing })
  const clock = new ManualClock('2026-03-10T12:00:00Z')
  const changed: string[] = []
  const deps = {
    db,
    clock,
    config: { appUrl: 'http://localhost:3000' },
    log: { error: console.error, warn: () => undefined, info: () => undefined },
    identity: { verify: async (token: string) => ({ userId: token, hasSecondStep: true }) },
    limits: { take: async () => undefined },
    cache: new PublicCache({ isOn: true, nowMs: () => clock.now().getTime() }),
    ranks: { changed: (id: string) => changed.push(id) },
    checkpoint: () => undefined,
    ...more,
  } as unknown as Deps
  const app = new OpenAPIHono()
  mountRoutes(app, deps, routes)

  const call = async (
    method: string,
    path: string,
    { as = null, body, headers = {} }: Options = {},
  ): Promise<Reply> => {
    const response = await app.request(path, {
      method,
      headers: { ...headers, ...(as ? { authorization: `Bearer ${as}` } : {}) },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    // Ids sort by the millisecond: what comes later is later.
    clock.advance({ seconds: 0.001 })
    return {
      status: response.status,
      body: (text ? JSON.parse(text) : null) as never,
      headers: response.headers,
    }
  }
  const close = async () => {
    await db.close()
    await database.drop()
  }
  return { deps, db, clock, changed, call, close, ...makers(db, clock) }
}
export type NounApi = Awaited<ReturnType<typeof createNounApi>>

function makers(db: Deps['db'], clock: ManualClock) {
  let count = 0
  const addUser = async (
    given: { first?: string; last?: string; verified?: boolean; email?: string } = {},
  ) => {
    const id = randomUUID()
    count += 1
    const email = given.email ?? `user${count}@test.test`
    await db.query(sql`
      insert into users (id, first_name, last_name, email, email_verified_at, created_at)
      values (${id}, ${given.first ?? 'Ada'}, ${given.last ?? 'Love'}, ${email},
              ${given.verified === false ? null : clock.now()}, ${clock.now()})`)
    return id
  }
  const addRepresentative = async () => {
    const id = await addUser({ first: 'Rep' })
    await db.query(sql`
      insert into user_roles (user_id, role, granted_at) values (${id}, 'pledgeraiser_representatives', ${clock.now()})`)
    return id
  }
  const addOrganization = async (
    owner: string,
    given: { name?: string; city?: string; state?: string; zip?: string } = {},
  ) => {
    const id = randomUUID()
    await db.query(sql`
      insert into organizations (id, name, description, city, state, zip, organization_type, time_zone, created_by, created_at)
      values (${id}, ${given.name ?? 'Lions'}, 'A club', ${given.city ?? 'Dallas'}, ${given.state ?? 'TX'}, ${given.zip ?? null}, 'sports_club',
              'America/Chicago', ${owner}, ${clock.now()})`)
    await addMember(id, owner, 'owner')
    return id
  }
  const addMember = (organizationId: string, userId: string, role: MemberRole) =>
    db.query(sql`
      insert into organization_members (organization_id, user_id, role, created_at)
      values (${organizationId}, ${userId}, ${role}, ${clock.now()})`)
  const addCampaign = async (
    organizationId: string,
    given: {
      name?: string
      status?: string
      template?: string
      cause?: string
      goal?: number
      pledged?: number
      end?: string
    } = {},
  ) => {
    const id = randomUUID()
    const end = given.end ?? '2026-06-30'
    await db.query(sql`
      insert into campaigns (id, organization_id, name, about_this_campaign, goal_cents, start_on, end_on, starts_at,
        ends_at, time_zone, status, campaign_type, template, cause, vocabulary, commission_basis_points, money_mode,
        created_by, created_at)
      select ${id}, o.id, ${given.name ?? 'Season'}, 'About it', ${given.goal ?? 100_000}, '2026-01-01', ${end},
             '2026-01-01T06:00:00Z', ${`${end}T23:59:59Z`}, o.time_zone, ${given.status ?? 'active'}, 'athletic',
             ${given.template ?? 'soccer'}, ${given.cause ?? given.template ?? 'soccer'}, ${JSON.stringify(SPORT)}::jsonb, 2500, 'sandbox', o.created_by, ${clock.now()}
        from organizations o where o.id = ${organizationId}`)
    await db.query(sql`
      insert into campaign_totals (campaign_id, pledged_cents, supporters_count)
      values (${id}, ${given.pledged ?? 0}, ${given.pledged ? 1 : 0})`)
    return id
  }
  const addStatistic = async (campaignId: string) => {
    const id = randomUUID()
    await db.query(sql`
      insert into statistics (id, campaign_id, name, type, icon, pledge_amount_options, allow_custom_amounts, is_active,
        sort_order, created_at)
      values (${id}, ${campaignId}, 'Goals', 'per_increment', 'faTrophy', '{100,200,300}', true, true, 0, ${clock.now()})`)
    await db.query(
      sql`insert into statistic_totals (campaign_id, statistic_id) values (${campaignId}, ${id})`,
    )
    return id
  }
  return { addUser, addRepresentative, addOrganization, addMember, addCampaign, addStatistic }
}
