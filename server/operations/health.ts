import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import type { SettlementDeps as Deps } from '#server/money/settlements/index.ts'
import { isNeighbor } from '#server/platform/http/client-address.ts'
import { createMetricsHandler, isAllowed } from './metrics.ts'
import { readinessOf } from './readiness.ts'

/**
 * Callers that send METRICS_TOKEN; if none is set, callers from this machine or network without a proxy, and only while the
 * whole program is local to its machine. The public learns only that the server responds.
 */
const mayInspect = (c: Context, { metrics, isLoopback }: Deps['config']): boolean =>
  metrics.token === null ? isLoopback && isNeighbor(c) : isAllowed(c, metrics.token)

/**
 * `/healthz`: the process responds. `/readyz`: it can serve people, 503 if not; with the token also what needs attention:
 * database, replica, disk, jobs, mail, and whether the books balance. `/metrics`: for Prometheus, by token.
 */
export function mountHealth(app: OpenAPIHono, deps: Deps): void {
  app.get('/healthz', (c) => c.text('ok'))
  app.get('/readyz', async (c) => {
    const { isReady, details } = await readinessOf(deps)
    c.header('cache-control', 'no-store')
    const answer = mayInspect(c, deps.config) ? details : { status: isReady ? 'ready' : 'not ready' }
    return c.json(answer, isReady ? 200 : 503)
  })
  // Without a token it is served on a separate port, if at all, and here it is a page that does not exist.
  const metrics = deps.config.metrics.token ? createMetricsHandler(deps) : null
  if (metrics) app.get('/metrics', metrics)
}
