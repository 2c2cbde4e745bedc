import type { OpenAPIHono } from '@hono/zod-openapi'
import { IMAGE_LIMITS } from '#domain/image-limits.ts'
import { OwnOrganization } from '#domain/schemas/organization.ts'
import type { Deps } from '#server/accounts/deps.ts'
import { defineRoute } from '#server/accounts/deps.ts'
import { IdParams, NO_SNIFFING } from '#server/platform/http/http.ts'
import { readLogo, removeLogo, setLogo } from './actions.logo.ts'

export const logoRoutes = [
  defineRoute({
    method: 'post',
    path: '/api/organizations/{id}/logo',
    who: 'owner',
    summary: 'Upload the logo: the file itself is the body, JPEG, PNG, WebP or AVIF, at most 15 MB',
    rules: 'R25, R63',
    creates: true,
    params: IdParams,
    upload: { type: 'image/*', mostBytes: IMAGE_LIMITS.mostBytes },
    response: OwnOrganization,
    handle: ({ deps, transact, actor, params, file }) => setLogo(deps, transact, actor, params.id, file),
  }),
  defineRoute({
    method: 'delete',
    path: '/api/organizations/{id}/logo',
    who: 'owner',
    summary: 'Remove the logo; the drawn crest is shown again',
    rules: 'R25, R63',
    params: IdParams,
    handle: ({ deps, transact, actor, params }) => removeLogo(deps, transact, actor, params.id),
  }),
]

const SHOWN = {
  ...NO_SNIFFING,
  'content-type': 'image/png',
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'",
}

/** Logos as pages show them. Only names that we could have generated are looked up. */
export function mountLogos(app: OpenAPIHono, deps: Pick<Deps, 'files'>): void {
  app.get('/logos/*', async (c) => {
    const bytes = await readLogo(deps, c.req.path)
    return bytes ? new Response(bytes, { headers: SHOWN }) : c.text('There is no such logo', 404, NO_SNIFFING)
  })
}
