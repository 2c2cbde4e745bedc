/** Every amount in a request has a bound, and no sum of amounts within their bounds breaks a total or report (R1, R15). */
import { describe, expect, it } from 'vitest'
import { dollars, formatUsd, toDecimal } from '#domain/money.ts'
import type { ErrorBody } from '#domain/schemas/error.ts'
import type { PaymentTotals } from '#domain/schemas/payment.ts'
import type { Pledge } from '#domain/schemas/pledge.ts'
import type { Payment } from '#domain/schemas/settlement.ts'
import { routes } from '#server/app.ts'
import { checkInvariants } from '#server/money/book-check/store.ts'
import { sql } from '#server/platform/db/database.ts'
import {
  addressOf,
  app,
  ended,
  LARGEST,
  open,
  org,
  postPayment,
  setUpLargestAmounts,
  smallInvoices,
  supporter,
  takeSmallInvoice,
  today,
} from '#tests/amount-bounds/campaigns.ts'
import { bodyWith, type Field, nameOf, requestFields } from '#tests/amount-bounds/request-fields.ts'
import { LARGEST_OF } from '#tests/amount-bounds/requests.ts'
import { type Answer, type Caller, expectStatus } from '#tests/app.ts'

setUpLargestAmounts()

async function amountFields(): Promise<Field[]> {
  const fields = (await requestFields(app.visitor)).filter(({ schema }) => schema.format === 'money')
  expect(fields.length).toBeGreaterThan(20)
  return fields
}
/** A parameter of the address is named after `?.`. */
const isInAddress = ({ field }: Field): boolean => field.startsWith('?.')
const keyOf = ({ field }: Field): string => field.replace(/^\?\./, '')
const send = (by: Caller, one: Field, value: unknown): Promise<Answer<ErrorBody>> => {
  const path = addressOf(one.path)
  if (isInAddress(one)) return by.get<ErrorBody>(`${path}?${keyOf(one)}=${value}`)
  const body = bodyWith(one.field, value)
  return one.method === 'put' ? by.put<ErrorBody>(path, body) : by.post<ErrorBody>(path, body)
}

describe('an amount in a request', () => {
  it('is described with its bound on every route that takes one', async () => {
    const fields = await requestFields(app.visitor)
    const plain = fields.filter(({ schema }) => schema.format !== 'money' && schema.format !== 'quantity')
    // A fraction is an amount or a quantity: any other number in a request is whole.
    expect(plain.filter(({ schema }) => [schema.type].flat().includes('number')).map(nameOf)).toEqual([
      'post /api/dev/clock days',
    ])
    const soundsLikeMoney = /amount|cents|price|threshold|maximum|toBill|goal$|dollars|fee$/i
    expect(
      plain
        .filter(
          ({ field, schema }) => soundsLikeMoney.test(field) && ![schema.type].flat().includes('boolean'),
        )
        .map(nameOf),
    ).toEqual([])
    const amounts = fields.filter(({ schema }) => schema.format === 'money')
    for (const { schema } of amounts) expect(dollars(schema['x-maximum'] ?? '')).toBeGreaterThan(0)
    expect(amounts.map(nameOf).sort()).toEqual(Object.keys(LARGEST_OF).sort())
  })

  it('that is a cent above its bound is refused with the field and the bound', async () => {
    for (const one of await amountFields()) {
      const max = dollars(one.schema['x-maximum'] ?? '')
      for (const value of [toDecimal((max + 1) as typeof max), Number(toDecimal((max + 1) as typeof max))]) {
        const answer = await send(org.representative, one, value)
        expect([nameOf(one), answer.status]).toEqual([nameOf(one), 400])
        expect(answer.body.fields?.[keyOf(one)], nameOf(one)).toContain(formatUsd(max, 'auto'))
      }
    }
  })

  it.each(['-9999999999999.99', '99999999999999.99', 1e21])(
    'of %s is refused on every route',
    async (value) => {
      for (const one of await amountFields()) {
        const answer = await send(org.representative, one, value)
        expect([nameOf(one), answer.status]).toEqual([nameOf(one), 400])
        expect(Object.keys(answer.body.fields ?? {}), nameOf(one)).toContain(keyOf(one))
      }
    },
  )
})

const QUERIES: Record<string, string> = {
  '/api/campaigns/{id}/settlements/preview': 'kind=final',
  '/api/dashboard/campaigns/{id}/settlement-preview.csv': 'kind=final',
  '/api/campaigns/{id}/qr.svg': '',
}
/** Every GET, for a representative or the supporter: none fails on amounts that the API accepts. */
async function readEverything(): Promise<void> {
  const failed: string[] = []
  let read = 0
  const month = today().slice(0, 7)
  for (const { method, path, query } of routes.filter((route) => route.method === 'get')) {
    if (method !== 'get' || path.endsWith('/live')) continue
    const asked = QUERIES[path] ?? (query && /reports|giving|receipts/.test(path) ? `month=${month}` : '')
    const address = addressOf(path).replace('{year}', '2026')
    const by = path.startsWith('/api/user') || path.startsWith('/api/giving') ? supporter : org.representative
    for (const suffix of new Set(['', asked && `?${asked}`])) {
      const answer = await by.get(`${address}${suffix}`)
      if (answer.status >= 500) failed.push(`${path}${suffix}: ${answer.status}`)
      if (answer.status === 200) read += 1
    }
  }
  expect(failed).toEqual([])
  expect(read).toBeGreaterThan(60)
}

