/**
 * Every amount has a bound at the edge that no sum can pass (R1, R15). The fields are read from the API's own
 * description, so that a new one cannot be forgotten.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dollars, formatUsd, toDecimal } from '#domain/money.ts'
import type { ErrorBody } from '#domain/schemas/error.ts'
import type { PaymentTotals } from '#domain/schemas/payment.ts'
import type { Payout, PayoutBalance } from '#domain/schemas/payout.ts'
import type { Pledge } from '#domain/schemas/pledge.ts'
import type { Charge, Payment } from '#domain/schemas/settlement.ts'
import { routes } from '#server/app.ts'
import { checkInvariants } from '#server/money/book-check/invariants.ts'
import { sql } from '#server/platform/db/database.ts'
import { pledgeLink } from '#server/season/pledge-links/actions.ts'
import { type Answer, type Caller, createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import {
  CAMPAIGN,
  confirm,
  declare,
  enterMatch,
  type House,
  invoicesOf,
  lock,
  openHouse,
  openSeason,
  payment,
  pledge,
  pledgeBody,
  runToChargeDate,
  type Season,
  STATISTICS,
} from '#tests/fixtures.ts'
import { approveAndSend, setDestination } from '#tests/payout-fixtures.ts'

const LARGEST = '1000000.00'
const LARGEST_RATE = '10000.00'
const LARGEST_TOTAL = '1000000000000.00'

let app: TestApp
let house: House
/** Its final settlement is locked and closed, with a charge and an invoice of the largest amount. */
let ended: Season
let open: Season
let ids: Record<string, string>
/** Of $4.00 each. */
const smallInvoices: { id: string }[] = []
let supporter: Caller

beforeAll(async () => {
  app = await createTestApp({ now: '2026-09-10T16:00:00Z' })
  house = await openHouse(app)
  await setDestination(house)
  ended = await openSeason(house)
  const all = { goals: LARGEST_RATE, wins: LARGEST_RATE, champions: LARGEST_RATE, gift: LARGEST_RATE }
  const made = await pledge(house, ended, { lines: all, method: 'auto_bill_end', most: LARGEST })
  supporter = made.supporter
  await pledge(house, ended, { lines: all, method: 'check', most: LARGEST })
  for (let count = 0; count < 14; count += 1)
    await pledge(house, ended, { lines: { gift: '4.00' }, method: 'check' })
  const match = { opponent: 'Bay', startTime: '2026-09-09T18:00:00Z', goals: 1_000_000, wins: 1_000_000 }
  await confirm(house.owner, ended, await enterMatch(house, ended, match))
  await declare(house, ended, 'achieved')
  const settlement = await lock(house, ended, 'final')
  await runToChargeDate(house)
  open = await openSeason(house)
  const lines = { goals: LARGEST_RATE }
  const changed = await pledge(house, open, { lines, method: 'check', most: LARGEST })
  const reward = await house.owner.post<{ id: string }>(`${open.path}/rewards`, {
    ...{ title: 'Ball', description: 'Signed', type: 'elite_circle' },
  })
  const [charge] = expectStatus(await house.representative.get<Charge[]>(`${ended.path}/charges`), 200)
  const invoices = await invoicesOf(house, ended)
  const large = invoices.find(({ amount }) => amount === LARGEST)
  smallInvoices.push(...invoices.filter(({ amount }) => amount === '4.00'))
  if (!(charge && large)) throw new Error('nothing was billed')
  expect([charge.amount, smallInvoices.length]).toEqual([LARGEST, 14])
  ids = {
    ...{ chargeId: charge.id, settlementId: settlement.id, rewardId: expectStatus(reward, 201).id },
    ...{ pledgeId: made.pledge.id, changedId: changed.pledge.id, number: large.number, large: large.id },
    statisticId: open.statistics.goals.id,
    token: (await pledgeLink(app.deps, app.deps.db, { pledgeId: made.pledge.id, campaignId: ended.id }))
      .split('/')
      .at(-1) as string,
  }
}, 120_000)
afterAll(() => app.close())

