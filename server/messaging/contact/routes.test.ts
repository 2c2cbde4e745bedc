import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { sql } from '#server/platform/db/database.ts'
import { RateLimited } from '#server/platform/limits/limits.ts'
import { createNounApi, type NounApi, type Reply } from '#tests/noun-api.ts'
import { brand } from '#web/content/brand.ts'
import { contactRoutes } from './routes.ts'

const take = vi.fn(async () => undefined)
let api: NounApi
beforeAll(async () => {
  api = await createNounApi(contactRoutes, {
    limits: { take, takeAnswer: take, takePublic: take, counters: { storeClient: null }, close: take },
  })
})
afterAll(() => api.close())
beforeEach(async () => {
  take.mockReset()
  await api.db.query(sql`delete from mails`)
})

const MESSAGE = {
  name: 'Dana Whitfield',
  email: 'Dana@Example.org',
  organization: 'Alder Creek <Boosters>',
  phone: '541 555 0100',
  message: 'We play in the fall.\n\nCan you call us?',
}
const post = (body: unknown, key?: string, as: string | null = null): Promise<Reply> =>
  api.call('POST', '/api/contact', { as, body, headers: key ? { 'idempotency-key': key } : {} })
type Mail = { to: string; replyTo: string; subject: string; text: string; html: string }
const mails = () =>
  api.db.query<Mail>(sql`
    select to_address as to, reply_to, subject, text_body as text, html_body as html from mails order by id`)
const refusal = ({ status, body }: Reply) => [status, (body as { code: string }).code]

it('a contact message becomes one mail to the provider with the writer as Reply-To', async () => {
  expect(await post(MESSAGE)).toMatchObject({
    status: 201,
    body: { receivedAt: expect.stringMatching(/^2026-03-10/) },
  })
  const [mail, ...others] = await mails()
  expect(others).toEqual([])
  expect(mail).toMatchObject({ to: brand.contactEmail, replyTo: 'dana@example.org' })
  expect(mail?.subject).toBe('Dana Whitfield, Alder Creek <Boosters>, wrote to us')
  for (const words of ['541 555 0100', 'We play in the fall.', 'Can you call us?'])
    expect(mail?.text).toContain(words)
  expect(mail?.html).not.toContain('<Boosters>')
})

it('a contact message needs a name, an address and a text only', async () => {
  const { name, email, message } = MESSAGE
  expect((await post({ name, email, message, organization: '', phone: '' })).status).toBe(201)
  expect((await mails())[0]?.text).not.toMatch(/Organization|Phone/)
  expect(await post({})).toMatchObject({
    status: 400,
    body: {
      fields: {
        name: 'Name is required',
        email: 'Valid email is required',
        message: 'Write a message first',
      },
    },
  })
  const long = { name: 'x'.repeat(121), organization: 'x'.repeat(201), phone: 'x'.repeat(41) }
  const { body } = await post({ ...MESSAGE, ...long, message: 'x'.repeat(4001) })
  expect(Object.keys((body as { fields: object }).fields).sort()).toEqual([
    'message',
    'name',
    'organization',
    'phone',
  ])
  expect(await mails()).toHaveLength(1)
})

it('a contact message cannot inject mail headers through its name', async () => {
  await post({ ...MESSAGE, name: 'Dana\r\nBcc: everybody@example.org' })
  expect((await mails())[0]?.subject).toBe(
    'Dana Bcc: everybody@example.org, Alder Creek <Boosters>, wrote to us',
  )
})

it('a contact message is sent once per idempotency key, which another message cannot reuse', async () => {
  const attempts = await Promise.all([post(MESSAGE, 'k1'), post(MESSAGE, 'k1')])
  attempts.push(await post(MESSAGE, 'k1'))
  for (const { status, body } of attempts)
    expect({ status, body }).toEqual({ status: 201, body: attempts[0]?.body })
  expect(await mails()).toHaveLength(1)
  expect(refusal(await post({ ...MESSAGE, message: 'Something else' }, 'k1'))).toEqual([
    409,
    'idempotency_mismatch',
  ])
  expect((await post(MESSAGE, 'k2')).status).toBe(201)
  expect((await post(MESSAGE)).status).toBe(201)
  expect(await mails()).toHaveLength(3)
  expect((await post(MESSAGE, 'x'.repeat(201))).status).toBe(400)
})

it('a contact message of a signed-in user is sent once per idempotency key', async () => {
  const me = await api.addUser()
  const first = await post(MESSAGE, 'k3', me)
  const again = await post(MESSAGE, 'k3', me)
  expect([again.status, again.body]).toEqual([201, first.body])
  expect(refusal(await post({ ...MESSAGE, message: 'Other' }, 'k3', me))[0]).toBe(409)
  expect(await mails()).toHaveLength(1)
})

it('a contact message that fills the honeypot field is accepted but not sent', async () => {
  expect(await post({ ...MESSAGE, homepage: 'https://spam.example' })).toMatchObject({
    status: 201,
    body: { receivedAt: expect.any(String) },
  })
  expect(await mails()).toEqual([])
  expect((await post({ ...MESSAGE, homepage: '' })).status).toBe(201)
})

it('contact messages are limited per IP address, with the time to wait', async () => {
  await post({ name: 'not counted' })
  expect(take).not.toHaveBeenCalled()
  await post(MESSAGE)
  expect(take.mock.calls).toEqual([['contact', 'unknown']])
  take.mockRejectedValueOnce(new RateLimited(40))
  const refused = await post(MESSAGE)
  expect(refusal(refused)).toEqual([429, 'rate_limited'])
  expect(refused.headers.get('retry-after')).toBe('40')
  expect(await mails()).toHaveLength(1)
})
