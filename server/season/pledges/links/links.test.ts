/** Pay links in mails: what they open, for how long, and what they never do (R44). */

import { afterAll, beforeAll, expect, it } from 'vitest'
import type { LinkedPledge } from '#domain/schemas/pledge-link.ts'
import { sendThrough } from '#server/messaging/mails/send.ts'
import { sql } from '#server/platform/db/database.ts'
import { type Caller, expectStatus, type TestApp } from '#tests/app.ts'
import { BAY, countRows, openSeason, pledge, type TestOrganization } from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'
import { deliveredMails } from '#tests/mails.ts'

let app: TestApp
let org: TestOrganization
let supporter: Caller
let pledgeId: string
beforeAll(async () => {
  ;({ app, org, supporter, pledgeId } = await givenSeason({
    pledges: [{ lines: { goals: '5.00' }, most: '300.00' }],
    matches: [{ ...BAY, goals: 4 }],
    billed: 'progress',
  }))
})
afterAll(() => app.close())

const LINK = /\/p\/([\w-]{43})/g
type Mail = { kind: string; to: string; text: string; html: string }
const mails = (): Promise<Mail[]> => deliveredMails(app.deps.db, sql`pledge_id = ${pledgeId}`)
const secretIn = ({ text }: Mail): string => [...text.matchAll(LINK)][0]?.[1] ?? ''
const open = (token: string) => app.visitor.get<LinkedPledge>(`/api/pledge-links/${token}`)
/** A new link, mailed because the maximum was lowered. */
let cents = 20_000
async function mailLink(): Promise<string> {
  cents -= 100
  expectStatus(await supporter.put(`/api/pledges/${pledgeId}`, { maximumAmount: cents / 100 }), 200)
  app.clock.advance({ minutes: 1 })
  return secretIn((await mails()).filter(({ kind }) => kind === 'pledge_lowered').at(-1) as Mail)
}

it('every mail about a pledge has its own pay link, which shows that pledge only', async () => {
  const sent = await mails()
  expect(sent.map(({ kind }) => kind).sort()).toEqual(['pledge_confirmed', 'receipt', 'settlement_statement'])
  const secrets = sent.map(secretIn)
  expect(new Set(secrets).size).toBe(3)
  for (const mail of sent) expect([...mail.html.matchAll(LINK)][0]?.[1]).toBe(secretIn(mail))
  const rows = await countRows(app.deps.db)
  const answer = await open(secrets[0] as string)
  expect(expectStatus(answer, 200)).toMatchObject({ id: pledgeId, earned: '20.00', received: '20.00' })
  expect(await countRows(app.deps.db)).toEqual(rows)
  expect(JSON.stringify(answer.body)).not.toContain(supporter.userId)
  for (const hidden of ['changes', 'pledgerId', 'note']) expect(answer.body).not.toHaveProperty(hidden)
  expect(answer.headers.get('cache-control')).toBe('private, no-store')
  expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
  expect(answer.headers.get('x-robots-tag')).toBe('noindex, nofollow')
})

it('a pay link is stored as a hash, and removed from mails that were sent', async () => {
  const token = await mailLink()
  const [row] = await app.deps.db.query<{ found: boolean }>(
    sql`select exists (select from mailed_links where position(convert_to(${token}, 'UTF8') in token_hash) > 0) as found`,
  )
  expect(row?.found).toBe(false)
  const taken: string[] = []
  const mailer = {
    send: async (letter: { text: string }) => void taken.push(letter.text),
    close: () => undefined,
  }
  await sendThrough(app.deps, mailer as never)
  expect(taken.join()).toContain(token)
  const kept = JSON.stringify(await mails())
  expect(kept).not.toContain(token)
  expect((await open(token)).status).toBe(200)
})

