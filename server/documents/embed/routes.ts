/** A campaign's progress on other sites: a page for a frame, and the script that inserts the frame. */
import { readFileSync } from 'node:fs'
import type { OpenAPIHono } from '@hono/zod-openapi'
import { DomainError } from '#domain/errors.ts'
import type { Deps } from '#server/documents/renderer/deps.ts'
import { factsOf, linkFor } from '#server/documents/renderer/index.ts'
import { clientAddress, isFromNetwork } from '#server/platform/http/client-address.ts'
import { IdParams, NO_SNIFFING, refuse } from '#server/platform/http/http.ts'
import { answerPublicly } from '#server/platform/http/public-answer.ts'
import { EMBED_HEADERS, embedFacts, embedNotFound, embedPage } from './page.ts'

const HTML = 'text/html; charset=utf-8'

export function mountEmbed(app: OpenAPIHono, deps: Deps): void {
  const script = readFileSync(new URL('./embed.js', import.meta.url))

  app.get('/embed.js', (c) =>
    c.body(new Uint8Array(script), 200, {
      ...NO_SNIFFING,
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=3600',
      // Other sites load it, including those that block resources without this header.
      'cross-origin-resource-policy': 'cross-origin',
    }),
  )

  app.get('/embed/campaigns/:id', async (c) => {
    try {
      if (isFromNetwork(c)) await deps.limits.takePublic(clientAddress(c))
      const { success, data } = IdParams.safeParse(c.req.param())
      if (!success) throw new DomainError('not_found', 'Campaign not found')
      const { facts } = await factsOf(deps, data.id, { name: 'embed facts', make: embedFacts })
      const { link } = await linkFor(deps, data.id, c.req.query('ref'))
      return answerPublicly(c, { bytes: embedPage(facts, link), type: HTML, extra: EMBED_HEADERS })
    } catch (error) {
      if (!(error instanceof DomainError && error.code === 'not_found')) return refuse(c, error, deps)
      const headers = { ...EMBED_HEADERS, ...NO_SNIFFING, 'content-type': HTML, 'cache-control': 'no-store' }
      return c.body(embedNotFound(deps.config.appUrl), 404, headers)
    }
  })
}
