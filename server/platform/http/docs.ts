import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { OpenAPIHono } from '@hono/zod-openapi'
import { API_NOUNS, labelOfNoun } from '#domain/people/api-nouns.ts'
import { etagOf } from '#server/platform/cache/cache.ts'
import type { Deps } from '#server/platform/deps.ts'
import { clientAddress, isFromNetwork } from './client-address.ts'
import { OTHER, refuse } from './http.ts'
import { type Answer, answerPublicly } from './public-answer.ts'

/** The API's description and a viewer for it. All files are served from here: it works without a network. */
const FOLDER = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
const FILES: Record<string, string> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
}

const DESCRIPTION = `Performance pledges: supporters pay only for results actually achieved.

**Programs** call with an API key: \`Authorization: Bearer pledgeraiser_key_…\`. An owner makes one on the page of the
organization, a representative one for the provider under Representatives. Each call below names the scope that it needs,
such as \`results:write\`, which includes \`results:read\`; without a scope it takes a person. A key makes 120 reads and 60
writes a minute. To try a call, press Authorize, paste the key under apiKey, and press Try it out.

To poll for what is new, as Zapier does, read a list that says newest first, such as \`GET /api/user/campaigns\` or
\`GET /api/campaigns?sort=created\`: its items have an \`id\` that stays, and \`Link\` leads to the next page.

**Webhooks** tell a system what happens as it happens: owners add its address on the page of the organization,
representatives under Representatives. Each message is signed by the
[Standard Webhooks](https://www.standardwebhooks.com) specification, whose libraries check it with the secret that the page
shows once: check the signature, remember \`webhook-id\`, answer 2xx within ten seconds. What is not accepted is sent
again for 24 hours, in any order. The section Webhooks has every message.

**People** sign in with \`POST /api/identity/sign-in/email\`, which sets a session cookie; with that cookie
\`GET /api/identity/token\` returns a bearer token, valid for five minutes, for every other call. Amounts in requests are JSON
numbers or decimal strings with at most two decimals; in responses they are decimal strings. A POST that creates takes
an \`Idempotency-Key\`, a PUT an \`If-Match\` with the version that was read. The API only grows.`

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>Pledgeraiser API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
</head>
<body>
<main id="reader"><noscript>This reader needs JavaScript; the description itself is at /api/openapi.json.</noscript></main>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script src="/api/docs/start.js"></script>
</body>
</html>
`

const START = `SwaggerUIBundle({ url: '/api/openapi.json', domNode: document.getElementById('reader'), deepLinking: true, filter: true, docExpansion: 'none' })
`

/** Scripts only from here. The viewer sets styles on its own elements, which requires 'unsafe-inline', for styles only. */
const POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

const HOUR = 'public, max-age=3600'

/** Call after all routes are mounted, since it describes the mounted routes. */
export function mountDocs(app: OpenAPIHono, deps: Pick<Deps, 'limits' | 'log'>): void {
  app.openAPIRegistry.registerComponent('securitySchemes', 'apiKey', {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'pledgeraiser_key_…',
    description:
      'An API key of an organization or of the provider, here as a bearer token; as the password of Basic authentication it works, too. It stays on this page, and is gone once the page is closed.',
  })
  app.openAPIRegistry.registerComponent('securitySchemes', 'bearer', {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'A person’s token, of GET /api/identity/token',
  })
  const describeAll = (): string =>
    JSON.stringify(
      app.getOpenAPI31Document({
        openapi: '3.1.0',
        info: { title: 'Pledgeraiser API', version: '1', description: DESCRIPTION },
        servers: [{ url: '/' }],
        // What keys can call comes first.
        tags: [...API_NOUNS.map(labelOfNoun), OTHER].map((name) => ({ name })),
      }),
    )
  /** Made at the first request, and counted like every public read. */
  const serve = (path: string, make: () => Promise<Answer>): void => {
    let made: Answer | undefined
    app.get(path, async (c) => {
      try {
        if (isFromNetwork(c)) await deps.limits.takePublic(clientAddress(c))
        made ??= await make()
        return answerPublicly(c, made)
      } catch (error) {
        return refuse(c, error, deps)
      }
    })
  }
  serve('/api/openapi.json', async () => tagged(Buffer.from(describeAll())))
  app.get('/api/docs', (c) => {
    c.header('content-security-policy', POLICY)
    c.header('referrer-policy', 'strict-origin-when-cross-origin')
    return c.html(PAGE)
  })
  app.get('/api/docs/start.js', (c) =>
    c.body(START, 200, { 'content-type': 'text/javascript', 'cache-control': HOUR }),
  )
  for (const [name, type] of Object.entries(FILES))
    serve(`/api/docs/${name}`, async () => ({ ...tagged(await readFile(join(FOLDER, name))), type }))
}

const tagged = (bytes: Buffer<ArrayBuffer>): Answer => ({ bytes, etag: etagOf(bytes) })
