/** R29: what one representative could take or give away alone is prepared by one and approved by another. */
import { beforeEach, describe, expect, it } from 'vitest'
import type { ChargeDetail } from '#domain/schemas/charge.ts'
import type { Charge } from '#domain/schemas/settlement.ts'
import type { SignOff } from '#domain/schemas/sign-off.ts'
import type { WorkQueueSteps } from '#domain/schemas/work-queue.ts'
import { sql } from '#server/platform/db/database.ts'
import { type Caller, expectStatus } from '#tests/app.ts'
import { accounts, bill, pledge } from '#tests/fixtures.ts'
import { app, givenSeasonForEachTest, org, season } from '#tests/given-season.ts'
import { interleave } from '#tests/interleaving.ts'
import { deposit, postPayment, prepareRefund } from '#tests/manual-refunds.ts'
import { addNewRepresentative, approve, waitingSignOffs } from '#tests/sign-offs.ts'

let chargeId: string
let otherChargeId: string
/** Two cards were charged $700.00 each, and Ben owes $20.00 by check. */
givenSeasonForEachTest({ now: '2026-09-01T16:00:00Z' })
beforeEach(async () => {
  for (let card = 0; card < 2; card += 1) await pledge(org, season, { lines: { gift: '700.00' } })
  await pledge(org, season, { lines: { gift: '20.00' }, method: 'check' })
  await bill(org, season, 'final')
  const charges = expectStatus(await org.representative.get<Charge[]>(`${season.path}/charges`), 200)
  ;[chargeId = '', otherChargeId = ''] = charges.map(({ id }) => id)
})

const refund = (by: Caller, amount: string, id = chargeId) =>
  by.post<ChargeDetail>(`/api/charges/${id}/refunds`, { amount, reason: 'Pledged twice' })
const detail = async (by: Caller) => expectStatus(await by.get<ChargeDetail>(`/api/charges/${chargeId}`), 200)
const refunds = async () =>
  (await detail(org.representative)).refunds.map(({ amount, state }) => [amount, state])
const steps = async (by: Caller) =>
  expectStatus(await by.get<WorkQueueSteps>('/api/desk/steps?kind=sign_off'), 200).steps

async function prepared(): Promise<SignOff> {
  expectStatus(await refund(org.representative, '100.01'), 201)
  const [one] = await waitingSignOffs(org.second)
  if (!one) throw new Error('nothing was prepared')
  return one
}

it('a goodwill refund above $100.00 is made once another representative approves it', async () => {
  const one = await prepared()
  expect(one).toMatchObject({
    kind: 'goodwill_refund',
    amount: '100.01',
    reason: 'Pledged twice',
    preparedBy: { id: org.representative.userId },
    cannotApproveReason: null,
  })
  expect(await refunds()).toEqual([['100.01', 'prepared']])
  expect(await steps(org.second)).toMatchObject([
    { campaignId: season.id, amount: '100.01', subject: one.what },
  ])
  expectStatus(await approve(org.second, one.id), 201)
  expect(await refunds()).toEqual([['100.01', 'due']])
  expect(await approve(org.second, one.id)).toMatchObject({
    status: 409,
    body: { message: 'Already approved' },
  })
  expect(await waitingSignOffs(org.second)).toEqual([])
})

it('one representative gives at most $500.00 in goodwill refunds within 24 hours alone, also at once', async () => {
  expect((await detail(org.representative)).refundableAlone).toBe('100.00')
  for (let given = 0; given < 4; given += 1) expectStatus(await refund(org.representative, '99.00'), 201)
  const [fifth, sixth] = await interleave(
    app,
    () => refund(org.representative, '99.00'),
    () => refund(org.representative, '99.00', otherChargeId),
  )
  for (const answer of [fifth, sixth]) expectStatus(answer, 201)
  expect((await detail(org.representative)).refundableAlone).toBe('5.00')
  expect(await waitingSignOffs(org.second)).toMatchObject([{ amount: '99.00' }])
  expectStatus(await refund(org.second, '6.00'), 201)
  expect(await waitingSignOffs(org.second)).toHaveLength(1)
  app.clock.advance({ days: 1 })
  expect((await detail(org.representative)).refundableAlone).toBe('100.00')
})

