/** A backup contains no key, no code and no link that opens anything (R44). */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { TwoFactorSetup } from '#domain/schemas/identity.ts'
import { unsubscribeLinks } from '#server/messaging/preferences/choices.ts'
import { advanceSettlements } from '#server/money/settlements/advance.ts'
import { writeBackup } from '#server/operations/backup/backup-command.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { sql } from '#server/platform/db/database.ts'
import { keyFor, readRing } from '#server/platform/db/secrets.ts'
import { pledgeLink } from '#server/season/pledges/links/links.ts'
import type { TestApp } from '#tests/app.ts'
import { BAY, lock, play, pledge, type Season, type TestOrganization } from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'
import { call } from '#tests/identity-providers.ts'
import { deliveredMails, TEST_SECRET_KEY } from '#tests/mails.ts'

let app: TestApp
let org: TestOrganization
let season: Season
let place: string
beforeEach(async () => {
  ;({ app, org, season } = await givenSeason())
  place = await mkdtemp(join(tmpdir(), 'sealed-'))
})
afterEach(async () => {
  await app.close()
  await rm(place, { recursive: true, force: true })
})

/** Everything that a backup contains, as one text. */
async function backedUp(): Promise<string> {
  const folder = join(place, `backup-${Math.random()}`)
  await writeBackup({ url: app.url, filesFolder: null }, folder, app.clock.now())
  const names = await readdir(folder, { recursive: true, withFileTypes: true })
  const texts = await Promise.all(
    names
      .filter((one) => one.isFile())
      .map(async (one) => {
        const bytes = await readFile(join(one.parentPath, one.name))
        return (one.name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('latin1')
      }),
  )
  return texts.join('\n')
}

const PASSWORD = 'a long password'
const secretsIn = (text: string): string[] =>
  [...text.matchAll(/(?:\/p\/|-links\/|\/unsubscribe\/|token=|reset-password#)([\w-]{20,})/g)].map(
    ([, secret]) => secret as string,
  )

/** An account with a second step and an unused reset link. @returns what no one else may know. */
async function account(email: string): Promise<string[]> {
  await app.deps.identity.createAccount?.({ email, password: PASSWORD, firstName: 'Ada', lastName: 'Byron' })
  const signIn = await call(app, 'POST', '/api/identity/sign-in/email', {
    body: { email, password: PASSWORD },
  })
  const cookie = signIn.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const body = { password: PASSWORD }
  const setup = (await call<TwoFactorSetup>(app, 'POST', '/api/identity/two-factor', { cookie, body })).body
  await call(app, 'POST', '/api/identity/password/forgot', { body: { email } })
  const session = decodeURIComponent(/session_token=([^;]+)/.exec(cookie)?.[1] ?? '').split('.')[0] ?? ''
  return [setup.secret, ...setup.backupCodes, session]
}

it('a backup holds no key, code, session or link in plain text, also of mail that waits', async () => {
  const secrets = await account('ada@example.org')
  await org.owner.post(`/api/organizations/${org.organizationId}/invitations`, {
    email: 'scorer@example.org',
    role: 'scorer',
  })
  await org.owner.post(`${season.path}/ambassadors`, { email: 'amber@example.org' })
  const body = { email: 'new@example.org', password: PASSWORD, firstName: 'New', lastName: 'Person' }
  await call(app, 'POST', '/api/identity/sign-up/email', { body })
  const { pledge: made } = await pledge(org, season, { lines: { goals: '5.00' } })
  await play(org, season, { ...BAY, goals: 3 })
  await lock(org, season, 'progress')
  await advanceSettlements(app.deps)
  const { db } = app.deps
  secrets.push(...secretsIn(await pledgeLink(app.deps, db, { pledgeId: made.id, campaignId: season.id })))
  const root = (await readRing(db))[0].key
  for (const use of ['bearer', 'cookie', 'codes', 'unsubscribe links'])
    secrets.push(keyFor(root, use).toString('base64url'), keyFor(root, use).toString('hex'))
  secrets.push(TEST_SECRET_KEY, root.toString('base64url'), root.toString('hex'))
  const mails = await deliveredMails(db, sql`true`)
  secrets.push(...mails.flatMap(({ text, html }) => [...secretsIn(text), ...secretsIn(html)]))
  const code = /\b\d{6}\b/.exec(mails.find(({ kind }) => kind === 'verification_code')?.text ?? '')?.[0]
  expect(mails.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining([
      'member_invitation',
      'ambassador_invitation',
      'password_reset',
      'verification_code',
      'settlement_statement',
    ]),
  )
  expect([secrets.every((secret) => secret.length >= 10), secrets.length > 25, code?.length]).toEqual([
    true,
    true,
    6,
  ])
  const backup = await backedUp()
  expect(secrets.filter((secret) => backup.includes(secret))).toEqual([])
  expect(new RegExp(`\\b${code}\\b`).test(backup.replaceAll(/[\d-]+[T ][\d:.]+/g, ''))).toBe(false)
  expect(backup).toContain('ada@example.org')
})

it('a server with another SECRET_KEY does not start, and says what to set', async () => {
  const env = { SECRET_KEY: 'another-key-of-tests-that-opens-nothing' }
  await expect(app.another(env)).rejects.toThrow('sealed with another SECRET_KEY')
  const both = { SECRET_KEY: `another-key-of-tests-that-opens-nothing,${TEST_SECRET_KEY}` }
  expect((await readRing((await app.another(both)).deps.db))[0].number).toBe(1)
})

it('a server where others can reach it, with a database of its own, asks for SECRET_KEY', () => {
  const env = { DATABASE_URL: 'postgres://db/p', APP_URL: 'https://x.org', CARDS: 'sandbox', MAIL: 'outbox' }
  expect(() => readConfig(env)).toThrow('SECRET_KEY')
  expect(readConfig({ ...env, SECRET_KEY: TEST_SECRET_KEY }).secretKeys).toEqual([TEST_SECRET_KEY])
  expect(() => readConfig({ ...env, SECRET_KEY: 'short' })).toThrow('at least 32 characters')
})

it('a link out of a kind of mail keeps its signature in the mail only', async () => {
  const link = (await unsubscribeLinks(app.deps, app.deps.db))(org.owner.userId, 'results_digest')
  expect(await backedUp()).not.toContain(link.split('/').at(-1))
})
