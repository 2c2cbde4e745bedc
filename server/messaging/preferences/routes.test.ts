/** Email preferences: unsubscribing by a signed link without sign-in, where a GET changes nothing (R28, R44). */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { LinkedMailChoice, MailChoice } from '#domain/schemas/mail.ts'
import { queueMail } from '#server/messaging/mails/queue.ts'
import { sql } from '#server/platform/db/database.ts'
import { type Caller, createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import { countRows } from '#tests/fixtures.ts'
import { unsubscribeLinks } from './choices.ts'

let app: TestApp
let supporter: Caller
let token: string
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  supporter = await app.user({ email: `pat${Math.random()}@example.org` })
  token = await tokenFor('results_digest')
})

const tokenFor = async (kind: 'results_digest' | 'weekly_digest') =>
  (await unsubscribeLinks(app.deps, app.deps.db))(supporter.userId, kind).split('/').at(-1) as string
const open = (of = token) => app.visitor.get<LinkedMailChoice>(`/api/unsubscribe-links/${of}`)
const choose = (isOn: boolean) =>
  app.visitor.post<LinkedMailChoice>(`/api/unsubscribe-links/${token}`, { isOn })
const choices = async () =>
  Object.fromEntries(
    expectStatus(await supporter.get<MailChoice[]>('/api/user/mail-choices'), 200).map(({ kind, isOn }) => [
      kind,
      isOn,
    ]),
  )

it('an unsubscribe link shows its state by GET, and turns its kind of mail off and on by POST', async () => {
  const rows = await countRows(app.deps.db)
  const answer = await open()
  expect(expectStatus(answer, 200)).toMatchObject({
    kind: 'results_digest',
    isOn: true,
    address: 'p•••@example.org',
  })
  expect(await countRows(app.deps.db)).toEqual(rows)
  expect(answer.headers.get('cache-control')).toBe('private, no-store')
  expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
  expect(expectStatus(await choose(false), 200).isOn).toBe(false)
  expect(await choices()).toEqual({
    results_digest: false,
    results_to_confirm: true,
    weekly_digest: true,
    result_alert: true,
    thank_you: true,
    invitation: true,
  })
  expect(expectStatus(await choose(false), 200).isOn).toBe(false)
  expect(expectStatus(await choose(true), 200).isOn).toBe(true)
  expect(await choices()).toEqual({
    results_digest: true,
    results_to_confirm: true,
    weekly_digest: true,
    result_alert: true,
    thank_you: true,
    invitation: true,
  })
  const audited = await app.deps.db.query(sql`
    select after from audit_log where action = 'user.choose_mail' and subject_id = ${supporter.userId} order by id`)
  expect(audited).toEqual([
    { after: { kind: 'results_digest', isOn: false, by: 'link' } },
    { after: { kind: 'results_digest', isOn: true, by: 'link' } },
  ])
})

it('one-click unsubscribe works by a form post without anything else (RFC 8058)', async () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const click = () => app.visitor.post(`/unsubscribe/${token}`, 'List-Unsubscribe=One-Click', form)
  expect([(await click()).status, (await click()).status]).toEqual([204, 204])
  expect(await choices()).toEqual({
    results_digest: false,
    results_to_confirm: true,
    weekly_digest: true,
    result_alert: true,
    thank_you: true,
    invitation: true,
  })
})

it('unsubscribing removes unsent mail of that kind only', async () => {
  const queue = (kind: string) =>
    app.deps.db.transaction((tx) =>
      queueMail(tx, app.clock, {
        kind,
        idempotencyKey: `${kind} ${supporter.userId}`,
        to: supporter.email,
        subject: kind,
        text: kind,
        userId: supporter.userId,
      }),
    )
  for (const kind of ['results_digest', 'weekly_digest', 'receipt']) await queue(kind)
  await choose(false)
  const left = await app.deps.db.query<{ kind: string }>(
    sql`select kind from mails where user_id = ${supporter.userId} order by kind`,
  )
  expect(left.map(({ kind }) => kind)).toEqual(['receipt', 'weekly_digest'])
})

it('an unsubscribe link that was altered or whose account was deleted does nothing', async () => {
  const bytes = Buffer.from(token, 'base64url')
  for (const at of [0, 15, 16, 17, 31]) {
    const forged = Buffer.from(bytes)
    forged[at] = (forged[at] as number) ^ 1
    const other = forged.toString('base64url')
    expect([at, (await open(other)).status]).toEqual([at, 404])
    expect((await app.visitor.post(`/unsubscribe/${other}`)).status).toBe(404)
  }
  expect((await open('x'.repeat(43))).status).toBe(404)
  expect((await open('short')).status).toBe(400)
  await app.deps.db.query(
    sql`update users set deleted_at = ${app.clock.now()} where id = ${supporter.userId}`,
  )
  expect((await open()).status).toBe(404)
})

it('an unsubscribe token is not a session, and users change only their own preferences', async () => {
  const as = { authorization: `Bearer ${token}` }
  expect(
    (await app.visitor.put('/api/user/mail-choices', { kind: 'weekly_digest', isOn: false }, as)).status,
  ).toBe(401)
  const body = { kind: 'weekly_digest', isOn: false }
  expect(expectStatus(await supporter.put<MailChoice[]>('/api/user/mail-choices', body), 200)).toMatchObject([
    { kind: 'results_digest', isOn: true },
    { kind: 'results_to_confirm', isOn: true },
    { kind: 'weekly_digest', isOn: false },
    { kind: 'result_alert', isOn: true },
    { kind: 'thank_you', isOn: true },
    { kind: 'invitation', isOn: true },
  ])
  const refused = await supporter.put('/api/user/mail-choices', { kind: 'receipt', isOn: false })
  expect(refused.status).toBe(400)
})