/** Every response that adds amounts up. */
async function readSums(): Promise<void> {
  const month = today().slice(0, 7)
  for (const path of [
    '/api/payments/totals',
    `/api/reports/month?month=${month}`,
    `/api/reports/month.csv?month=${month}`,
    `/api/reports/month.pdf?month=${month}`,
    `/api/reports/journal.csv?month=${month}`,
    '/api/collections',
    '/api/collections/campaigns',
    '/api/collections/campaigns.csv',
    '/api/collections/items?show=all',
    '/api/payouts',
    '/api/payouts.csv',
    '/api/desk/campaigns',
    '/api/repayments/owed',
    '/api/campaigns/summary',
    `${ended.path}/balance`,
    `${ended.path}/settlements`,
    `/api/dashboard/campaigns/${ended.id}/season-report.pdf`,
  ])
    expect([path, (await org.representative.get(path)).status]).toEqual([path, 200])
}

it('every total, report and file can be read with the largest value of every amount at once', async () => {
  for (const [name, [status, make]] of Object.entries(LARGEST_OF)) {
    const answer = await make()
    expect([name, answer.status], JSON.stringify(answer.body)).toEqual([name, status])
  }
  await readSums()
  await readEverything()
  expect(await checkInvariants(app.deps.db)).toEqual([])
})

it('totals and the month add up after eleven payments of the largest amount, and after their reversal', async () => {
  const totals = async () =>
    expectStatus(await org.representative.get<PaymentTotals>('/api/payments/totals'), 200)[0]?.received
  const refused = await postPayment(smallInvoices[0] ?? { id: '' }, '9999999999999.99')
  expect(refused).toMatchObject({
    status: 400,
    body: { fields: { amount: 'Enter an amount up to $1,000,000.00' } },
  })
  const before = await totals()
  const posted: Payment[] = []
  for (let count = 0; count < 11; count += 1)
    posted.push(expectStatus(await postPayment(takeSmallInvoice(), LARGEST), 201))
  expect(dollars((await totals()) ?? '') - dollars(before ?? '')).toBe(11 * dollars(LARGEST))
  await readSums()
  for (const { id } of posted)
    expectStatus(
      await org.representative.post(`${ended.path}/payments/${id}/reversal`, {
        why: 'posted_wrongly',
        on: today(),
        note: 'A slip of the finger',
      }),
      201,
    )
  expect(await totals()).toBe(before)
  await readSums()
  expect(await checkInvariants(app.deps.db)).toEqual([])
})

describe('a pledge without a maximum', () => {
  const without = async (pledgeAmount: string) => {
    const by = await app.user()
    const body = {
      paymentMethod: 'check',
      pledgeStatistics: [{ statisticId: open.statistics.goals.id, pledgeAmount }],
    }
    const quoted = await by.post<ErrorBody & { most: string }>(`${open.path}/pledges/quote`, body)
    return { quoted, made: await by.post<ErrorBody & Pledge>(`${open.path}/pledges`, body) }
  }
  const HUNDRED = { expectedMax: 100 }

  it('may come to $1,000,000.00, and is refused where it could come to more', async () => {
    const path = `${open.path}/statistics/${open.statistics.goals.id}`
    expectStatus(await org.owner.put(path, HUNDRED), 200)
    const fits = await without('10000.00')
    expect([expectStatus(fits.quoted, 200).most, expectStatus(fits.made, 201).agreedMaximum]).toEqual([
      LARGEST,
      LARGEST,
    ])
    expectStatus(await org.owner.put(path, { expectedMax: 101 }), 200)
    for (const answer of Object.values(await without('10000.00')))
      expect(answer).toMatchObject({
        status: 400,
        body: {
          fields: {
            maximumAmount: 'Set a maximum: without one this pledge could exceed $1,000,000',
          },
        },
      })
  })

  it('gets a suggested cap that is allowed', async () => {
    const path = `${open.path}/statistics/${open.statistics.goals.id}`
    expectStatus(await org.owner.put(path, { ...HUNDRED, lastYearResult: 90 }), 200)
    const { quoted } = await without('10000.00')
    expect(quoted.body).toMatchObject({ estimate: '900000.00', suggestedCap: LARGEST })
  })
})

describe('the database', () => {
  it('refuses amounts above the bounds that got past the API', async () => {
    const { db } = app.deps
    const tooMuch = (statement: ReturnType<typeof sql>) =>
      expect(db.query(statement)).rejects.toMatchObject({ code: '23514' })
    await tooMuch(sql`update payments set amount_cents = 100000001`)
    await tooMuch(sql`update pledges set maximum_cents = null, agreed_maximum_cents = 100000001`)
    await tooMuch(sql`update rewards set threshold_cents = 100000001`)
    await tooMuch(sql`update campaigns set goal_cents = 10000000001`)
    await tooMuch(sql`update payouts set amount_cents = 100000000000001`)
    for (const table of ['charges', 'invoices', 'deposits', 'charge_lookups'])
      expect(
        await db.query(sql`select from pg_constraint where conname = ${`${table}_bounded`}`),
        table,
      ).toHaveLength(1)
  })
})
