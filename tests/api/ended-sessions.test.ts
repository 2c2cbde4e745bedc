/** R28: a token ends with its session, and with the account, on every instance at once. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#server/platform/db/database.ts'
import { createTestApp, type TestApp } from '#tests/app.ts'
import { call, tokenFor } from '#tests/identity-providers.ts'

const PASSWORD = 'a long password'
let app: TestApp
let other: TestApp
beforeAll(async () => {
  app = await createTestApp()
  other = await app.another()
})
afterAll(() => app.close())

/** Someone who is signed in, and whose token both instances have seen. */
async function signedIn(email: string) {
  const { createAccount } = app.deps.identity
  if (!createAccount) throw new Error('the embedded identity makes accounts')
  const { isThere } = await exists(email)
  if (!isThere) await createAccount({ email, password: PASSWORD, firstName: 'Ada', lastName: 'Roe' })
  const answer = await call(app, 'POST', '/api/identity/sign-in/email', {
    body: { email, password: PASSWORD },
  })
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ')
  const token = (await tokenFor(app, cookie)) ?? ''
  const statuses = async () => [await statusOf(app, token), await statusOf(other, token)]
  expect(await statuses()).toEqual([200, 200])
  const send = (method: string, path: string, sent?: object) =>
    call(app, method, `/api/identity${path}`, { cookie, ...(sent ? { body: sent } : {}) })
  return { token, statuses, send }
}

const exists = async (email: string) => {
  const rows = await app.deps.db.query<{ id: string }>(sql`select id from users where email = ${email}`)
  return { isThere: rows.length > 0 }
}
const statusOf = async (instance: TestApp, token: string) =>
  (await call(instance, 'GET', '/api/auth/user', { token })).status

describe('a token is refused on every instance', () => {
  it('after signing out', async () => {
    const ada = await signedIn('out@example.org')
    await ada.send('POST', '/sign-out')
    expect(await statusOf(app, ada.token)).toBe(401)
    await expect.poll(ada.statuses).toEqual([401, 401])
  })

  it('of another device, once the others were signed out or the password was changed', async () => {
    const phone = await signedIn('two@example.org')
    const laptop = await signedIn('two@example.org')
    await laptop.send('DELETE', '/sessions')
    await expect.poll(phone.statuses).toEqual([401, 401])
    expect(await laptop.statuses()).toEqual([200, 200])
    const again = await signedIn('two@example.org')
    const change = { currentPassword: PASSWORD, newPassword: 'another long password' }
    expect((await laptop.send('POST', '/password', change)).status).toBe(200)
    await expect.poll(again.statuses).toEqual([401, 401])
  })

  it('of a deleted account, which can no longer create an organization', async () => {
    const gone = await signedIn('gone@example.org')
    expect((await gone.send('POST', '/account/deletion', { password: PASSWORD })).status).toBe(200)
    const form = { name: 'A', description: 'B', city: 'C', state: 'TX', organizationType: 'school' }
    const created = await call(app, 'POST', '/api/organizations', { token: gone.token, body: form })
    expect(created.status).toBe(401)
    for (const path of ['/api/auth/user', '/api/auth/user/data'])
      expect((await call(app, 'GET', path, { token: gone.token })).status).toBe(401)
    await expect.poll(gone.statuses).toEqual([401, 401])
  })
})
