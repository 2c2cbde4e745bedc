import { gunzipSync } from 'node:zlib'
import { OpenAPIHono } from '@hono/zod-openapi'
import { describe, expect, it, vi } from 'vitest'
import { organizationRoutes } from '#server/accounts/organizations/routes.ts'
import { userRoutes } from '#server/accounts/users/routes.ts'
import { cardRoutes } from '#server/money/cards/routes.ts'
import type { Deps } from '#server/platform/deps.ts'
import { RateLimited } from '#server/platform/limits/limits.ts'
import { scopeOf } from './api-keys.ts'
import { mountDocs } from './docs.ts'
import { mountRoutes } from './http.ts'

type Operation = {
  'x-scope'?: string
  security?: object[]
  requestBody?: object
  responses: Record<string, object>
}
type Description = {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  components: Record<string, object>
}

const app = new OpenAPIHono()
const routes = [...userRoutes, ...organizationRoutes, ...cardRoutes]
mountRoutes(app, {} as Deps, routes)
const takePublic = vi.fn(async () => undefined)
mountDocs(app, { limits: { takePublic }, log: {} } as unknown as Deps)

describe('the API description', () => {
  it('is compressed, and answered with 304 to a reader that has it', async () => {
    const headers = { 'accept-encoding': 'gzip' }
    const first = await app.request('/api/openapi.json', { headers })
    expect(first.headers.get('content-encoding')).toBe('gzip')
    const tag = first.headers.get('etag') ?? ''
    const again = await app.request('/api/openapi.json', { headers: { ...headers, 'if-none-match': tag } })
    expect(again.status).toBe(304)
  })

  it('has every route with its body and who may call it', async () => {
    const description = (await (await app.request('/api/openapi.json')).json()) as Description
    expect(description.openapi).toBe('3.1.0')
    expect(description.components.securitySchemes).toMatchObject({
      bearer: { type: 'http', scheme: 'bearer' },
      apiKey: { type: 'http', scheme: 'bearer' },
    })
    for (const route of routes) {
      const { path, method, who, body, upload } = route
      const operation = description.paths[path]?.[method]
      expect(operation, `${method} ${path}`).toBeDefined()
      const scope = scopeOf(route)
      expect(operation?.['x-scope']).toBe(scope ?? undefined)
      expect(operation?.security).toEqual([
        ...(who === 'anyone' ? [{}] : []),
        { bearer: [] },
        ...(scope ? [{ apiKey: [] }] : []),
      ])
      expect(operation?.requestBody !== undefined, path).toBe((body ?? upload) !== undefined)
    }
  })
})

describe('the API documentation page', () => {
  it.each(['swagger-ui-bundle.js', 'swagger-ui.css'])(
    'has its %s compressed from memory, answered with 304 to a reader that has it, and counted',
    async (name) => {
      takePublic.mockReset()
      const network = { incoming: { socket: { remoteAddress: '203.0.113.7' } } }
      const get = (headers: Record<string, string> = {}) =>
        app.request(`/api/docs/${name}`, { headers: { 'accept-encoding': 'gzip', ...headers } }, network)
      const first = await get()
      expect(first.headers.get('content-encoding')).toBe('gzip')
      const whole = Buffer.from(await (await app.request(`/api/docs/${name}`)).arrayBuffer())
      expect(gunzipSync(Buffer.from(await first.arrayBuffer())).equals(whole)).toBe(true)
      expect(takePublic.mock.calls).toEqual([['203.0.113.7']])
      const again = await get({ 'if-none-match': first.headers.get('etag') ?? '' })
      expect(again.status).toBe(304)
      takePublic.mockRejectedValueOnce(new RateLimited(7))
      expect((await get()).status).toBe(429)
    },
  )

  it('runs only this site’s own scripts', async () => {
    const page = await app.request('/api/docs')
    const html = await page.text()
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self';")
    expect(html).not.toMatch(/<script>|https?:\/\/| on\w+=/)
    const files = [...html.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map((match) => match[1] as string)
    expect(files.length).toBe(3)
    for (const file of files) {
      const answer = await app.request(file)
      expect([file, answer.status]).toEqual([file, 200])
      expect((await answer.text()).length).toBeGreaterThan(50)
    }
  })
})
