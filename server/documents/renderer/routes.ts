/** Documents to pass on: the picture shown in a chat, the code on a wall, the flyer in a locker room. */
import { etagOf } from '#server/platform/cache/cache.ts'
import { IdParams } from '#server/platform/http/http.ts'
import { answerPublicly } from '#server/platform/http/public-answer.ts'
import { brand } from '#web/content/brand.ts'
import { landing } from '#web/content/landing.ts'
import { answerDrawing, factsOf } from './answer.ts'
import { defineRoute } from './deps.ts'
import { printedCampaign, shareFacts } from './facts.ts'
import { CodeQuery, fileName, leadingTo, linkFor, RefQuery } from './links.ts'
import { withLogo } from './printed-look.ts'
import { qrPng, qrSvg } from './qr.ts'

/** Depends on what the site's picture shows, so that it changes with the words. */
const siteTag = etagOf(JSON.stringify([brand.name, landing.headline, landing.promise, landing.example]))

export const printRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/share.png',
    who: 'anyone',
    summary: 'The preview picture for links to pages that belong to no campaign, 1200 × 630',
    rules: 'R53',
    produces: 'image/png',
    handle: ({ deps, c }) =>
      answerDrawing(c, deps, { kind: 'site', facts: null }, { etag: siteTag, type: 'image/png' }),
  }),
  defineRoute({
    method: 'get',
    path: '/api/campaigns/{id}/share.png',
    who: 'anyone',
    summary: 'The preview picture for a campaign’s link, 1200 × 630',
    rules: 'R11, R18, R23',
    params: IdParams,
    produces: 'image/png',
    handle: async ({ deps, params, c }) => {
      const { facts, etag } = await factsOf(deps, params.id, { name: 'share facts', make: shareFacts })
      return answerDrawing(c, deps, { kind: 'share', facts }, { etag, type: 'image/png' })
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api/campaigns/{id}/qr.svg',
    who: 'anyone',
    summary:
      'A QR code of the campaign’s page, for print at any size; `ref` for an ambassador’s link, `to=pledge` straight to the pledge without an account',
    rules: 'R23, R42, R59',
    params: IdParams,
    query: CodeQuery,
    produces: 'image/svg+xml',
    handle: async ({ deps, params, query, c }) => {
      const { link, campaign } = await linkFor(deps, params.id, query.ref)
      const extra = fileName(campaign.campaignName, 'qr.svg')
      return answerPublicly(c, { bytes: qrSvg(leadingTo(link, query.to)), type: 'image/svg+xml', extra })
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api/campaigns/{id}/qr.png',
    who: 'anyone',
    summary: 'The same QR code, 1024 pixels wide',
    rules: 'R23, R42',
    params: IdParams,
    query: RefQuery,
    produces: 'image/png',
    handle: async ({ deps, params, query, c }) => {
      const { link, campaign } = await linkFor(deps, params.id, query.ref)
      const extra = fileName(campaign.campaignName, 'qr.png')
      return answerPublicly(c, { bytes: Buffer.from(await qrPng(link)), type: 'image/png', extra })
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api/campaigns/{id}/flyer.pdf',
    who: 'anyone',
    summary: 'A flyer to print, one Letter page; `ref` for an ambassador’s link',
    rules: 'R23, R42, R52',
    params: IdParams,
    query: RefQuery,
    produces: 'application/pdf',
    handle: async ({ deps, params, query, c }) => {
      const { link, short, code, campaign } = await linkFor(deps, params.id, query.ref)
      const printed = await factsOf(deps, params.id, { name: 'flyer facts', make: printedCampaign })
      const drawnOn = deps.clock.now().toISOString().slice(0, 10)
      const look = await withLogo(deps, printed.facts.look)
      const order = { kind: 'flyer', facts: { ...printed.facts, look, link, short, drawnOn } } as const
      const etag = `${printed.etag.slice(0, -1)}-${code ?? 'plain'}-${drawnOn}"`
      const extra = fileName(campaign.campaignName, 'flyer.pdf')
      return answerDrawing(c, deps, order, { etag, type: 'application/pdf', extra })
    },
  }),
]
