/** R28: a session cookie alone permits nothing; it only gets a bearer token. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Caller, createTestApp, type TestApp } from '#tests/app.ts'
import { ROUTES } from '#tests/permissions/table.ts'

let app: TestApp
let owner: Caller
beforeAll(async () => {
  app = await createTestApp()
  owner = await app.user()
})
afterAll(() => app.close())

describe('a session cookie (R28)', () => {
  it.each(ROUTES.filter(({ who }) => who !== 'anyone'))(
    'is no permission for $name, nor is an invalid token: 401',
    async ({ method, path }) => {
      const address = path.replace(/\{\w+\}/g, randomUUID())
      const attempts: Record<string, string>[] = [
        { cookie: await session() },
        { authorization: 'Bearer nonsense' },
        { authorization: `Basic ${owner.token}` },
        { authorization: `Bearer ${owner.token.slice(0, -3)}abc` },
      ]
      for (const headers of attempts) {
        const init = {
          method: method.toUpperCase(),
          headers: { ...headers, origin: 'http://localhost:3000' },
        }
        const body = method === 'post' || method === 'put' ? { body: '{}' } : {}
        expect((await app.app.request(address, { ...init, ...body })).status).toBe(401)
      }
    },
  )

  it('gets a bearer token that is accepted', async () => {
    const headers = { cookie: await session() }
    const answer = await app.app.request('/api/identity/token', { headers })
    const { token } = (await answer.json()) as { token: string }
    const me = await app.app.request('/api/auth/user', { headers: { authorization: `Bearer ${token}` } })
    expect(me.status).toBe(200)
  })

  let cookie = ''
  async function session(): Promise<string> {
    if (cookie) return cookie
    const account = { email: 'cookie@example.org', password: 'a long password' }
    await app.deps.identity.createAccount?.({ ...account, firstName: 'Coo', lastName: 'Kie' })
    const headers = { origin: 'http://localhost:3000', 'content-type': 'application/json' }
    const init = { method: 'POST', headers, body: JSON.stringify(account) }
    const answer = await app.app.request('/api/identity/sign-in/email', init)
    cookie = answer.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ')
    expect(cookie).toContain('session')
    return cookie
  }
})
