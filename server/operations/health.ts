import type { OpenAPIHono } from '@hono/zod-openapi'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { countHeld } from '#server/money/book-check/index.ts'
import { sql } from '#server/platform/db/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { isNeighbor } from '#server/platform/http/client-address.ts'

const CHARGE_STATES = sql`select state, count(*) as count from charges group by state`

/** `/healthz`: the process answers. `/readyz`: it goes on, so does its database, whether its replica answers, and whether its books add up (R40). `/metrics`: for Prometheus. */
export function mountHealth(app: OpenAPIHono, deps: Deps): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const charges = new Gauge({
    name: 'charges',
    help: 'Charges by state',
    labelNames: ['state'],
    registers: [registry],
  })
  app.get('/healthz', (c) => c.text('ok'))
  app.get('/readyz', async (c) => {
    if (deps.readiness.isEnding) return c.json({ server: 'stopping' }, 503)
    try {
      const held = await countHeld(deps.db)
      const { hasReplica } = deps.db
      return c.json({
        database: 'ok',
        ...(hasReplica ? { replica: (await deps.db.isReplicaReachable()) ? 'ok' : 'unreachable' } : {}),
        books: held === 0 ? 'ok' : `billing on hold: ${held}`,
      })
    } catch {
      return c.json({ database: 'unreachable' }, 503)
    }
  })
  app.get('/metrics', async (c) => {
    // How many charges fail is nobody else's business: a scraper on this machine or network, not through a proxy.
    if (!isNeighbor(c)) return c.text('Not found', 404)
    const rows = await deps.db.query<{ state: string; count: number }>(CHARGE_STATES)
    for (const { state, count } of rows) charges.set({ state }, count)
    return c.body(await registry.metrics(), 200, { 'content-type': registry.contentType })
  })
}