type Schema = {
  type?: string | string[]
  format?: string
  'x-maximum'?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  allOf?: Schema[]
  $ref?: string
}
type Operation = {
  parameters?: { name: string; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}
type Field = { route: string; method: string; path: string; field: string; schema: Schema }

/** Every leaf of every request, with where it is: `statistics.0.pledgeAmountOptions.0`. */
function* leavesOf(schema: Schema, path: readonly string[]): Generator<{ field: string; schema: Schema }> {
  if (schema.$ref) throw new Error(`a request that is described elsewhere: ${schema.$ref}`)
  const inner = [...(schema.anyOf ?? []), ...(schema.allOf ?? [])]
  const isOne = schema.format === 'money' || schema.format === 'quantity'
  if (isOne || !(schema.properties || schema.items || inner.length > 0))
    return yield { field: path.join('.'), schema }
  for (const [name, one] of Object.entries(schema.properties ?? {})) yield* leavesOf(one, [...path, name])
  if (schema.items) yield* leavesOf(schema.items, [...path, '0'])
  for (const one of inner) yield* leavesOf(one, path)
}

async function requestFields(): Promise<Field[]> {
  const description = expectStatus(
    await app.visitor.get<{ paths: Record<string, Record<string, Operation>> }>('/api/openapi.json'),
    200,
  )
  return Object.entries(description.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { parameters = [], requestBody }]) => {
      const body = requestBody?.content['application/json']?.schema
      const leaves = [
        ...parameters.flatMap(({ name, schema }) => [...leavesOf(schema, ['?', name])]),
        ...(body ? leavesOf(body, []) : []),
      ]
      return leaves.map((leaf) => ({ ...leaf, route: `${method} ${path}`, method, path }))
    }),
  )
}
async function amountFields(): Promise<Field[]> {
  const fields = (await requestFields()).filter(({ schema }) => schema.format === 'money')
  expect(fields.length).toBeGreaterThan(20)
  return fields
}
const nameOf = ({ route, field }: Field): string => `${route} ${field}`

/** A body that holds this value at this field, and as many of it as a list wants. */
function bodyWith(field: string, value: unknown): unknown {
  return field.split('.').reduceRight<unknown>((inner, name) => {
    return name === '0' ? [inner, inner, inner] : { [name]: inner }
  }, value)
}

const idFor = (path: string, name: string): string => {
  if (name !== 'id') return ids[name] ?? ended.id
  if (path.startsWith('/api/pledges/')) return ids.pledgeId as string
  if (path.startsWith('/api/charges/')) return ids.chargeId as string
  if (path.startsWith('/api/organizations/')) return house.organizationId
  return (path.startsWith('/api/payouts/') && ids.payoutId) || ended.id
}
const addressOf = (path: string): string => path.replace(/\{(\w+)\}/g, (_, name: string) => idFor(path, name))

const send = (by: Caller, method: string, path: string, body: unknown): Promise<Answer<ErrorBody>> =>
  method === 'put' ? by.put<ErrorBody>(path, body) : by.post<ErrorBody>(path, body)

describe('an amount in a request', () => {
  it('is described as one, with its bound, on every route that takes one', async () => {
    const fields = await requestFields()
    const plain = fields.filter(({ schema }) => schema.format !== 'money' && schema.format !== 'quantity')
    // A fraction is an amount or a quantity: any other number in a request is whole.
    expect(plain.filter(({ schema }) => [schema.type].flat().includes('number')).map(nameOf)).toEqual([
      'post /api/dev/clock days',
    ])
    const soundsLikeMoney = /amount|cents|price|threshold|maximum|toBill|goal$|dollars|fee$/i
    expect(
      plain
        .filter(({ field, schema }) => soundsLikeMoney.test(field) && schema.type !== 'boolean')
        .map(nameOf),
    ).toEqual([])
    const amounts = fields.filter(({ schema }) => schema.format === 'money')
    for (const { schema } of amounts) expect(dollars(schema['x-maximum'] ?? '')).toBeGreaterThan(0)
    expect(amounts.map(nameOf).sort()).toEqual(Object.keys(LARGEST_OF).sort())
  })

  it('a cent above its bound is a 400 that names the field and the bound', async () => {
    for (const one of await amountFields()) {
      const max = dollars(one.schema['x-maximum'] ?? '')
      for (const value of [toDecimal((max + 1) as typeof max), Number(toDecimal((max + 1) as typeof max))]) {
        const body = bodyWith(one.field, value)
        const answer = await send(house.representative, one.method, addressOf(one.path), body)
        expect([nameOf(one), answer.status]).toEqual([nameOf(one), 400])
        expect(answer.body.fields?.[one.field], nameOf(one)).toContain(formatUsd(max, 'auto'))
      }
    }
  })

  it.each(['-9999999999999.99', '99999999999999.99', 1e21])('%s is a 400 everywhere', async (value) => {
    for (const one of await amountFields()) {
      const answer = await send(
        house.representative,
        one.method,
        addressOf(one.path),
        bodyWith(one.field, value),
      )
      expect([nameOf(one), answer.status]).toEqual([nameOf(one), 400])
      expect(Object.keys(answer.body.fields ?? {}), nameOf(one)).toContain(one.field)
    }
  })
})

