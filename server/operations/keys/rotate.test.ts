/** A new key signs from now on; what happens to the old ones depends on the reason for the rotation. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { TwoFactorSetup, TwoFactorState } from '#domain/schemas/identity.ts'
import { renewAuthenticators } from '#server/accounts/identity/index.ts'
import { queueMail } from '#server/messaging/mails/index.ts'
import { readUnsubscribeLink, unsubscribeLinks } from '#server/messaging/preferences/choices.ts'
import { openDatabase, sql } from '#server/platform/db/database.ts'
import { createSealing } from '#server/platform/db/sealing.ts'
import { readRing } from '#server/platform/db/secrets.ts'
import { type Browser, openIdentity, type TestIdentity } from '#tests/identity.ts'
import { deliveredMails, TEST_SECRET_KEY } from '#tests/mails.ts'
import { totp } from '#tests/totp.ts'
import { rotateKeys } from './rotate.ts'

const PASSWORD = 'a long password'
const LINKS = { config: { appUrl: 'http://localhost:3000' } as never }
let world: TestIdentity
beforeEach(async () => {
  // Three codes are used at one moment; each works once and for 30 seconds before and after its own.
  vi.useFakeTimers({ toFake: ['Date'] })
  world = await openIdentity()
})
afterEach(async () => {
  vi.useRealTimers()
  await world.close()
})

async function signIn(email: string, browser = world.browser()): Promise<Browser> {
  expect((await browser.post('/sign-in/email', { email, password: PASSWORD })).status).toBe(200)
  return browser
}

/** Signed in, with an authenticator app. */
async function member(email: string) {
  const userId = await world.account(email)
  const browser = await signIn(email)
  const { body } = await browser.post<TwoFactorSetup>('/two-factor', { password: PASSWORD })
  expect((await browser.post('/two-factor/confirm', { code: totp(body.secret) })).status).toBe(200)
  return { ...body, userId, browser }
}

const rotate = (reason: Parameters<typeof rotateKeys>[2]) => rotateKeys(world.db, world.clock, reason)
const audited = async () =>
  (
    await world.db.query<{ after: object }>(sql`select after from audit_log where action = 'keys.rotate'`)
  ).map(({ after }) => after)

it('a routine rotation signs nobody out, on servers before and after a restart', async () => {
  const { browser, userId, secret, backupCodes } = await member('ada@example.org')
  const before = (await browser.token()) as string
  const link = (await unsubscribeLinks(LINKS, world.db))(userId, 'weekly_digest').split('/').at(-1) as string
  await rotate('routine')
  const ring = await readRing(world.db)
  expect(ring.map(({ number }) => number)).toEqual([2, 1])
  const next = await world.another()

  expect(await next.identity.verify(before)).toMatchObject({ userId })
  expect(await readUnsubscribeLink(world.db, link)).toEqual({ userId, kind: 'weekly_digest' })
  const after = (await browser.visit(next.app).token()) as string
  const headerOf = (token: string) =>
    JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString())
  expect([headerOf(before).kid, headerOf(after).kid]).toEqual([ring[1]?.id, ring[0].id])
  // A server that has not read the new key yet accepts what it signed.
  expect(await world.identity.verify(after)).toMatchObject({ userId })

  // The second step, encrypted with the old key and then with the new one.
  const phone = await signIn('ada@example.org', world.browser().visit(next.app))
  expect((await phone.post('/sign-in/two-factor', { code: totp(secret, 1) })).status).toBe(200)
  expect(await renewAuthenticators(world.db, ring, ring)).toBe(1)
  const [row] = await world.db.query<{ secret: string }>(sql`select secret from identity.two_factor`)
  expect(row?.secret).toMatch(/^\$ba\$2\$/)
  const laptop = await signIn('ada@example.org', world.browser().visit(next.app))
  expect((await laptop.post('/sign-in/two-factor', { code: totp(secret, -1) })).status).toBe(200)
  const lost = await signIn('ada@example.org', world.browser().visit(next.app))
  expect((await lost.post('/sign-in/two-factor', { code: backupCodes[0] })).status).toBe(200)
  expect(await audited()).toEqual([
    { reason: 'routine', number: 2, keys: 2, sessionsEnded: 0, mailsDropped: 0 },
  ])
})

it('after a leak the old keys verify nothing: everybody signs in again, with the same second step', async () => {
  const { browser, userId, secret } = await member('bea@example.org')
  const before = (await browser.token()) as string
  const link = (await unsubscribeLinks(LINKS, world.db))(userId, 'weekly_digest').split('/').at(-1) as string
  expect(await rotate('leaked')).toMatchObject({ keys: 1, sessionsEnded: 1 })
  const next = await world.another()
  expect(await next.identity.verify(before)).toBeNull()
  expect(await browser.visit(next.app).token()).toBeNull()
  expect(await readUnsubscribeLink(world.db, link)).toBeNull()
  const phone = await signIn('bea@example.org', world.browser().visit(next.app))
  expect((await phone.post('/sign-in/two-factor', { code: totp(secret, 1) })).status).toBe(200)
  expect((await phone.get<TwoFactorState>('/two-factor')).body).toEqual({ isOn: true, backupCodesLeft: 0 })
})

it('a lost SECRET_KEY costs the sessions, second steps and waiting mails, and nothing else', async () => {
  await member('cid@example.org')
  const text = `https://example.org/p/${'a'.repeat(43)}`
  const mail = { kind: 'receipt', to: 'cid@example.org', subject: 'Receipt', text }
  await queueMail(world.db, world.clock, { ...mail, idempotencyKey: 'one' })
  const db = openDatabase({
    url: world.url,
    connections: 2,
    sealing: createSealing(() => ['a-new-secret-key-of-at-least-32-characters']),
  })
  try {
    await expect(rotateKeys(db, world.clock, 'routine')).rejects.toThrow('rotate-keys -- --lost')
    expect(await rotateKeys(db, world.clock, 'lost')).toEqual({ keys: 1, sessionsEnded: 1, mailsDropped: 1 })
    expect((await readRing(db)).map(({ number }) => number)).toEqual([2])
    expect(await db.query(sql`select failure, sealed from mails`)).toEqual([
      { failure: 'key lost', sealed: null },
    ])
    expect(await db.query(sql`select two_factor_enabled from identity."user"`)).toEqual([
      { twoFactorEnabled: false },
    ])
  } finally {
    await db.close()
  }
})

it('a rotation seals everything with the first SECRET_KEY, so that the old one can go', async () => {
  await world.account('dan@example.org')
  const text = `https://example.org/p/${'b'.repeat(43)}`
  const mail = { kind: 'receipt', to: 'dan@example.org', subject: 'Receipt', text }
  await queueMail(world.db, world.clock, { ...mail, idempotencyKey: 'one' })
  const fresh = 'a-new-secret-key-of-at-least-32-characters'
  const open = (keys: string[]) =>
    openDatabase({ url: world.url, connections: 2, sealing: createSealing(() => keys) })
  const both = open([fresh, TEST_SECRET_KEY])
  const only = open([fresh])
  try {
    await rotateKeys(both, world.clock, 'routine')
    expect(await readRing(only)).toHaveLength(2)
    expect((await deliveredMails(only, sql`true`)).map((one) => one.text)).toEqual([text])
  } finally {
    await both.close()
    await only.close()
  }
})
