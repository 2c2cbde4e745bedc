import type { OpenAPIHono } from '@hono/zod-openapi'
import { readImagePath } from '#domain/campaigns/image.ts'
import { IMAGE_LIMITS } from '#domain/campaigns/image-limits.ts'
import { Campaign } from '#domain/schemas/campaign.ts'
import { IdParams, NO_SNIFFING } from '#server/platform/http/http.ts'
import type { Deps } from '#server/season/deps.ts'
import { defineRoute } from '#server/season/deps.ts'
import { removeImage, setImage } from './images.ts'

export const imageRoutes = [
  defineRoute({
    method: 'post',
    path: '/api/campaigns/{id}/image',
    who: 'owner',
    summary:
      'Upload the campaign’s picture: the file itself is the body, JPEG, PNG, WebP or AVIF, at most 15 MB',
    rules: 'R24: owners while it is a draft, representatives always',
    creates: true,
    params: IdParams,
    upload: { type: 'image/*', mostBytes: IMAGE_LIMITS.mostBytes },
    response: Campaign,
    handle: ({ deps, transact, actor, params, file }) => setImage(deps, transact, actor, params.id, file),
  }),
  defineRoute({
    method: 'delete',
    path: '/api/campaigns/{id}/image',
    who: 'owner',
    summary: 'Remove the uploaded picture; the drawn one is shown again',
    rules: 'R24',
    params: IdParams,
    handle: ({ deps, transact, actor, params }) => removeImage(deps, transact, actor, params.id),
  }),
]

const SHOWN = {
  ...NO_SNIFFING,
  // The content at such an address never changes: its name is the hash of its content.
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'",
}

/** Pictures as pages show them. Only names that we could have generated are looked up, so no path can escape the folder. */
export function mountImages(app: OpenAPIHono, { files }: Pick<Deps, 'files'>): void {
  app.get('/images/*', async (c) => {
    const image = readImagePath(c.req.path)
    const bytes = image && (await files.get(`images/${image.folder}/${image.shownWidth}.${image.format}`))
    if (!bytes) return c.text('There is no such picture', 404, NO_SNIFFING)
    return new Response(bytes, { headers: { ...SHOWN, 'content-type': `image/${image.format}` } })
  })
}
