/** What a printed invoice shows at every stage, and who may open it (R36). */

import { afterEach, beforeEach, expect, it } from 'vitest'
import { runDueJobs } from '#server/jobs.ts'
import { sendWaitingMails } from '#server/messaging/mails/send.ts'
import { advanceSettlements } from '#server/money/settlements/advance.ts'
import { sql } from '#server/platform/db/database.ts'
import { type Caller, expectStatus, type TestApp } from '#tests/app.ts'
import {
  confirm,
  enterMatch,
  invoicesOf,
  lock,
  payment,
  type Season,
  type TestOrganization,
} from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'
import { deliveredMails } from '#tests/mails.ts'
import { invoiceFacts } from './document.ts'

let app: TestApp
let org: TestOrganization
let season: Season
let supporter: Caller
let eventId: string
const BAY = { opponent: 'Bay', startTime: '2026-08-20T20:00:00Z' }
beforeEach(async () => {
  ;({ app, org, season, supporter, eventId } = await givenSeason({
    pledges: [{ lines: { goals: '4.00', gift: '25.00' }, method: 'check' }],
    matches: [{ ...BAY, goals: 10 }],
    locked: 'final',
  }))
})
afterEach(() => app.close())

const only = async () => (await invoicesOf(org, season))[0] ?? { id: '', pledgeId: '', number: '', open: '' }
async function facts() {
  const { pledgeId, number } = await only()
  return invoiceFacts(app.deps, { pledgeId, number, payUrl: 'http://localhost:3000/p/secret' })
}
const pay = async (amount: string) =>
  expectStatus(
    await org.representative.post(`${season.path}/payments`, payment(await only(), amount, app)),
    201,
  )
const rows = (given: Awaited<ReturnType<typeof facts>>) =>
  given.tables.flatMap((table) => table.rows.map(({ label, amount }) => [label, amount]))

it('an invoice lists every match share, the open amount, the due date and the payee', async () => {
  const paper = await facts()
  expect(paper).toMatchObject({
    title: 'Invoice',
    number: 'INV-2026-000001',
    isTest: true,
    figure: { label: 'To pay', amount: '$65.00', detail: 'Due on October 10, 2026' },
  })
  expect(rows(paper)).toEqual([
    ['One-time gift', '$25.00'],
    ['Aug 20, vs. Bay', '$40.00'],
    ['Earned in total', '$65.00'],
    ['This invoice', '$65.00'],
    ['To pay', '$65.00'],
  ])
  expect(paper.parties[0]?.lines[0]).toBe('Pat Whitfield')
  expect(paper.notes.map(({ text }) => text).join()).toContain('INV-2026-000001 on it')
})

it('an invoice shows payments and corrections, and nothing to pay once paid', async () => {
  await pay('15.00')
  const entries = await enterMatch(org, season, { ...BAY, eventId, goals: 5 })
  await confirm(org.owner, season, entries)
  await lock(org, season, 'final')
  await runDueJobs(app.deps)
  expect(rows(await facts()).slice(2)).toEqual([
    ['Earned in total', '$65.00'],
    ['Corrected since', '−$20.00'],
    ['This invoice', '$45.00'],
    ['Check received on September 10, 2026', '−$15.00'],
    ['To pay', '$30.00'],
  ])
  await pay('30.00')
  const paper = await facts()
  expect(paper.figure).toEqual({ label: 'Paid. Thank you', amount: '$0.00' })
  expect(paper.notes).toHaveLength(1)
})

it('the link in a statement opens the invoice without sign-in; a closed link or another number does not', async () => {
  await advanceSettlements(app.deps)
  await sendWaitingMails(app.deps)
  const [mail] = await deliveredMails(app.deps.db, sql`kind = 'settlement_statement'`)
  const url = /The invoice as a PDF: http:\/\/localhost:\d+(\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
  expect(url).toMatch(/^\/api\/pledge-links\/[\w-]{43}\/invoices\/INV-2026-000001\/print\.pdf$/)
  const answer = await app.app.request(url)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('application/pdf')
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="INV-2026-000001.pdf"')
  expect(
    Buffer.from(await answer.arrayBuffer())
      .subarray(0, 8)
      .toString(),
  ).toBe('%PDF-1.7')
  expect((await app.app.request(url.replace('000001', '000002'))).status).toBe(404)
  expectStatus(await supporter.delete(`/api/pledges/${(await only()).pledgeId}/links`), 204)
  expect((await app.app.request(url)).status).toBe(404)
})

it('an invoice can be opened by its supporter and by a representative, the latter with an audit entry (R26)', async () => {
  const { pledgeId, number } = await only()
  const path = `/api/pledges/${pledgeId}/invoices/${number}/print.pdf`
  const looks = async () =>
    app.deps.db.query(sql`select actor_id, subject_id from audit_log where action = 'name.show'`)
  const statusFor = async ({ token }: Caller) =>
    (await app.app.request(path, { headers: { authorization: `Bearer ${token}` } })).status
  expect(await statusFor(supporter)).toBe(200)
  expect(await looks()).toEqual([])
  expect(await statusFor(org.owner)).toBe(404)
  expect(await statusFor(org.representative)).toBe(200)
  expect(await looks()).toEqual([{ actorId: org.representative.userId, subjectId: pledgeId }])
})
