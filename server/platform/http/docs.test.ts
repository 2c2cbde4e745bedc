import { OpenAPIHono } from '@hono/zod-openapi'
import { describe, expect, it } from 'vitest'
import { userRoutes } from '#server/accounts/users/routes.ts'
import { cardRoutes } from '#server/money/cards/routes.ts'
import type { Deps } from '#server/platform/deps.ts'
import { mountDocs } from './docs.ts'
import { mountRoutes } from './http.ts'

type Operation = { security?: object[]; requestBody?: object; responses: Record<string, object> }
type Description = {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  components: Record<string, object>
}

const app = new OpenAPIHono()
const routes = [...userRoutes, ...cardRoutes]
mountRoutes(app, {} as Deps, routes)
mountDocs(app, {} as Deps)

describe('the API description', () => {
  it('is compressed, and 304 for whoever holds it', async () => {
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
    })
    for (const { path, method, who, body } of routes) {
      const operation = description.paths[path]?.[method]
      expect(operation, `${method} ${path}`).toBeDefined()
      expect(operation?.security).toEqual(who === 'anyone' ? undefined : [{ bearer: [] }])
      expect(operation?.requestBody !== undefined, path).toBe(body !== undefined)
    }
  })
})

describe('the API documentation page', () => {
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
