/** R5, R29, R32, R36: what is owed back goes back by hand, once, and is told. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { OpenItems } from '#domain/schemas/collection.ts'
import type { FoundInvoice, PostedPayment } from '#domain/schemas/payment.ts'
import type { PledgeDetail } from '#domain/schemas/pledge.ts'
import type { Giving } from '#domain/schemas/receipt.ts'
import type { OwedBack, Repayment } from '#domain/schemas/repayment.ts'
import type { Payment } from '#domain/schemas/settlement.ts'
import { sql } from '#server/db/database.ts'
import { checkInvariants } from '#server/self-check/invariants.ts'
import { reasonsNotToDelete } from '#server/users/actions.deletion.ts'
import { type Caller, createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import {
  accounts,
  confirm,
  enterMatch,
  type House,
  invoicesOf,
  lock,
  openHouse,
  openSeason,
  payment,
  play,
  pledge,
  runToChargeDate,
  type Season,
} from '#tests/fixtures.ts'

const BAY = { opponent: 'Bay', startTime: '2026-09-09T18:00:00Z' }
let app: TestApp
let house: House
let season: Season
let eventId: string
let supporter: Caller
/** One check is expected, of $20.00 for ten goals. */
beforeEach(async () => {
  app = await createTestApp({ now: '2026-09-10T16:00:00Z' })
  house = await openHouse(app)
  season = await openSeason(house)
  supporter = (await pledge(house, season, { lines: { goals: '2.00' }, method: 'check' })).supporter
  eventId = await play(house, season, { ...BAY, goals: 10 })
  await lock(house, season, 'final')
  await runToChargeDate(house)
})
afterEach(async () => {
  expect(await checkInvariants(app.deps.db)).toEqual([])
  await app.close()
})

const today = () => app.clock.now().toISOString().slice(0, 10)
const post = async (amount: string, method: 'check' | 'cash' = 'check') => {
  const [invoice] = await invoicesOf(house, season)
  const form = { ...payment(invoice ?? { id: '' }, amount, app), method, reference: '1042' }
  return expectStatus(await house.representative.post<Payment>(`${season.path}/payments`, form), 201)
}
const deposit = async (id: string, amount: string) =>
  expectStatus(
    await house.representative.post('/api/deposits', { paymentIds: [id], amount, depositedOn: today() }),
    201,
  )
const owed = async (by = house.representative) =>
  expectStatus(await by.get<OwedBack[]>('/api/repayments/owed'), 200)
const give = (form: object, by = house.representative) =>
  by.post<Repayment>(`${season.path}/repayments`, {
    ...{ kind: 'overpayment', method: 'check', reference: '2041', givenOn: today() },
    ...form,
  })
const items = async () =>
  expectStatus(await house.representative.get<OpenItems>('/api/collections/items?show=owed_back'), 200).items

it('what came above an invoice waits for the bank, then for the check to clear, and goes back once', async () => {
  const { id } = await post('25.00')
  expect(await owed()).toMatchObject([
    {
      ...{ id, kind: 'overpayment', amount: '5.00', since: today(), nextOn: null },
      nextStep: 'Take the payment to the bank first',
      cannotGiveReason: 'It is not in the bank yet: deposit it first',
    },
  ])
  expect(await give({ sourceId: id })).toMatchObject({ status: 409 })
  await deposit(id, '25.00')
  const [waiting] = await owed()
  expect(waiting).toMatchObject({ nextOn: '2026-09-23', cannotGiveReason: null })
  expect(await items()).toMatchObject([
    {
      ...{ kind: 'overpayment', state: 'owed_back', amount: '5.00', reason: 'More came than was due' },
      ...{ nextStep: 'Give it back once the check has cleared', nextOn: '2026-09-23' },
    },
  ])
  app.clock.advance({ days: 10 })
  expect(await items()).toMatchObject([{ nextOn: null }])
  expect((await give({ sourceId: id, reference: ' ' })).status).toBe(400)
  expect((await give({ sourceId: id, givenOn: '2026-12-24' })).status).toBe(400)
  const answers = await Promise.all([give({ sourceId: id }), give({ sourceId: id }, house.second)])
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
  expect(await accounts(app.deps.db)).toMatchObject({ cash: 2_000, supporter_credit: 0 })
  expect(await owed()).toEqual([])
  expect(await items()).toEqual([])
  const made = expectStatus(await house.representative.get<Repayment[]>('/api/repayments'), 200)
  expect(made).toMatchObject([{ amount: '5.00', method: 'check', reference: '2041', kind: 'overpayment' }])
  const posted = expectStatus(
    await house.representative.get<PostedPayment[]>('/api/payments?state=deposited'),
    200,
  )
  expect(posted).toMatchObject([{ overpaid: '5.00', credit: '5.00', overpaidReturnedOn: made[0]?.givenOn }])
})