const today = () => app.clock.now().toISOString().slice(0, 10)
const campaignBody = (more: object) => ({ ...CAMPAIGN, organizationId: house.organizationId, ...more })
const rated = { ...STATISTICS.goals, pledgeAmountOptions: [LARGEST_RATE, LARGEST_RATE, LARGEST_RATE] }
const lines = () => [{ statisticId: open.statistics.goals.id, pledgeAmount: LARGEST_RATE }]
const cancelling = (name: string) => async () => {
  const cancellation = { charges: 0, retries: 0, invoices: 0, collected: 0, refundable: 0, refundAll: false }
  const body = { status: 'cancelled', cancellation: { ...cancellation, [name]: LARGEST_TOTAL } }
  return house.representative.put<ErrorBody>(open.path, body)
}
const REWARD = { title: 'Ball', description: 'Signed', type: 'sponsorship' }
const tiers = { enableTieredRewards: true, tieredRewards: [{ threshold: LARGEST, prize: 'A ball' }] }
const pledgeOf = (more: object) => async () => {
  const by = await app.user()
  const body = await pledgeBody(by, open, { lines: { goals: LARGEST_RATE }, method: 'check', most: LARGEST })
  return by.post<ErrorBody>(`${open.path}/pledges`, { ...body, ...more })
}
const available = async () => {
  const { campaigns } = expectStatus(
    await house.owner.get<{ campaigns: PayoutBalance[] }>(
      `/api/organizations/${house.organizationId}/payouts`,
    ),
    200,
  )
  return campaigns.find(({ campaignId }) => campaignId === ended.id)?.available ?? '0.00'
}

