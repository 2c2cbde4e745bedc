/** R29: the second step is a fact about each session, and guessing its codes is limited for the account. */
import { expect, it } from 'vitest'
import type { TwoFactorSetup } from '#domain/schemas/identity.ts'
import { sql } from '#server/platform/db/database.ts'
import type { Browser } from '#tests/identity.ts'
import { enter, member, NEW_PASSWORD, PASSWORD, setUpIdentity, world } from '#tests/identity-members.ts'
import { totp } from '#tests/totp.ts'

setUpIdentity()

const ORIGIN = 'http://localhost:3000'

async function turnOn(browser: Browser): Promise<TwoFactorSetup> {
  const { body } = await browser.post<TwoFactorSetup>('/two-factor', { password: PASSWORD })
  expect((await browser.post('/two-factor/confirm', { code: totp(body.secret) })).status).toBe(200)
  return body
}
const proofOf = async (browser: Browser) => world.identity.signInOf((await browser.token()) ?? '')
const hasSecondStep = async (browser: Browser) => (await proofOf(browser))?.hasSecondStep
const makeRepresentative = (email: string) =>
  world.db.query(sql`
    insert into user_roles (user_id, role, granted_at)
    select id, 'pledgeraiser_representatives', now() from users where email = ${email}
  `)

it('a session with the password alone is ended when it is turned on', async () => {
  const ann = await member('ann@example.org')
  const thief = world.browser()
  await enter(thief, 'ann@example.org')
  const before = await proofOf(ann)
  const token = await thief.token()
  expect(before?.hasSecondStep).toBe(false)
  await turnOn(ann)
  expect(await thief.token()).toBeNull()
  expect(await world.identity.verify(token ?? '')).toBeNull()
  expect(await hasSecondStep(ann)).toBe(true)
  await ann.post('/two-factor/off', { password: PASSWORD })
  expect(await hasSecondStep(ann)).toBe(false)
})

it('counts for sessions that took it, by code or backup code, and not for those of a trusted device', async () => {
  const { secret, backupCodes } = await turnOn(await member('bea@example.org'))
  const phone = world.browser()
  await enter(phone, 'bea@example.org')
  await phone.post('/sign-in/two-factor', { code: totp(secret, 1), trustDevice: true })
  expect(await hasSecondStep(phone)).toBe(true)
  await phone.post('/sign-out')
  expect((await enter(phone, 'bea@example.org')).body.twoFactorRequired).toBe(false)
  expect(await hasSecondStep(phone)).toBe(false)
  const laptop = world.browser()
  await enter(laptop, 'bea@example.org')
  await laptop.post('/sign-in/two-factor', { code: backupCodes[0] })
  expect(await hasSecondStep(laptop)).toBe(true)
})

it('a representative takes it at every sign-in, also on a device that was trusted before', async () => {
  const { secret } = await turnOn(await member('cleo@example.org'))
  const phone = world.browser()
  await enter(phone, 'cleo@example.org')
  await phone.post('/sign-in/two-factor', { code: totp(secret, 1), trustDevice: true })
  await phone.post('/sign-out')
  await makeRepresentative('cleo@example.org')
  expect((await enter(phone, 'cleo@example.org')).body.twoFactorRequired).toBe(true)
})

it('a new password neither takes it nor renews it', async () => {
  const dee = await member('dee@example.org')
  const change = (browser: Browser, currentPassword: string, newPassword: string) =>
    browser.post('/password', { currentPassword, newPassword })
  expect((await change(dee, PASSWORD, NEW_PASSWORD)).status).toBe(200)
  expect(await hasSecondStep(dee)).toBe(false)
  expect((await change(dee, NEW_PASSWORD, PASSWORD)).status).toBe(200)
  await turnOn(dee)
  const lastWeek = new Date(Date.now() - 7 * 86_400_000)
  await world.db.query(sql`
    update identity.session s set second_step_at = ${lastWeek}, created_at = ${lastWeek}
    from identity."user" u where u.id = s.user_id and u.email = 'dee@example.org'`)
  expect((await change(dee, PASSWORD, NEW_PASSWORD)).status).toBe(200)
  expect(await proofOf(dee)).toEqual({ at: lastWeek, hasSecondStep: true })
})

it.each([
  ['as the browser does', (name: string, value: string) => `${name}=${value}`],
  ['in quotes', (name: string, value: string) => `${name}="${value}"`],
  ['after a name without a value', (name: string, value: string) => `${name}X; ${name}=${value}`],
  ['after another of that name', (name: string, value: string) => `${name}=other; ${name}=${value}`],
])('ten wrong codes at most are compared at once, with the cookie sent %s', async (how, write) => {
  const email = `eve-${how.replaceAll(' ', '-')}@example.org`
  const { secret } = await turnOn(await member(email))
  const browsers = Array.from({ length: 14 }, () => world.browser())
  for (const browser of browsers) await enter(browser, email)
  const wrong = await Promise.all(
    browsers.map((browser, index) => {
      const [name = '', value = ''] = /([^ ;]*two_factor)=([^;]*)/.exec(browser.cookie)?.slice(1) ?? []
      const headers = { origin: ORIGIN, cookie: write(name, value) }
      return browser.post('/sign-in/two-factor', { code: totp(secret, 100 + index) }, headers)
    }),
  )
  const compared = wrong.filter(({ status }) => status === 400)
  const refused = wrong.filter(({ status }) => status === 429)
  expect(compared.length).toBeLessThanOrEqual(10)
  expect(compared.length + refused.length + wrong.filter(({ status }) => status === 401).length).toBe(14)
  for (const { body } of refused) expect(body.message).toMatch(/^Too many attempts: wait 15 min/)
})

it('a code without an unfinished sign-in is refused', async () => {
  expect((await world.browser().post('/sign-in/two-factor', { code: '123456' })).status).toBe(401)
})
