/** People with accounts of the embedded sign-in, and what they did. */
import { afterAll, beforeAll, expect } from 'vitest'
import { sql } from '#server/platform/db/database.ts'
import { type Browser, openIdentity, type TestIdentity } from '#tests/identity.ts'

export let world: TestIdentity

/** Opens the embedded sign-in once for the file. */
export function setUpIdentity(): void {
  beforeAll(async () => {
    world = await openIdentity()
  })
  afterAll(() => world.close())
}

export const PASSWORD = 'a long password'
export const NEW_PASSWORD = 'another long password'
export const enter = (browser: Browser, email: string, password = PASSWORD) =>
  browser.post('/sign-in/email', { email, password })

/** Someone with an account, signed in. */
export async function member(email: string, userAgent?: string): Promise<Browser> {
  await world.account(email)
  const browser = world.browser(userAgent)
  expect((await enter(browser, email)).status).toBe(200)
  return browser
}

export const auditOf = async (email: string): Promise<string[]> =>
  (
    await world.db.query<{ action: string }>(sql`
      select action from audit_log where actor_id = (select id from users where email = ${email}) order by action`)
  ).map(({ action }) => action)
export const subjectsTo = (email: string) =>
  world.mails.filter(({ to }) => to === email).map(({ subject }) => subject)
