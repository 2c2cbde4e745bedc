import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import type { Deps } from '#server/platform/deps.ts'
import { isFromNetwork } from './client-address.ts'

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'])

/** The route's pattern, never the address itself, which may contain a name or a link that opens a pledge. */
function routeOf(c: Context): string {
  const route = c.req.routePath
  return route === '*' || route === '/*' ? 'page' : route
}

const methodOf = (c: Context): string => (METHODS.has(c.req.method) ? c.req.method : 'other')

/** One span for each request, by its route; behind one of our proxies, as a part of the proxy's trace. */
function mountTraces(app: OpenAPIHono, { traces, config }: Deps): void {
  app.use('*', (c, next) => {
    if (!isFromNetwork(c)) return next()
    const method = methodOf(c)
    const traceparent = config.trustedProxyHops > 0 ? c.req.header('traceparent') : undefined
    return traces.span({ name: method, kind: 'server', traceparent }, async (span) => {
      await next()
      const route = routeOf(c)
      const status = c.res.status
      const attributes = {
        'http.request.method': method,
        'http.route': route,
        'http.response.status_code': status,
      }
      span.end({ name: `${method} ${route}`, attributes, isFailed: status >= 500 })
    })
  })
}

/** Counts requests, and logs them if enabled. Mounted before every route; not mounted at all if both are off. */
export function mountObservation(app: OpenAPIHono, deps: Deps): void {
  const { metrics, config, log, traces } = deps
  if (traces.isOn) mountTraces(app, deps)
  if (metrics.registry === null && !config.accessLog) return
  app.use('*', async (c, next) => {
    // Pages call the API in process: that is still one request of a visitor.
    if (!isFromNetwork(c)) return next()
    const startedMs = performance.now()
    await next()
    const seconds = (performance.now() - startedMs) / 1_000
    const method = methodOf(c)
    const seen = { method, route: routeOf(c), status: c.res.status }
    metrics.request({ ...seen, seconds })
    if (config.accessLog) log.info({ ...seen, ms: Math.trunc(seconds * 1_000) }, 'request')
  })
}