/** The largest of each, sent in a request that is right: taken, or a 409 that says what stands against it. */
const LARGEST_OF: Record<string, [status: number, () => Promise<Answer<unknown>>]> = {
  'post /api/campaigns goal': [
    201,
    () => house.owner.post('/api/campaigns', campaignBody({ goal: '100000000.00' })),
  ],
  'post /api/campaigns statistics.0.pledgeAmountOptions.0': [
    201,
    () => house.owner.post('/api/campaigns', campaignBody({ statistics: [rated] })),
  ],
  'post /api/campaigns/{id}/copies goal': [
    201,
    () =>
      house.representative.post(`${open.path}/copies`, {
        ...{ name: 'Again', goal: '100000000.00', startDate: '2027-08-15', endDate: '2027-12-15' },
      }),
  ],
  'put /api/campaigns/{id} goal': [200, () => house.representative.put(open.path, { goal: '100000000.00' })],
  'put /api/campaigns/{id} cancellation.charges': [409, cancelling('charges')],
  'put /api/campaigns/{id} cancellation.retries': [409, cancelling('retries')],
  'put /api/campaigns/{id} cancellation.invoices': [409, cancelling('invoices')],
  'put /api/campaigns/{id} cancellation.collected': [409, cancelling('collected')],
  'put /api/campaigns/{id} cancellation.refundable': [409, cancelling('refundable')],
  'post /api/campaigns/{id}/statistics pledgeAmountOptions.0': [
    201,
    () => house.owner.post(`${open.path}/statistics`, rated),
  ],
  'post /api/campaigns/{id}/statistics/batches statistics.0.pledgeAmountOptions.0': [
    201,
    () => house.owner.post(`${open.path}/statistics/batches`, { statistics: [{ ...rated, name: 'More' }] }),
  ],
  'put /api/campaigns/{id}/statistics/{statisticId} pledgeAmountOptions.0': [
    200,
    () =>
      house.owner.put(`${open.path}/statistics/${open.statistics.goals.id}`, {
        pledgeAmountOptions: rated.pledgeAmountOptions,
      }),
  ],
  'post /api/campaigns/{id}/pledges maximumAmount': [201, pledgeOf({ maximumAmount: LARGEST })],
  'post /api/campaigns/{id}/pledges pledgeStatistics.0.pledgeAmount': [201, pledgeOf({})],
  'post /api/campaigns/{id}/pledges/quote maximumAmount': [
    200,
    () =>
      house.owner.post(`${open.path}/pledges/quote`, { maximumAmount: LARGEST, pledgeStatistics: lines() }),
  ],
  'post /api/campaigns/{id}/pledges/quote pledgeStatistics.0.pledgeAmount': [
    200,
    () => house.owner.post(`${open.path}/pledges/quote`, { pledgeStatistics: lines() }),
  ],
  'put /api/pledges/{id} maximumAmount': [
    200,
    () => supporter.put(`/api/pledges/${ids.pledgeId}`, { maximumAmount: LARGEST }),
  ],
  'post /api/campaigns/{id}/rewards threshold': [
    201,
    () => house.owner.post(`${open.path}/rewards`, { ...REWARD, threshold: LARGEST }),
  ],
  'post /api/campaigns/{id}/rewards tieredRewards.0.threshold': [
    201,
    () => house.owner.post(`${open.path}/rewards`, { ...REWARD, ...tiers }),
  ],
  'put /api/campaigns/{id}/rewards/{rewardId} threshold': [
    200,
    () => house.owner.put(`${open.path}/rewards/${ids.rewardId}`, { threshold: LARGEST }),
  ],
  'put /api/campaigns/{id}/rewards/{rewardId} tieredRewards.0.threshold': [
    200,
    () => house.owner.put(`${open.path}/rewards/${ids.rewardId}`, tiers),
  ],
  // No preview showed so much.
  'post /api/campaigns/{id}/settlements toBill': [
    409,
    () =>
      house.representative.post(`${open.path}/settlements`, {
        ...{ kind: 'progress', version: 1, toBill: LARGEST_TOTAL },
      }),
  ],
  'post /api/campaigns/{id}/payments amount': [201, () => post(aSmallInvoice(), LARGEST)],
  // Of all that waits for the bank no slip comes to so much.
  'post /api/deposits amount': [
    409,
    async () => {
      const { id } = expectStatus(await post(aSmallInvoice(), '1.00'), 201)
      const form = { paymentIds: [id], amount: '500000000.00', depositedOn: today() }
      return house.representative.post('/api/deposits', form)
    },
  ],
  // All that is owed; more than that is refused with what is.
  'post /api/campaigns/{id}/payouts amount': [
    201,
    async () => {
      const path = `${ended.path}/payouts`
      const refused = await house.representative.post<ErrorBody>(path, { amount: LARGEST_TOTAL })
      expect(refused.body.fields?.amount).toMatch(/^At most \$750,/)
      const answer = await house.representative.post<Payout>(path, { amount: await available() })
      ids.payoutId = expectStatus(answer, 201).id
      await approveAndSend(house, answer.body)
      return answer
    },
  ],
  'post /api/charges/{id}/refunds amount': [
    201,
    () =>
      house.representative.post(`/api/charges/${ids.chargeId}/refunds`, {
        ...{ amount: LARGEST, reason: 'They asked for it back' },
      }),
  ],
  'post /api/charge-lookups amount': [
    204,
    () =>
      app.visitor.post('/api/charge-lookups', {
        ...{ email: supporter.email, amount: LARGEST, chargedOn: today(), last4: '4242' },
      }),
  ],
}
/** One that nothing was paid on. */
const aSmallInvoice = (): { id: string } => smallInvoices.pop() ?? { id: '' }
const post = (invoice: { id: string }, amount: string) =>
  house.representative.post<Payment>(`${ended.path}/payments`, payment(invoice, amount, app))