it('its supporter is told how much, why and how it comes, and the history says who did it', async () => {
  const { id } = await post('25.00')
  await deposit(id, '25.00')
  expectStatus(await give({ sourceId: id }), 201)
  const [mail] = await app.deps.db.query<{ subject: string; textBody: string }>(
    sql`select subject, text_body from mails where kind = 'repayment'`,
  )
  expect(mail?.subject).toBe('We gave back $5.00 from Fall Season')
  expect(mail?.textBody).toContain('Check: 2041')
  const [row] = await app.deps.db.query<{ actorId: string; after: object }>(
    sql`select actor_id, after from audit_log where action = 'repayment.record'`,
  )
  expect(row).toMatchObject({ actorId: house.representative.userId, after: { amount: '$5.00' } })
})

it('a refund of a check is owed until it is given back, in cash or otherwise', async () => {
  const { id } = await post('20.00')
  await deposit(id, '20.00')
  await confirm(house.owner, season, await enterMatch(house, season, { ...BAY, eventId, goals: 4 }))
  await lock(house, season, 'final')
  const [refund] = await owed()
  expect(refund).toMatchObject({ kind: 'refund', amount: '12.00', invoiceNumber: 'INV-2026-000001' })
  expect(await items()).toMatchObject([{ kind: 'refund', number: 'INV-2026-000001' }])
  const form = { kind: 'refund', sourceId: refund?.id, method: 'cash', reference: null }
  expectStatus(await give(form), 201)
  expect(await accounts(app.deps.db)).toMatchObject({ cash: 800, refunds_owed: 0 })
  expect((await give(form)).status).toBe(409)
  expect(await owed()).toEqual([])
})

it('nobody gives back to themselves, and none of another campaign', async () => {
  const { id, pledgeId } = await post('25.00')
  await deposit(id, '25.00')
  const other = await openSeason(house)
  const form = { kind: 'overpayment', sourceId: id, method: 'cash', givenOn: today() }
  expect((await house.representative.post(`${other.path}/repayments`, form)).status).toBe(409)
  await app.deps.db.query(
    sql`update pledges set pledger_id = ${house.representative.userId} where id = ${pledgeId}`,
  )
  expect(await give(form)).toMatchObject({ status: 403 })
  expect(await owed()).toMatchObject([
    { cannotGiveReason: 'This is your own pledge: someone else gives it back' },
  ])
  expectStatus(await give(form, house.second), 201)
})

it('a check that bounces after that stays short by what went back: carried, and shown', async () => {
  const { id } = await post('25.00')
  await deposit(id, '25.00')
  expectStatus(await give({ sourceId: id }), 201)
  const back = (why: string) =>
    house.representative.post<PostedPayment>(`${season.path}/payments/${id}/reversal`, {
      ...{ why, on: today(), note: 'It was for another one' },
    })
  expect(await back('posted_wrongly')).toMatchObject({ status: 409 })
  expect(expectStatus(await back('bounced'), 201)).toMatchObject({
    overpaidReturnedOn: today(),
    missing: '5.00',
  })
  expect(await accounts(app.deps.db)).toMatchObject({ cash: -500, supporter_credit: 500 })
  expect(await owed()).toEqual([])
})

