/** Addresses of the site that are neither its API nor a page: for search engines, and for people who type a printed address. */
import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { idEndOf } from '#domain/billing/lookup.ts'
import type { Deps } from '#server/documents/renderer/deps.ts'
import { clientAddress, isFromNetwork } from '#server/platform/http/client-address.ts'
import { NO_SNIFFING, refuse } from '#server/platform/http/http.ts'
import { answerPublicly } from '#server/platform/http/public-answer.ts'
import { campaignSiteMap, PAGE_SIZE, robotsText, siteMapIndex, staticSiteMap } from './robots-and-sitemap.ts'
import { destinationOf } from './store.ts'

const XML = 'application/xml; charset=utf-8'
const HOUR = { 'cache-control': 'public, max-age=3600', ...NO_SNIFFING }
const SITE_MAP_PAGE = /^campaigns-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.xml$/
const REFERRAL_CODE = /^[A-Z2-9]{6,12}$/

type Handle = (c: Context, next: () => Promise<void>) => Promise<Response | undefined>

export function mountSite(app: OpenAPIHono, deps: Deps, { pageSize = PAGE_SIZE } = {}): void {
  const { config, cache, db } = deps
  const { appUrl } = config

  /** Counted like any other read without a session, and refused in the same words. */
  const guarded = (handle: Handle) => async (c: Context, next: () => Promise<void>) => {
    try {
      if (isFromNetwork(c)) await deps.limits.takePublic(clientAddress(c))
      return (await handle(c, next)) ?? c.res
    } catch (error) {
      return refuse(c, error, deps)
    }
  }
  // Cached for a quarter of an hour: crawlers return daily, and an outdated site map still works.
  const kept = async (c: Context, name: string, make: () => Promise<string>) => {
    const entry = await cache.through(`site map ${name}`, [], async () => ({ bytes: await make() }))
    return answerPublicly(c, { ...entry, type: XML })
  }

  app.get('/robots.txt', (c) => c.text(robotsText(config), 200, HOUR))
  app.get(
    '/sitemap.xml',
    guarded((c) => kept(c, 'index', () => siteMapIndex(db.replica, appUrl, pageSize))),
  )
  app.get('/sitemaps/pages.xml', (c) => c.body(staticSiteMap(appUrl), 200, { ...HOUR, 'content-type': XML }))
  app.get(
    '/sitemaps/:file',
    guarded(async (c) => {
      const startId = SITE_MAP_PAGE.exec(c.req.param('file') ?? '')?.[1]
      if (!startId) return c.text('There is no such site map', 404)
      return kept(c, startId, () => campaignSiteMap(db.replica, appUrl, { startId, pageSize }))
    }),
  )
  app.get(
    '/c/:code',
    guarded(async (c, next) => {
      const referralCode = (c.req.param('code') ?? '').toUpperCase()
      const idEnd = idEndOf(referralCode)
      const isCode = REFERRAL_CODE.test(referralCode)
      const found = isCode ? await destinationOf(db, { referralCode, idEnd }) : null
      if (!found) {
        await next()
        return undefined
      }
      const ref = found.referralCode ? `?ref=${found.referralCode}` : ''
      return c.redirect(`/campaigns/${found.campaignId}${ref}`)
    }),
  )
}