it('who prepared it does not approve it, nor does a new representative', async () => {
  const { id } = await prepared()
  const own = 'You prepared it: another representative must approve it'
  expect(await waitingSignOffs(org.representative)).toMatchObject([{ cannotApproveReason: own }])
  expect(await approve(org.representative, id)).toMatchObject({ status: 403, body: { message: own } })
  expect(await steps(org.representative)).toEqual([])
  const newcomer = await addNewRepresentative(org)
  const reason = expect.stringContaining('another representative must approve')
  expect(await steps(newcomer)).toMatchObject([{ notBefore: expect.any(String) }])
  expect(await approve(newcomer, id)).toMatchObject({ status: 403, body: { message: reason } })
  app.clock.advance({ hours: 72 })
  expectStatus(await approve(newcomer, id), 201)
})

it('two approvals at the same moment do it once', async () => {
  const third = await addNewRepresentative(org)
  app.clock.advance({ hours: 72 })
  const { id } = await prepared()
  const answers = await Promise.all([approve(org.second, id), approve(third, id)])
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
  expect(await refunds()).toEqual([['100.01', 'due']])
})

it('what is no longer possible is not approved, and can be withdrawn by anyone', async () => {
  const { id } = await prepared()
  expect(await refund(org.second, '600.00')).toMatchObject({
    status: 409,
    body: { message: 'It was prepared already: another representative must approve or withdraw that first' },
  })
  await app.deps.db.query(sql`update charges set refunded_cents = 65000 where id = ${chargeId}`)
  expect(await approve(org.second, id)).toMatchObject({ status: 400 })
  await app.deps.db.query(sql`update charges set refunded_cents = 0 where id = ${chargeId}`)
  expectStatus(await org.representative.delete(`/api/sign-offs/${id}`), 200)
  expect(await approve(org.second, id)).toMatchObject({ status: 409, body: { message: 'Withdrawn' } })
  expect(await refunds()).toEqual([])
})

describe('money that goes back by hand', () => {
  /** A check of $5,020.00 for an invoice of $20.00. */
  async function overpaid(): Promise<string> {
    const { id } = await postPayment(org, season, '5020.00')
    await deposit(org, id, '5020.00')
    return id
  }

  it('takes two people, whatever the amount, and moves nothing before', async () => {
    const sourceId = await overpaid()
    const form = { sourceId, method: 'cash', reference: null }
    const { id, what } = expectStatus(await prepareRefund(org, season, form), 201)
    expect(what).toBe('Refund $5,000.00 paid above INV-2026-000001 by cash')
    expect(await accounts(app.deps.db)).toMatchObject({ supporter_credit: -500_000 })
    expect(await prepareRefund(org, season, form, org.second)).toMatchObject({ status: 409 })
    expect(await approve(org.representative, id)).toMatchObject({ status: 403 })
    expectStatus(await approve(org.second, id), 201)
    expect(await accounts(app.deps.db)).toMatchObject({ supporter_credit: 0 })
  })

  it('is not approved after its check bounced', async () => {
    const sourceId = await overpaid()
    const { id } = expectStatus(await prepareRefund(org, season, { sourceId }), 201)
    const on = app.clock.now().toISOString().slice(0, 10)
    const path = `${season.path}/payments/${sourceId}/reversal`
    expectStatus(await org.representative.post(path, { why: 'bounced', on }), 201)
    expect(await approve(org.second, id)).toMatchObject({
      status: 409,
      body: { message: 'It is no longer owed: check the list again' },
    })
  })
})

it('the other representatives are mailed what was prepared, and the audit log has both people', async () => {
  const { id, what } = await prepared()
  expect(what).toMatch(/^Refund \$100\.01 to the card, pledge [A-Z0-9]{5}-[A-Z0-9]{5}$/)
  expect(
    await app.deps.db.query(sql`select to_address as to, subject from mails where kind = 'sign_off'`),
  ).toEqual([{ to: org.second.email, subject: `Please check: ${what}` }])
  expectStatus(await approve(org.second, id), 201)
  expect(
    await app.deps.db.query(
      sql`select action, actor_id from audit_log where subject = 'sign_off' order by id`,
    ),
  ).toEqual([
    { action: 'sign_off.prepare', actorId: org.representative.userId },
    { action: 'sign_off.approve', actorId: org.second.userId },
  ])
})
