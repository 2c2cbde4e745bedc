import type { OpenAPIHono } from '@hono/zod-openapi'
import { countHeld } from '#server/money/book-check/index.ts'
import type { Deps } from '#server/platform/deps.ts'
import { createMetricsHandler } from './metrics.ts'

/** `/healthz`: the process answers. `/readyz`: it goes on, so does its database, whether its replica answers, and whether its books add up (R40). `/metrics`: for Prometheus, by token. */
export function mountHealth(app: OpenAPIHono, deps: Deps): void {
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
  // Without a token it is on a port of its own, if anywhere, and this is a page that does not exist.
  const metrics = deps.config.metrics.token ? createMetricsHandler(deps) : null
  if (metrics) app.get('/metrics', metrics)
}
