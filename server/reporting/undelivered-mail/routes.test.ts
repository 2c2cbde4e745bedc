/** Mail that cannot be delivered: bounded attempts, and a list from which a representative sends it again (R44). */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { UndeliveredMail } from '#domain/schemas/mail.ts'
import type { OpenWork } from '#domain/schemas/work-queue.ts'
import type { Letter } from '#server/messaging/delivery/mail.ts'
import { queueMails } from '#server/messaging/mails/queue.ts'
import { sendThrough } from '#server/messaging/mails/send.ts'
import { sql } from '#server/platform/db/database.ts'
import { createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import { setUpOrganization, type TestOrganization } from '#tests/fixtures.ts'

let app: TestApp
let org: TestOrganization
beforeEach(async () => {
  app = await createTestApp({ now: '2026-09-10T16:00:00Z' })
  org = await setUpOrganization(app)
  await app.deps.db.query(sql`delete from mails`)
})
afterEach(() => app.close())

const queue = (idempotencyKey: string, to: string, kind = 'receipt') =>
  app.deps.db.transaction((tx) =>
    queueMails(tx, app.clock, [
      { kind, idempotencyKey, to, subject: `About ${idempotencyKey}`, text: 'Hello' },
    ]),
  )

/** A mail server that responds as specified for an address. */
function postOffice(refuse: (to: string) => object | null) {
  const got: string[] = []
  return {
    got,
    close: () => undefined,
    send: async ({ to, subject }: Letter) => {
      const refusal = refuse(to)
      if (refusal) throw Object.assign(new Error(`refused ${to}`), refusal)
      got.push(subject)
    },
  }
}
const NO_MAILBOX = { code: 'EENVELOPE', responseCode: 550 }
const BUSY = { code: 'EENVELOPE', responseCode: 451 }
const DOWN = { code: 'ECONNREFUSED' }
const list = async () =>
  expectStatus(await org.representative.get<UndeliveredMail[]>('/api/undelivered-mails'), 200)

describe('a mail', () => {
  it('to a mailbox that does not exist is tried once, and listed with what the server said', async () => {
    await queue('receipt:1', 'nobody@example.org')
    const office = postOffice(() => NO_MAILBOX)
    expect(await sendThrough(app.deps, office)).toBe(0)
    expect(await list()).toMatchObject([
      { to: 'nobody@example.org', subject: 'About receipt:1', attempts: 1, failure: 'SMTP 550' },
    ])
    app.clock.advance({ days: 4 })
    const later = postOffice(() => null)
    expect(await sendThrough(app.deps, later)).toBe(0)
  })

  it('that is refused for now is tried ten times over three days, and is then listed', async () => {
    await queue('receipt:1', 'busy@example.org')
    const office = postOffice(() => BUSY)
    let hours = 0
    for (; (await list()).length === 0 && hours < 200; hours += 1) {
      await sendThrough(app.deps, office)
      app.clock.advance({ hours: 1 })
    }
    expect(await list()).toMatchObject([{ attempts: 10, failure: 'SMTP 451' }])
    expect(hours).toBeGreaterThanOrEqual(70)
    expect(hours).toBeLessThanOrEqual(80)
  })

  it('waits for a mail server that is out of reach for as long as it takes, without losing an attempt', async () => {
    await queue('receipt:1', 'ada@example.org')
    for (let day = 0; day < 20; day += 1) {
      await sendThrough(
        app.deps,
        postOffice(() => DOWN),
      )
      app.clock.advance({ days: 1 })
    }
    expect(await list()).toEqual([])
    const office = postOffice(() => null)
    expect(await sendThrough(app.deps, office)).toBe(1)
  })
})

it('a thousand refused mails do not hold up the one behind them', async () => {
  await app.deps.db.transaction((tx) =>
    queueMails(
      tx,
      app.clock,
      Array.from({ length: 1_000 }, (_, index) => ({
        kind: 'receipt',
        idempotencyKey: `receipt:${index}`,
        to: 'nobody@example.org',
        subject: 'x',
        text: 'x',
      })),
    ),
  )
  app.clock.advance({ seconds: 1 })
  await queue('receipt:last', 'ada@example.org')
  await queue('code:1', 'grace@example.org', 'verification_code')
  const office = postOffice((to) => (to === 'nobody@example.org' ? BUSY : null))
  expect(await sendThrough(app.deps, office)).toBe(2)
  // Mail that someone is waiting for goes first.
  expect(office.got).toEqual(['About code:1', 'About receipt:last'])
  expect(await sendThrough(app.deps, office)).toBe(0)
})

describe('an undelivered mail', () => {
  it('is sent again at a representative’s request, once, which is in the audit log', async () => {
    await queue('receipt:1', 'nobody@example.org')
    await sendThrough(
      app.deps,
      postOffice(() => NO_MAILBOX),
    )
    const [mail] = await list()
    const path = `/api/undelivered-mails/${mail?.id}/retry`
    expectStatus(await org.representative.post(path), 204)
    expect((await org.representative.post(path)).status).toBe(404)
    expect(await list()).toEqual([])
    const office = postOffice(() => null)
    expect(await sendThrough(app.deps, office)).toBe(1)
    const entries = await app.deps.db.query(sql`select action from audit_log where subject_id = ${mail?.id}`)
    expect(entries).toEqual([{ action: 'mail.retry' }])
  })

  it('goes to the address that its recipient has confirmed since, and the list says so', async () => {
    const person = await app.user({ email: 'grace.misspelt@example.org' })
    const { email: to, userId } = person
    await app.deps.db.transaction((tx) =>
      queueMails(tx, app.clock, [
        { kind: 'receipt', idempotencyKey: 'receipt:1', to, userId, subject: 'Receipt', text: 'Hello' },
      ]),
    )
    await sendThrough(
      app.deps,
      postOffice(() => NO_MAILBOX),
    )
    expect(await list()).toMatchObject([{ to, currentTo: null }])
    const change = (verifiedAt: Date | null) =>
      app.deps.db.query(sql`
        update users
        set email = 'grace@example.org', email_verified_at = ${verifiedAt}
        where id = ${userId}`)
    await change(null)
    expect(await list()).toMatchObject([{ to, currentTo: null }])
    await change(app.clock.now())
    const [mail] = await list()
    expect(mail).toMatchObject({ to, currentTo: 'grace@example.org' })
    expectStatus(await org.representative.post(`/api/undelivered-mails/${mail?.id}/retry`), 204)
    const sentTo: string[] = []
    await sendThrough(
      app.deps,
      postOffice((address) => {
        sentTo.push(address)
        return null
      }),
    )
    expect(sentTo).toEqual(['grace@example.org'])
  })

  it('can be dismissed, once: it is no longer listed or counted, nor sent again', async () => {
    await queue('receipt:1', 'nobody@example.org')
    await sendThrough(
      app.deps,
      postOffice(() => NO_MAILBOX),
    )
    const [mail] = await list()
    const undelivered = async () =>
      expectStatus(await org.representative.get<OpenWork>('/api/desk/open'), 200).undelivered
    expect(await undelivered()).toBe(1)
    const path = `/api/undelivered-mails/${mail?.id}`
    expect((await org.owner.post(`${path}/dismissal`)).status).toBe(403)
    expectStatus(await org.representative.post(`${path}/dismissal`), 204)
    expect(await list()).toEqual([])
    expect(await undelivered()).toBe(0)
    for (const again of ['dismissal', 'retry'])
      expect((await org.representative.post(`${path}/${again}`)).status).toBe(404)
    const entries = await app.deps.db.query(sql`select action from audit_log where subject_id = ${mail?.id}`)
    expect(entries).toEqual([{ action: 'mail.dismiss' }])
  })

  it('that was a sign-in code is not listed, and its code is not kept', async () => {
    await queue('code:1', 'nobody@example.org', 'verification_code')
    await sendThrough(
      app.deps,
      postOffice(() => NO_MAILBOX),
    )
    expect(await list()).toEqual([])
    expect(await app.deps.db.query(sql`select text_body as text from mails`)).toEqual([{ text: '' }])
  })
})
