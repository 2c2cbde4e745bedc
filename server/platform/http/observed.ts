import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import type { Deps } from '#server/platform/deps.ts'
import { isFromNetwork } from './client-address.ts'

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'])

/** The pattern that answered and never the address itself, which may hold a name or a link that opens a pledge. */
function routeOf(c: Context): string {
  const route = c.req.routePath
  return route === '*' || route === '/*' ? 'page' : route
}

/** Counts requests, and logs them where the setting says so. Before every route; not there at all where neither is on. */
export function mountObservation(app: OpenAPIHono, { metrics, config, log }: Deps): void {
  if (metrics.registry === null && !config.accessLog) return
  app.use('*', async (c, next) => {
    // Pages ask the API in process: that is one request of a visitor.
    if (!isFromNetwork(c)) return next()
    const startedMs = performance.now()
    await next()
    const seconds = (performance.now() - startedMs) / 1_000
    const method = METHODS.has(c.req.method) ? c.req.method : 'other'
    const seen = { method, route: routeOf(c), status: c.res.status }
    metrics.request({ ...seen, seconds })
    if (config.accessLog) log.info({ ...seen, ms: Math.trunc(seconds * 1_000) }, 'request')
  })
}