it('a pay link is not a session: it changes nothing and opens nothing else', async () => {
  const token = await mailLink()
  const as = { authorization: `Bearer ${token}` }
  expect((await app.visitor.put(`/api/pledges/${pledgeId}`, { maximumAmount: '50' }, as)).status).toBe(401)
  expect((await app.visitor.post(`/api/pledges/${pledgeId}/cancellation`, {}, as)).status).toBe(401)
  expect((await app.visitor.post(`/api/pledge-links/${token}`)).status).toBe(404)
})

it('a pay link ends when revoked, and then looks like an unknown one', async () => {
  const token = await mailLink()
  for (const other of [org.owner, org.representative])
    expect((await other.delete(`/api/pledges/${pledgeId}/links`)).status).toBe(404)
  expect((await open(token)).status).toBe(200)
  expect((await supporter.delete(`/api/pledges/${pledgeId}/links`)).status).toBe(204)
  const revoked = await open(token)
  const never = await open('x'.repeat(43))
  expect([revoked.status, never.status]).toEqual([404, 404])
  expect(revoked.body).toEqual(never.body)
})

it('a pay link works as long as its pledge, and 60 days after the last mail about it', async () => {
  const other = await openSeason(org)
  const own = await pledge(org, other, { lines: { goals: '5.00' }, most: '300.00' })
  const tokens = async () =>
    (await deliveredMails(app.deps.db, sql`pledge_id = ${own.pledge.id}`)).map(secretIn)
  const statuses = async (all: string[]) => Promise.all(all.map(async (one) => (await open(one)).status))
  expectStatus(await own.supporter.put(`/api/pledges/${own.pledge.id}`, { maximumAmount: '200.00' }), 200)
  const [first = ''] = await tokens()
  app.clock.advance({ days: 200 })
  expect(expectStatus(await open(first), 200)).toMatchObject({ expiresAt: null })
  app.clock.advance({ days: -200, hours: 1 })
  expectStatus(await own.supporter.post(`/api/pledges/${own.pledge.id}/cancellation`), 201)
  const all = await tokens()
  expect(all.length).toBeGreaterThan(1)
  const end = new Date(app.clock.now().getTime() + 60 * 86_400_000).toISOString()
  expect(expectStatus(await open(first), 200)).toMatchObject({ status: 'cancelled', expiresAt: end })
  app.clock.advance({ days: 59, hours: 23 })
  expect(new Set(await statuses(all))).toEqual(new Set([200]))
  app.clock.advance({ hours: 1 })
  const never = await open('x'.repeat(43))
  expect((await open(first)).body).toEqual(never.body)
  expect(new Set(await statuses(all))).toEqual(new Set([404]))
})

it('a pay link is renewed once a day, to the verified address on file only, with one answer for all', async () => {
  const token = await mailLink()
  expectStatus(await supporter.delete(`/api/pledges/${pledgeId}/links`), 204)
  const renew = (one: string) => app.visitor.post('/api/pledge-links/renewals', { token: one })
  const answers = [await renew(token), await renew(token), await renew('y'.repeat(43))]
  expect(answers.map(({ status, body }) => [status, body])).toEqual(answers.map(() => [204, '']))
  const renewed = (await mails()).filter(({ kind }) => kind === 'pledge_link')
  expect(renewed.map(({ to }) => to)).toEqual([supporter.email])
  expect((await open(secretIn(renewed[0] as Mail))).status).toBe(200)
  await app.deps.db.query(sql`update users set email_verified_at = null where id = ${supporter.userId}`)
  app.clock.advance({ days: 1 })
  expect((await renew(token)).status).toBe(204)
  expect((await mails()).filter(({ kind }) => kind === 'pledge_link')).toHaveLength(1)
})

it('a pay link stops working when the account is deleted (R45)', async () => {
  const at = app.clock.now()
  await app.deps.db.query(sql`update users set email_verified_at = ${at} where id = ${supporter.userId}`)
  const token = await mailLink()
  expect((await open(token)).status).toBe(200)
  await app.deps.db.query(sql`update users set deleted_at = ${at} where id = ${supporter.userId}`)
  expect((await open(token)).status).toBe(404)
})
