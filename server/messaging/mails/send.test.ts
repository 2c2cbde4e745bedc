import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Letter } from '#server/messaging/delivery/mail.ts'
import { sql } from '#server/platform/db/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { createNounApi, type NounApi } from '#tests/noun-api.ts'
import { queueMail } from './queue.ts'
import { mailRoutes } from './routes.ts'
import { sendThrough, sendWaitingMails } from './send.ts'

const config = { mail: 'outbox', atOnce: { mails: 8 } }
let api: NounApi
beforeAll(async () => {
  api = await createNounApi(mailRoutes, { config: config as Deps['config'] })
})
afterAll(() => api.close())
beforeEach(() => api.db.query(sql`delete from mails`))

const queue = (idempotencyKey: string, to = 'ada@example.org') =>
  api.db.transaction((tx) =>
    queueMail(tx, api.clock, {
      kind: 'receipt',
      idempotencyKey,
      to,
      subject: `About\n${idempotencyKey}`,
      text: `<${idempotencyKey}>`,
    }),
  )
const waiting = async () => (await api.db.query(sql`select id from mails where sent_at is null`)).length

/** A mail server that keeps what it received, and refuses one address. */
function postOffice(refused = 'nobody@example.org') {
  const got: Letter[] = []
  const send = async (letter: Letter) => {
    if (letter.to === refused) throw Object.assign(new Error('no such mailbox'), { code: 'EENVELOPE' })
    got.push(letter)
  }
  return { got, send, close: () => undefined }
}

it('a mail is queued once even if its job repeats, and not if the transaction fails', async () => {
  await Promise.all([queue('receipt:1'), queue('receipt:1'), queue('receipt:2')])
  await queue('receipt:1')
  await expect(
    api.db.transaction(async (tx) => {
      await queueMail(tx, api.clock, {
        kind: 'receipt',
        idempotencyKey: 'receipt:3',
        to: 'a@example.org',
        subject: 'x',
        text: 'x',
      })
      throw new Error('the charge was not recorded')
    }),
  ).rejects.toThrow('not recorded')
  const rows = await api.db.query<{ idempotencyKey: string; subject: string; htmlBody: string }>(
    sql`select idempotency_key, subject, html_body from mails order by idempotency_key`,
  )
  expect(rows.map(({ idempotencyKey, subject }) => [idempotencyKey, subject])).toEqual([
    ['receipt:1', 'About receipt:1'],
    ['receipt:2', 'About receipt:2'],
  ])
  expect(rows[0]?.htmlBody).toContain('&lt;receipt:1&gt;')
})

it('each mail is sent once, even with two senders at once', async () => {
  for (let count = 0; count < 12; count += 1) await queue(`receipt:${count}`)
  const office = postOffice()
  const sent = await Promise.all([sendThrough(api.deps, office), sendThrough(api.deps, office)])
  expect(sent[0] + sent[1]).toBe(12)
  expect(new Set(office.got.map(({ messageId }) => messageId)).size).toBe(12)
  expect(office.got.length).toBe(12)
  expect(await sendThrough(api.deps, office)).toBe(0)
})

it('a mail is sent again under the same Message-ID after a crash before it was recorded', async () => {
  await queue('receipt:1')
  const office = postOffice()
  const dying = {
    ...office,
    send: (letter: Letter) => office.send(letter).then(() => Promise.reject(new Error('killed'))),
  }
  await sendThrough(api.deps, dying)
  api.clock.advance({ minutes: 1 })
  await sendThrough(api.deps, office)
  const [first, second] = office.got
  expect(second?.messageId).toBe(first?.messageId)
  expect(await waiting()).toBe(0)
})

it('a refused address does not delay other mail; old codes are dropped, mail about money is not', async () => {
  await queue('receipt:1', 'nobody@example.org')
  await queue('receipt:2')
  const office = postOffice()
  expect(await sendThrough(api.deps, office)).toBe(1)
  expect(await waiting()).toBe(1)
  await api.db.transaction((tx) =>
    queueMail(tx, api.clock, {
      kind: 'verification_code',
      idempotencyKey: 'code:1',
      to: 'ada@example.org',
      subject: 'x',
      text: 'x',
    }),
  )
  api.clock.advance({ days: 4 })
  const later = postOffice('someone else')
  expect(await sendThrough(api.deps, later)).toBe(1)
  expect(later.got.map(({ subject }) => subject)).toEqual(['About receipt:1'])
})

it('mail stays in the outbox without a mail server, and is shown only there', async () => {
  await queue('receipt:1')
  api.clock.advance({ seconds: 1 })
  await queue('receipt:2')
  expect([await sendWaitingMails(api.deps), await waiting()]).toEqual([2, 0])
  const subjects = async (path = '/api/dev/mail') => {
    const { status, body } = await api.call('GET', path)
    return status === 200 ? (body as { subject: string }[]).map(({ subject }) => subject) : status
  }
  // It shows codes that open accounts, so it exists only if the settings ask for it.
  expect(await subjects()).toBe(404)
  Object.assign(config, { devTools: true })
  expect(await subjects()).toEqual(['About receipt:2', 'About receipt:1'])
  expect(await subjects('http://rebound.example/api/dev/mail')).toBe(404)
})