describe('of a check that bounced after something of it went back', () => {
  const bounce = (id: string) =>
    house.representative.post<PostedPayment>(`${season.path}/payments/${id}/reversal`, {
      ...{ why: 'bounced', on: today() },
    })
  const search = async () =>
    expectStatus(
      await house.representative.post<FoundInvoice[]>('/api/invoices/searches', { search: '1' }),
      200,
    )
  const lastMail = async () => {
    const [mail] = await app.deps.db.query<{ kind: string; subject: string; textBody: string }>(
      sql`select kind, subject, text_body from mails order by id desc limit 1`,
    )
    return mail
  }
  const corrected = async (goals: number) => {
    await confirm(house.owner, season, await enterMatch(house, season, { ...BAY, eventId, goals }))
    await lock(house, season, 'final')
  }

  it('what came above the invoice comes again with the next check, and goes back no second time', async () => {
    const first = await post('25.00')
    await deposit(first.id, '25.00')
    expectStatus(await give({ sourceId: first.id }), 201)
    expectStatus(await bounce(first.id), 201)
    expect((await lastMail())?.textBody).toMatch(
      /given back \$5\.00 of it.*\$25\.00 in all, by check or in cash: \$20\.00 for the invoice, and \$5\.00/s,
    )
    expect(await search()).toMatchObject([{ open: '20.00', missing: '5.00' }])
    const second = await post('26.00')
    expect(await lastMail()).toMatchObject({ kind: 'receipt', subject: 'Receipt: $20.00 for Fall Season' })
    expect((await lastMail())?.textBody).toContain('$5.00 more came in with it. It makes good')
    expect(await accounts(app.deps.db)).toMatchObject({ supporter_credit: -100 })
    await deposit(second.id, '26.00')
    expect(await owed()).toMatchObject([{ id: second.id, amount: '1.00' }])
    expectStatus(await give({ sourceId: second.id }), 201)
    const shown = await house.representative.get<PostedPayment[]>('/api/payments?state=deposited')
    expect(expectStatus(shown, 200)).toMatchObject([
      { overpaid: '6.00', credit: '1.00', covers: '5.00', missing: '0.00' },
    ])
    const payments = await house.representative.get<Payment[]>(`${season.path}/payments`)
    expect(expectStatus(payments, 200)[0]).toMatchObject({ overpaid: '6.00', credit: '1.00' })
    expect(await accounts(app.deps.db)).toMatchObject({ cash: 2_000, supporter_credit: 0 })
    expect(await search()).toEqual([])
  })

  it('it comes by itself where the invoice is paid already, and no receipt says that it was given', async () => {
    const first = await post('25.00')
    await deposit(first.id, '25.00')
    expectStatus(await give({ sourceId: first.id }), 201)
    expectStatus(await bounce(first.id), 201)
    await post('20.00')
    expect(await search()).toMatchObject([{ open: '0.00', missing: '5.00' }])
    expect(await reasonsNotToDelete(app.deps.db, supporter.userId)).toEqual([
      'One invoice is open: pay what is due first.',
    ])
    await post('2.00', 'cash')
    expect((await lastMail())?.textBody).toContain('$3.00 of it is still to come.')
    const late = await post('3.00', 'cash')
    expect(await lastMail()).toMatchObject({ subject: 'We received $3.00 for Fall Season' })
    expect((await lastMail())?.textBody).toContain('Nothing more is due for that check.')
    const detail = await supporter.get<PledgeDetail>(`/api/pledges/${first.pledgeId}`)
    const { payments } = expectStatus(detail, 200)
    expect(payments.map(({ amount, overpaid }) => [amount, overpaid])).toEqual([
      ['3.00', '3.00'],
      ['2.00', '2.00'],
      ['20.00', '0.00'],
      ['25.00', '5.00'],
    ])
    expect(await accounts(app.deps.db)).toMatchObject({ supporter_credit: 0 })
    expect(await owed()).toEqual([])
    const [invoice] = await invoicesOf(house, season)
    const again = payment(invoice ?? { id: '' }, '5.00', app)
    expect((await house.representative.post(`${season.path}/payments`, again)).status).toBe(409)
    expectStatus(
      await house.representative.post(`${season.path}/payments/${late.id}/reversal`, {
        ...{ why: 'posted_wrongly', on: today() },
      }),
      201,
    )
    const mail = (await lastMail())?.textBody
    expect(mail).toContain('Of invoice INV-2026-000001 nothing is due.')
    expect(mail).toContain('Please send $3.00, which had gone back to you')
    expect(mail).not.toContain('of it to you')
    expect(await search()).toMatchObject([{ open: '0.00', missing: '3.00' }])
    expect(await invoicesOf(house, season)).toMatchObject([{ state: 'paid', amount: '20.00', paid: '20.00' }])
    const back = await house.representative.get<PostedPayment[]>('/api/payments?state=bounced')
    expect(expectStatus(back, 200).map(({ id, missing }) => [id, missing])).toEqual([
      [late.id, '0.00'],
      [first.id, '3.00'],
    ])
  })

  it('a refund that was only owed is owed no more, and the invoice asks for the rest', async () => {
    const { id } = await post('20.00')
    await corrected(4)
    expect(await owed()).toMatchObject([{ kind: 'refund', amount: '12.00' }])
    expectStatus(await bounce(id), 201)
    expect(await owed()).toEqual([])
    expect(await invoicesOf(house, season)).toMatchObject([{ state: 'open', amount: '8.00', paid: '0.00' }])
    expect(await accounts(app.deps.db)).toMatchObject({ refunds_owed: 0, undeposited: 0, commission: 0 })
    expect((await lastMail())?.textBody).toContain('The refund of $12.00 that was to come out of it')
    await post('8.00')
    expect(await invoicesOf(house, season)).toMatchObject([{ state: 'paid' }])
  })

  it('all of it was refunded, and comes again on an invoice that is void', async () => {
    const { id } = await post('20.00')
    await deposit(id, '20.00')
    await corrected(0)
    const [refund] = await owed()
    const form = { kind: 'refund', sourceId: refund?.id, method: 'cash', reference: null }
    expectStatus(await give(form), 201)
    expectStatus(await bounce(id), 201)
    expect(await search()).toMatchObject([{ open: '0.00', missing: '20.00' }])
    await post('20.00')
    expect(await invoicesOf(house, season)).toMatchObject([{ state: 'void', amount: '0.00' }])
    expect(await accounts(app.deps.db)).toMatchObject({ supporter_credit: 0 })
    expect(await search()).toEqual([])
  })

  it('one that was posted wrongly takes the refund with it that was only owed', async () => {
    const { id } = await post('20.00')
    await corrected(4)
    const wrongly = { why: 'posted_wrongly', on: today() }
    const path = `${season.path}/payments/${id}/reversal`
    expectStatus(await house.representative.post(path, wrongly), 201)
    expect(await owed()).toEqual([])
    expect(await invoicesOf(house, season)).toMatchObject([{ state: 'open', amount: '8.00', paid: '0.00' }])
  })

  it('a refund of all of it leaves nothing to pay', async () => {
    const { id } = await post('20.00')
    await corrected(0)
    expectStatus(await bounce(id), 201)
    expect(await invoicesOf(house, season)).toMatchObject([{ state: 'void', amount: '0.00' }])
    expect((await lastMail())?.textBody).toContain('nothing is due')
  })

  it('a refund that was made comes again with what is due', async () => {
    const { id } = await post('20.00')
    await deposit(id, '20.00')
    await corrected(4)
    const [refund] = await owed()
    const form = { kind: 'refund', sourceId: refund?.id, method: 'cash', reference: null }
    expectStatus(await give(form), 201)
    expectStatus(await bounce(id), 201)
    const missing = { cash: -1_200, supporter_credit: 1_200, refunds_owed: 0, organization_payable: 0 }
    expect(await accounts(app.deps.db)).toMatchObject(missing)
    expect(await search()).toMatchObject([{ open: '8.00', missing: '12.00' }])
    expect((await lastMail())?.textBody).toContain('We had given back $12.00 of it to you.')
    await post('20.00')
    expect(await accounts(app.deps.db)).toMatchObject({
      cash: -1_200,
      undeposited: 2_000,
      supporter_credit: 0,
    })
    expect(await owed()).toEqual([])
    expect(await search()).toEqual([])
    const { total } = expectStatus(await supporter.get<Giving>('/api/giving/2026'), 200)
    expect(total).toBe('8.00')
  })
})
