/** A representative sees one charge with its attempts and refunds, and what can be done with it (R29, R32, R35). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pledgeReference } from '#domain/billing/lookup.ts'
import type { AuditEntry } from '#domain/schemas/audit-log.ts'
import type { ChargeDetail } from '#domain/schemas/charge.ts'
import type { ErrorBody } from '#domain/schemas/error.ts'
import { runDueJobs } from '#server/jobs.ts'
import { checkInvariants } from '#server/money/book-check/store.ts'
import { evidenceOf } from '#server/money/dispute-evidence/routes.ts'
import { sql } from '#server/platform/db/database.ts'
import { type Caller, createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import {
  CARDS,
  lock,
  openSeason,
  pledge,
  pledgeBody,
  previewOf,
  runToChargeDate,
  setUpOrganization,
  type TestOrganization,
} from '#tests/fixtures.ts'

let app: TestApp
let org: TestOrganization
let charges: Record<'taken' | 'failed' | 'own', string>
let supporter: Caller
let history: () => Promise<AuditEntry[]>

beforeAll(async () => {
  app = await createTestApp({ now: '2026-09-10T16:00:00Z' })
  org = await setUpOrganization(app)
  const season = await openSeason(org)
  history = async () =>
    expectStatus(await org.representative.get<AuditEntry[]>(`${season.path}/audit-log?kind=money`), 200)
  const method = 'auto_bill_end'
  const taken = await pledge(org, season, { lines: { gift: '40.00' }, method })
  supporter = taken.supporter
  const failed = await pledge(org, season, { lines: { gift: '25.00' }, method, card: CARDS.insufficient })
  const body = await pledgeBody(org.second, season, { lines: { gift: '25.00' }, method })
  const own = expectStatus(await org.second.post<{ id: string }>(`${season.path}/pledges`, body), 201)
  const { blockers } = await previewOf(org, season, 'final')
  const declared = blockers.map(({ code, subjectId }) => ({ code, subjectId, reason: 'None' }))
  await lock(org, season, 'final', { declared })
  await runToChargeDate(org)
  const of = async (pledgeId: string): Promise<string> => {
    const [row] = await app.deps.db.query<{ id: string }>(
      sql`select id from charges where pledge_id = ${pledgeId}`,
    )
    return row?.id ?? ''
  }
  charges = { taken: await of(taken.pledge.id), failed: await of(failed.pledge.id), own: await of(own.id) }
})
afterAll(() => app.close())

it('the history names the pledge and the amount of each charge, and why one was declined', async () => {
  const entries = (await history()).map(({ text, changes }) => ({
    text,
    ...Object.fromEntries(changes.map(({ label, after }) => [label, after])),
  }))
  expect(entries).toContainEqual({
    text: 'A card was charged',
    Pledge: await reference('taken'),
    Amount: '$40.00',
  })
  expect(entries).toContainEqual({
    text: 'A charge was declined',
    Pledge: await reference('failed'),
    Amount: '$25.00',
    Reason: 'The card did not have enough funds',
  })
})

type Which = keyof typeof charges
const look = async (which: Which, by = org.representative) =>
  expectStatus(await by.get<ChargeDetail>(`/api/charges/${charges[which]}`), 200)
const reference = async (which: Which) => pledgeReference((await look(which)).charge.pledgeId)
const refund = (which: Which, amount: string, by = org.representative) =>
  by.post<ChargeDetail & ErrorBody>(`/api/charges/${charges[which]}/refunds`, {
    amount,
    reason: 'A courtesy',
  })
const mails = (kind: string) =>
  app.deps.db.query<{ subject: string; toAddress: string }>(
    sql`select subject, to_address from mails where kind = ${kind} order by id`,
  )

it('a charge shows every attempt with its reason, and no supporter’s name (R26)', async () => {
  const failed = await look('failed')
  expect(failed).toMatchObject({
    charge: { state: 'failed', amount: '25.00', attempts: 1, nextStep: 'Another automatic attempt' },
    card: { last4: '9995', expires: '12/2030' },
    attempts: [{ outcome: 'declined', reason: 'The card did not have enough funds', kind: 'off_session' }],
    campaignName: 'Fall Season',
    refunds: [],
    disputes: [],
    cannotRefundReason: 'Nothing was charged, so nothing can be refunded',
  })
  app.clock.advance({ days: 1, minutes: 1 })
  await runDueJobs(app.deps)
  expect((await look('failed')).attempts).toHaveLength(2)
  expect(JSON.stringify(await look('taken'))).not.toContain(supporter.email)
})

describe('a refund of a charge', () => {
  it('can be partial, is made by the job with its reason, and the supporter is notified', async () => {
    const asked = expectStatus(await refund('taken', '15.00'), 201)
    expect(asked).toMatchObject({
      refundable: '25.00',
      refunds: [{ amount: '15.00', kind: 'goodwill', state: 'due', reason: 'A courtesy' }],
    })
    await runDueJobs(app.deps)
    expect((await look('taken')).refunds).toMatchObject([{ state: 'paid' }])
    await runDueJobs(app.deps)
    expect(await mails('refund')).toMatchObject([
      { subject: 'We refunded $15.00 from Fall Season', toAddress: supporter.email },
    ])
    expect(await checkInvariants(app.deps.db)).toEqual([])
    expect((await history()).find(({ text }) => text === 'Refunded a charge')?.changes).toEqual([
      { label: 'Pledge', before: null, after: await reference('taken') },
      { label: 'Amount', before: null, after: '$15.00' },
    ])
  })

  it('can be at most what is left, and nothing is left after that', async () => {
    const refused = expectStatus(await refund('taken', '25.01'), 400)
    expect(refused.fields).toEqual({ amount: 'At most $25.00 can be refunded' })
    expectStatus(await refund('taken', '25.00'), 201)
    expect(expectStatus(await refund('taken', '0.01'), 409).message).toBe('Everything was already refunded')
    expect((await look('taken')).cannotRefundReason).toBe('Everything was already refunded')
  })

  it('that is requested twice at once is made once', async () => {
    await app.deps.db.query(sql`delete from idempotency_keys`)
    const answers = await Promise.all([refund('own', '20.00'), refund('own', '20.00')])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400])
  })

  it('is refused to a representative on their own pledge, and where nothing was taken (R29)', async () => {
    expect((await look('own', org.second)).cannotRefundReason).toMatch(/your own pledge/)
    expectStatus(await refund('own', '1.00', org.second), 403)
    expectStatus(await refund('failed', '1.00'), 409)
  })
})

describe('the pay link of a charge', () => {
  const remind = () => org.representative.post<ErrorBody>(`/api/charges/${charges.failed}/reminders`)

  it('is sent on request at most once a day, and the audit log has it', async () => {
    expect((await look('failed')).cannotRemindReason).toBeNull()
    const before = (await mails('pay_link')).length
    expectStatus(await remind(), 200)
    expect(await mails('pay_link')).toHaveLength(before + 1)
    expect(expectStatus(await remind(), 409).message).toBe('The link was sent within the last day')
    expect((await look('failed')).cannotRemindReason).toBe('The link was sent within the last day')
    app.clock.advance({ days: 1, minutes: 1 })
    expectStatus(await remind(), 200)
    const log = await app.deps.db.query(sql`select id from audit_log where action = 'charge.remind'`)
    expect(log).toHaveLength(2)
  })

  it('is not sent for a charge that is paid', async () => {
    expect((await look('taken')).cannotRemindReason).toBe('Nothing is due on it')
  })
})

describe('the evidence file for a dispute', () => {
  const take = (which: Which, by = org.representative) =>
    app.app.request(`/api/charges/${charges[which]}/evidence`, {
      method: 'POST',
      headers: { authorization: `Bearer ${by.token}` },
    })

  it('has the charge, the consent, the matches, and the mails without their links', async () => {
    const facts = await evidenceOf(app.deps, app.deps.db.transaction, org.representative, charges.taken)
    expect(facts.parts.map(({ title }) => title)).toEqual([
      'The charge',
      'What the supporter agreed to',
      'What the pledge earned, match by match',
      'Emails that were sent',
      'Email as it was sent',
      'Email as it was sent',
    ])
    const text = JSON.stringify(facts)
    expect(text).toContain(`Pat Whitfield, ${supporter.email}`)
    expect(text).toContain('$40.00 once (Gift)')
    expect(text).toContain('Receipt: $40.00 for Fall Season')
    expect(text).toContain('See your pledge: http://localhost:3000/p/')
    expect(text).not.toMatch(/\/p\/[\w-]{20,}/)
  })

  it('is a PDF that is not cached, for representatives only, and the audit log has each request', async () => {
    const looks = () => app.deps.db.query(sql`select id from audit_log where action = 'charge.evidence'`)
    const before = (await looks()).length
    const answer = await take('taken')
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
    expect(await looks()).toHaveLength(before + 1)
    expect((await take('taken', supporter)).status).toBe(403)
  })
})
