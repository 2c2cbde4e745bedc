/** R5, R78: the bank's statement of three organizations' money, written from what was done, is the books line by line. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cents as centsOf, formatUsd, parseCents, sum, toDecimal } from '#domain/money.ts'
import type { BankFileRead, BankLine, BankMatched, BankMovement } from '#domain/schemas/bank-statement.ts'
import type { ProviderMonth } from '#domain/schemas/report.ts'
import { readCardMovements } from '#server/money/card-movements/read.ts'
import { sql } from '#server/platform/db/database.ts'
import { expectStatus, type TestApp } from '#tests/app.ts'
import { closeWithBooksInOrder } from '#tests/books.ts'
import {
  bill,
  chargesOf,
  invoicesOf,
  openSeason,
  payment,
  pledge,
  type Season,
  setUpOrganization,
  type TestOrganization,
} from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'
import { approveAndSend, preparePayout, setDestination } from '#tests/payouts.ts'

let app: TestApp
let org: TestOrganization
/** What the bank writes, a day after it happened. */
const statement: { day: string; text: string; amount: string }[] = []

const today = (): string => app.clock.now().toISOString().slice(0, 10)
const next = (day: string): string => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
const writes = (text: string, amount: string, day = today()) =>
  statement.push({ day: next(day), text, amount })

async function receive(
  by: TestOrganization,
  season: Season,
  amount: string,
  reference: string,
): Promise<string> {
  const invoice = (await invoicesOf(by, season)).find(({ open }) => open === amount)
  const form = { ...payment(invoice ?? { id: '' }, amount, app), reference }
  return expectStatus(await by.representative.post<{ id: string }>(`${season.path}/payments`, form), 201).id
}

beforeAll(async () => {
  const given = await givenSeason({ env: { CHECK_CLEARING_DAYS: '0' } })
  ;({ app, org } = given)
  const bay = await setUpOrganization(app, 'Bay Boosters')
  const club = await setUpOrganization(app, 'Chess Club')
  const seasons: [TestOrganization, Season][] = [
    [org, given.season],
    [bay, await openSeason(bay)],
    [club, await openSeason(club)],
  ]
  for (const [index, [one, season]] of seasons.entries()) {
    await pledge(one, season, { lines: { gift: `${100 + index * 10}.00` } })
    await pledge(one, season, { lines: { gift: '40.01' } })
    await pledge(one, season, { lines: { gift: '25.00' }, method: 'check' })
    await bill(one, season, 'final')
  }
  // One slip with a check for each organization.
  const paymentIds: string[] = []
  for (const [index, [one, season]] of seasons.entries())
    paymentIds.push(await receive(one, season, '25.00', `${1107 + index}`))
  const slip = { paymentIds, amount: '75.00', depositedOn: today(), reference: '7' }
  expectStatus(await org.representative.post('/api/deposits', slip), 201)
  writes('DEPOSIT 3 CHECKS SLIP 7', '75.00')
  for (const [index, [one, season]] of seasons.entries()) {
    await setDestination(one)
    const payout = await preparePayout(one, season, '30.00')
    await approveAndSend(one, payout, { reference: `${2041 + index}` })
    writes(`CHECK ${2041 + index}`, '-30.00')
  }
  const [charge] = (await chargesOf(org, given.season)).filter(({ amount }) => amount === '100.00')
  const refund = { amount: '60.01', reason: 'Sorry' }
  expectStatus(await org.representative.post(`/api/charges/${charge?.id}/refunds`, refund), 201)
  app.clock.advance({ days: 4 })
  const bounced = { why: 'bounced', on: today() }
  const path = `${given.season.path}/payments/${paymentIds[0]}/reversal`
  expectStatus(await org.representative.post(path, bounced), 201)
  writes('RETURNED ITEM CHK 1107', '-25.00')
  app.clock.advance({ days: 4 })
  await readCardMovements(app.deps)
  for (const { day, cents } of await app.deps.db.query<{ day: string; cents: number }>(sql`
    select created_at::date::text as day, -amount_cents as cents
    from sandbox.balance_transactions
    where kind = 'payout'
  `))
    writes('CARD PROVIDER TRANSFER', toDecimal(centsOf(cents)), day)
  app.clock.advance({ days: 2 })
}, 180_000)
afterAll(() => closeWithBooksInOrder(app))

it('every line is one line of the books, and the sum is what the books have at the bank', async () => {
  const { representative } = org
  const rows = statement.map(({ day, text, amount }) => {
    const [year, month, date] = day.split('-')
    return `${month}/${date}/${year},${text},${amount}`
  })
  const file = btoa(`Date,Description,Amount\n${rows.join('\n')}\n`)
  const answers = { order: 'month' }
  const read = expectStatus(
    await representative.post<BankFileRead>('/api/bank-files', { file, answers }),
    200,
  )
  expect(read).toEqual({ questions: [], added: statement.length, known: 0 })
  const open = expectStatus(await representative.get<BankLine[]>('/api/bank-lines?state=open'), 200)
  expect(open.filter(({ isSure }) => !isSure).map(({ text }) => text)).toEqual([])
  const matches = open.map(({ id, choices: [only] }) => ({ lineId: id, matchId: only?.id }))
  const matched = await representative.post<BankMatched>('/api/bank-matches', { matches })
  expect(expectStatus(matched, 200).matched).toBe(statement.length)
  expect(expectStatus(await representative.get<BankMovement[]>('/api/bank-movements'), 200)).toEqual([])
  const { accounts } = expectStatus(
    await representative.get<ProviderMonth>(`/api/reports/month?month=${today().slice(0, 7)}`),
    200,
  )
  const atBank = sum(statement.flatMap(({ amount }) => parseCents(amount) ?? []))
  const cash = accounts.find(({ account }) => account === 'cash')?.closing
  expect(formatUsd(parseCents(cash) ?? sum([]))).toBe(formatUsd(atBank))
})