const QUERIES: Record<string, string> = {
  '/api/campaigns/{id}/settlements/preview': 'kind=final',
  '/api/dashboard/campaigns/{id}/settlement-preview.csv': 'kind=final',
  '/api/campaigns/{id}/qr.svg': '',
}
/** Every route that reads, for whoever may see most: none of them fails on what the edge lets in. */
async function readEverything(): Promise<void> {
  const failed: string[] = []
  let read = 0
  const month = today().slice(0, 7)
  for (const { method, path, query } of routes.filter((route) => route.method === 'get')) {
    if (method !== 'get' || path.endsWith('/live')) continue
    const asked = QUERIES[path] ?? (query && /reports|giving|receipts/.test(path) ? `month=${month}` : '')
    const address = addressOf(path).replace('{year}', '2026')
    const by =
      path.startsWith('/api/user') || path.startsWith('/api/giving') ? supporter : house.representative
    for (const suffix of new Set(['', asked && `?${asked}`])) {
      const answer = await by.get(`${address}${suffix}`)
      if (answer.status >= 500) failed.push(`${path}${suffix}: ${answer.status}`)
      if (answer.status === 200) read += 1
    }
  }
  expect(failed).toEqual([])
  expect(read).toBeGreaterThan(60)
}

/** What adds amounts up. */
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
    expect([path, (await house.representative.get(path)).status]).toEqual([path, 200])
}

it('the largest of every amount at once: every total, report and file can be read', async () => {
  for (const [name, [status, make]] of Object.entries(LARGEST_OF)) {
    const answer = await make()
    expect([name, answer.status], JSON.stringify(answer.body)).toEqual([name, status])
  }
  await readSums()
  await readEverything()
  expect(await checkInvariants(app.deps.db)).toEqual([])
}, 60_000)

it('eleven payments of the largest amount on invoices of $4.00, then reversed: totals and the month add up', async () => {
  const totals = async () =>
    expectStatus(await house.representative.get<PaymentTotals>('/api/payments/totals'), 200)[0]?.received
  const refused = await post(smallInvoices[0] ?? { id: '' }, '9999999999999.99')
  expect(refused).toMatchObject({
    status: 400,
    body: { fields: { amount: 'Enter an amount up to $1,000,000.00' } },
  })
  const before = await totals()
  const posted: Payment[] = []
  for (let count = 0; count < 11; count += 1)
    posted.push(expectStatus(await post(aSmallInvoice(), LARGEST), 201))
  expect(dollars((await totals()) ?? '') - dollars(before ?? '')).toBe(11 * dollars(LARGEST))
  await readSums()
  for (const { id } of posted)
    expectStatus(
      await house.representative.post(`${ended.path}/payments/${id}/reversal`, {
        ...{ why: 'posted_wrongly', on: today(), note: 'A slip of the finger' },
      }),
      201,
    )
  expect(await totals()).toBe(before)
  await readSums()
  expect(await checkInvariants(app.deps.db)).toEqual([])
}, 60_000)

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

  it('may come to $1,000,000.00; one that could come to more is asked for a maximum', async () => {
    const path = `${open.path}/statistics/${open.statistics.goals.id}`
    expectStatus(await house.owner.put(path, HUNDRED), 200)
    const fits = await without('10000.00')
    expect([expectStatus(fits.quoted, 200).most, expectStatus(fits.made, 201).agreedMaximum]).toEqual([
      LARGEST,
      LARGEST,
    ])
    expectStatus(await house.owner.put(path, { expectedMax: 101 }), 200)
    for (const answer of Object.values(await without('10000.00')))
      expect(answer).toMatchObject({
        status: 400,
        body: {
          fields: {
            maximumAmount: 'Set a maximum: without one this pledge could come to more than $1,000,000',
          },
        },
      })
  })

  it('is suggested a cap that may be set', async () => {
    const path = `${open.path}/statistics/${open.statistics.goals.id}`
    expectStatus(await house.owner.put(path, { ...HUNDRED, lastYearResult: 90 }), 200)
    const { quoted } = await without('10000.00')
    expect(quoted.body).toMatchObject({ estimate: '900000.00', suggestedCap: LARGEST })
  })
})

describe('the database', () => {
  it('refuses what gets past the edge, and says so in words', async () => {
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
        await db.query(sql`select from pg_trigger where tgname = ${`${table}_bounded`}`),
        table,
      ).toHaveLength(1)
  })
})
