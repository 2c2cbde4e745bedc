import { createHash, timingSafeEqual } from 'node:crypto'
import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { sql } from '#server/platform/db/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { isNeighbor } from '#server/platform/http/client-address.ts'
import { readinessOf } from './readiness.ts'

const CHARGE_STATES = sql`select state, count(*) as count from charges group by state`

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest()

/**
 * Whoever sends METRICS_TOKEN; where there is none, whoever calls from this machine or network without a proxy, and
 * only while the whole program is for its own machine. What the public is told about us is that we answer.
 */
function mayInspect(c: Context, { metricsToken, isLoopback }: Deps['config']): boolean {
  if (metricsToken === null) return isLoopback && isNeighbor(c)
  const given = c.req.header('authorization') ?? ''
  return timingSafeEqual(digestOf(given), digestOf(`Bearer ${metricsToken}`))
}

/**
 * `/healthz`: the process answers. `/readyz`: it can serve people, 503 if not; with the token also what needs attention:
 * database, replica, disk, jobs, mail, and whether the books add up (R40). `/metrics`: for Prometheus.
 */
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
    const { isReady, details } = await readinessOf(deps)
    c.header('cache-control', 'no-store')
    const answer = mayInspect(c, deps.config) ? details : { status: isReady ? 'ready' : 'not ready' }
    return c.json(answer, isReady ? 200 : 503)
  })
  app.get('/metrics', async (c) => {
    if (!mayInspect(c, deps.config)) return c.text('Not found', 404)
    const rows = await deps.db.query<{ state: string; count: number }>(CHARGE_STATES)
    for (const { state, count } of rows) charges.set({ state }, count)
    return c.body(await registry.metrics(), 200, { 'content-type': registry.contentType })
  })
}
