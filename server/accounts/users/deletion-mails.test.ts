/** What a deleted account leaves in the mails that were written to it, by it and about it: nothing (R45). */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { userOf } from '#server/accounts/identity/users.ts'
import { queueMail } from '#server/messaging/mails/index.ts'
import { sendThrough, sendWaitingMails } from '#server/messaging/mails/send.ts'
import { sql } from '#server/platform/db/database.ts'
import { type Caller, createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import { deleteUser } from './deletion.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(() => app.deps.db.query(sql`delete from mails`))

type Kept = { kind: string; to: string; text: string; html: string; isSent: boolean }
const kept = () =>
  app.deps.db.query<Kept>(sql`
    select kind, to_address as to, text_body as text, html_body as html, sent_at is not null as is_sent
    from mails order by id`)
const everything = async () => {
  const rows = await app.deps.db.query<{ row: string }>(sql`select mails::text as row from mails`)
  return rows.map(({ row }) => row).join('\n')
}
const write = (by: Caller, email: string) =>
  by.post('/api/contact', { name: 'Ada Lovelace', email, phone: '555 0199', message: 'Call me' })
/** The address that their sign-in has from now on. */
async function move({ userId }: Caller, to: string): Promise<void> {
  const [{ provider, subject } = { provider: '', subject: '' }] = await app.deps.db.query<{
    provider: string
    subject: string
  }>(sql`select provider, subject from user_identities where user_id = ${userId}`)
  const who = { subject, email: to, isEmailVerified: true, firstName: null, lastName: null }
  expect(await userOf(app.deps.db, app.clock, { ...who, provider: provider as 'embedded' })).toBe(userId)
}
const mail = (kind: string, to: string, more: { userId?: string } = {}) =>
  queueMail(app.deps.db, app.clock, {
    kind,
    idempotencyKey: `${kind}:${to}`,
    to,
    subject: 'x',
    text: `to ${to}`,
    ...more,
  })
const refusing = {
  send: () => Promise.reject(Object.assign(new Error(), { code: 'EENVELOPE', responseCode: 550 })),
  close: () => undefined,
}

it('a message through the contact form goes with its author, whatever address they had or typed', async () => {
  const person = await app.user({ email: 'old@example.org' })
  for (const email of ['old@example.org', 'typed@example.org']) expectStatus(await write(person, email), 201)
  expectStatus(await write(app.visitor, 'old@example.org'), 201)
  await move(person, 'new@example.org')
  // Someone else has that address by now.
  const next = await app.user({ email: 'old@example.org' })
  expectStatus(await write(next, 'old@example.org'), 201)
  await deleteUser(app.deps, person.userId)
  expect((await kept()).map(({ text }) => text !== '')).toEqual([false, false, false, true])
})

it('mail to an earlier address goes with its account, and not what its next owner got', async () => {
  const person = await app.user({ email: 'first@example.org' })
  await mail('member_invitation', 'first@example.org')
  await move(person, 'second@example.org')
  await mail('security_notice', 'first@example.org')
  const next = await app.user({ email: 'first@example.org' })
  await mail('results_digest', 'first@example.org', { userId: next.userId })
  await deleteUser(app.deps, person.userId)
  const nobody = `deleted-${person.userId}@deleted.invalid`
  expect((await kept()).map(({ to, text }) => [to, text !== ''])).toEqual([
    [nobody, false],
    [nobody, false],
    ['first@example.org', true],
  ])
})

it('mail to an address that was never proven does not become that of whoever typed it', async () => {
  const person = await app.user({ email: 'theirs@example.org' })
  await app.deps.db.query(sql`update users set email_verified_at = null where id = ${person.userId}`)
  await mail('member_invitation', 'theirs@example.org')
  await move(person, 'mine@example.org')
  await deleteUser(app.deps, person.userId)
  expect((await kept()).map(({ to }) => to)).toEqual(['theirs@example.org'])
})

it('what representatives were mailed about a person goes with that person, once it was sent', async () => {
  const one = await app.representative('One')
  const two = await app.representative('Two')
  const person = await app.user({ email: 'ada@example.org', firstName: 'Ada' })
  expectStatus(await one.post('/api/representatives', { email: 'ada@example.org' }), 201)
  await sendWaitingMails(app.deps)
  expectStatus(await two.delete(`/api/representatives/${person.userId}`), 204)
  expect(await everything()).toContain('ada@example.org')
  await deleteUser(app.deps, person.userId)
  const waits = (await kept()).filter(({ isSent }) => !isSent)
  expect(waits.length).toBeGreaterThan(0)
  for (const { text } of waits) expect(text).toContain('Ada')
  await sendWaitingMails(app.deps)
  expect(await everything()).not.toMatch(/ada@example\.org|Ada/)
})

it('what representatives were mailed about a change goes with the one who made it', async () => {
  const one = await app.representative('Wanda')
  const two = await app.representative('Xenia')
  const ben = await app.user({ firstName: 'Ben' })
  const cleo = await app.user({ firstName: 'Cleo' })
  expectStatus(await one.post('/api/representatives', { email: ben.email }), 201)
  expectStatus(await two.post('/api/representatives', { email: cleo.email }), 201)
  await sendWaitingMails(app.deps)
  await deleteUser(app.deps, one.userId)
  expect(await everything()).not.toMatch(/Wanda|Ben/)
  expect(await everything()).toMatch(/Xenia.*Cleo/)
})

it.each([
  ['without a mail server', () => sendWaitingMails(app.deps)],
  ['refused by the mail server', () => sendThrough(app.deps, refusing)],
])('the last mail to a deleted account keeps no address %s', async (_, deliver) => {
  await mail('account_deleted', 'gone@example.org')
  await deliver()
  expect((await kept()).map(({ to }) => to).join('')).not.toContain('gone@')
  const [waiting] = await app.deps.db.query(
    sql`select id from mails where sent_at is null and failed_at is null`,
  )
  expect(waiting).toBeUndefined()
})
