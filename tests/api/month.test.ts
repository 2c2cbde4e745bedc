/** R5, R78, R79, R81: a month is the same in the books, at the bank, in bookkeeping programs, and to systems that listen. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PROGRAMS, type Program } from '#domain/billing/exports/accounts.ts'
import { type Cents, parseCents, subtract, sum, toDecimal, ZERO } from '#domain/money.ts'
import type { BankFileRead, BankLine, BankMatched, BankMovement } from '#domain/schemas/bank-statement.ts'
import type { Bookkeeping } from '#domain/schemas/bookkeeping.ts'
import type { ProviderMonth } from '#domain/schemas/report.ts'
import type { WebhookEndpoint } from '#domain/schemas/webhook.ts'
import { sql } from '#server/platform/db/database.ts'
import { type Caller, expectStatus } from '#tests/app.ts'
import { quickbooksMovements, quickbooksProblems } from '#tests/bookkeeping/quickbooks.ts'
import { type Movements, rowsOf } from '#tests/bookkeeping/rows.ts'
import { xeroMovements, xeroProblems } from '#tests/bookkeeping/xero.ts'
import { closeWithBooksInOrder } from '#tests/books.ts'
import type { TestOrganization } from '#tests/fixtures.ts'
import { type LivedMonth, liveThroughMonth, MONTHS } from '#tests/month.ts'
import type { WebhookBody } from '#tests/webhook-receiver.ts'

const [BEFORE, MONTH] = MONTHS
let lived: LivedMonth
let representative: Caller
beforeAll(async () => {
  lived = await liveThroughMonth()
  ;({ representative } = lived.parties[0].org)
}, 180_000)
afterAll(async () => {
  await lived.receiver.close()
  await closeWithBooksInOrder(lived.app)
})

const cents = (amount: string | undefined): Cents => parseCents(amount ?? '') ?? ZERO
const monthOf = async (month: string) =>
  expectStatus(await representative.get<ProviderMonth>(`/api/reports/month?month=${month}`), 200)

it('has every kind of entry that the journal knows', async () => {
  const kinds = await lived.app.deps.db.query<{ kind: string; entries: number }>(sql`
    select kind, (
             select count(*) from journal_entries e
              where e.kind = k.kind and e.occurred_at between '2026-09-01' and '2026-10-01'
           ) as entries
      from pg_constraint c, regexp_matches(pg_get_constraintdef(c.oid), '''(\\w+)''::text', 'g') m, unnest(m) k (kind)
     where c.conname = 'journal_entries_kind_check'`)
  expect(kinds.length).toBeGreaterThan(19)
  expect(kinds.filter(({ entries }) => entries === 0)).toEqual([])
})

it('each line of the bank is one line of the books, and their sums are what the books have at the bank', async () => {
  const { statement } = lived
  const rows = statement.map(({ day, text, amount }) => {
    const [year, month, date] = day.split('-')
    return `${month}/${date}/${year},${text},${amount}`
  })
  const file = btoa(`Date,Description,Amount\n${rows.join('\n')}\n`)
  const form = { file, answers: { order: 'month' } }
  const read = expectStatus(await representative.post<BankFileRead>('/api/bank-files', form), 200)
  expect(read).toEqual({ questions: [], added: statement.length, known: 0 })
  const open = expectStatus(await representative.get<BankLine[]>('/api/bank-lines?state=open'), 200)
  expect(open.filter(({ isSure }) => !isSure).map(({ text }) => text)).toEqual([])
  const matches = open.map(({ id, choices: [only] }) => ({ lineId: id, matchId: only?.id }))
  const matched = await representative.post<BankMatched>('/api/bank-matches', { matches })
  expect(expectStatus(matched, 200).matched).toBe(statement.length)
  expect(expectStatus(await representative.get<BankMovement[]>('/api/bank-movements'), 200)).toEqual([])
  const { accounts } = await monthOf(MONTH)
  const writtenBefore = (day: string) =>
    toDecimal(sum(statement.filter((line) => line.day < day).map(({ amount }) => cents(amount))))
  expect(accounts.find(({ account }) => account === 'cash')).toMatchObject({
    opening: writtenBefore('2026-09-01'),
    closing: writtenBefore('2026-10-01'),
  })
  // Stripe paid all that was left to the bank.
  expect(accounts.find(({ account }) => account === 'card_clearing')).toMatchObject({ closing: '0.00' })
})

const base = (of: TestOrganization | null) =>
  of ? `/api/organizations/${of.organizationId}/bookkeeping` : '/api/bookkeeping'
const readerOf = (of: TestOrganization | null): Caller => of?.owner ?? representative

async function bytesOf(of: TestOrganization | null, program: Program, month: string, by = readerOf(of)) {
  const response = await lived.app.app.request(`${base(of)}/${program}?month=${month}`, {
    headers: { authorization: `Bearer ${by.token}` },
  })
  expect(response.status).toBe(200)
  return {
    text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer()),
    name: /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1],
  }
}

const bookkeepingOf = async (of: TestOrganization | null, month: string = MONTH) =>
  expectStatus(await readerOf(of).get<Bookkeeping>(`${base(of)}?month=${month}`), 200)

const READERS = {
  quickbooks: { problems: quickbooksProblems, movements: quickbooksMovements },
  xero: { problems: xeroProblems, movements: xeroMovements },
} as const
const withoutZeros = (amounts: Iterable<readonly [string, number]>): Movements =>
  new Map([...amounts].filter(([, amount]) => amount !== 0))

describe.each(Object.keys(PROGRAMS) as Program[])('files for %s', (program) => {
  const { problems, movements } = READERS[program]
  async function movedIn(of: TestOrganization | null, month: string): Promise<Movements> {
    const { text } = await bytesOf(of, program, month)
    expect(problems([text])).toEqual([])
    return movements([text])
  }

  it('rebuild every balance of the provider, opening and closing', async () => {
    const balances: Movements = new Map()
    for (const month of [BEFORE, MONTH]) {
      const names = (await bookkeepingOf(null, month)).accounts[program]
      const { accounts } = await monthOf(month)
      const listed = (at: 'opening' | 'closing') =>
        withoutZeros(accounts.map((one) => [names[one.account] ?? '', cents(one[at])]))
      expect(withoutZeros(balances)).toEqual(listed('opening'))
      for (const [account, amount] of await movedIn(null, month))
        balances.set(account, (balances.get(account) ?? 0) + amount)
      expect(withoutZeros(balances)).toEqual(listed('closing'))
    }
  })

  it.each([BEFORE, MONTH])('have what each organization got, paid and is owed in %s', async (month) => {
    for (const { org } of lived.parties) {
      const { accounts, totals } = await bookkeepingOf(org, month)
      const figure = (name: keyof typeof totals) => cents(totals[name])
      const name = (account: string) => accounts[program][account] ?? ''
      expect(withoutZeros(await movedIn(org, month))).toEqual(
        withoutZeros([
          [name('contributions'), -figure('collected')],
          [name('returned'), figure('refunds') + figure('disputes') + figure('bounced')],
          [name('commission_paid'), figure('commission')],
          [name('bank'), figure('paidOut')],
          [name('due'), figure('owed') - figure('owedBefore')],
        ]),
      )
    }
  })
})

it('what organizations read adds up to what the provider’s month says', async () => {
  for (const month of MONTHS) {
    const { totals } = await monthOf(month)
    const own = await Promise.all(lived.parties.map(({ org }) => bookkeepingOf(org, month)))
    for (const name of [
      'collected',
      'refunds',
      'disputes',
      'bounced',
      'commission',
      'paidOut',
      'owedBefore',
      'owed',
    ] as const) {
      const all = toDecimal(sum(own.map((one) => cents(one.totals[name]))))
      expect([month, name, all]).toEqual([month, name, totals[name]])
    }
  }
})

it('a payout of two campaigns is one entry, of the amount of its statement and with its number', async () => {
  const [{ org }] = lived.parties
  const { rows } = rowsOf((await bytesOf(org, 'quickbooks', MONTH)).text)
  const paid = rows.filter(({ Description = '' }) => Description.includes('Payout (Check 2041)'))
  expect(paid.map((row) => [row['Account Name'], row.Debits, row.Credits])).toEqual([
    ['Checking', '121.01', ''],
    ['Due from Fundraising Provider', '', '101.01'],
    ['Due from Fundraising Provider', '', '20.00'],
  ])
  expect(new Set(paid.map((row) => row['Journal No.'])).size).toBe(1)
})

/** What a bookkeeping program makes of an organization's webhooks. */
function rebuilt(bodies: readonly WebhookBody[]) {
  const total = (type: string, figure = 'amount'): Cents =>
    sum(bodies.filter((one) => one.type === type).map(({ data }) => cents(data[figure])))
  return {
    collected: subtract(total('payment.received'), total('payment.refunded')),
    commission: subtract(total('payment.received', 'commission'), total('payment.refunded', 'commission')),
    paidOut: subtract(total('payout.sent'), total('payout.returned')),
  }
}

it('webhooks to a receiver that fails at random rebuild what was collected, kept and paid out', async () => {
  const { receiver, secret, parties } = lived
  const bodies = receiver.accepted(secret)
  expect(receiver.received.length).toBeGreaterThan(1.3 * bodies.length)
  const [listening] = expectStatus(await representative.get<WebhookEndpoint[]>('/api/webhook-endpoints'), 200)
  expect(listening?.deliveries).toEqual({ waiting: 0, delivered: bodies.length, failed: 0 })
  for (const month of [BEFORE, MONTH])
    for (const { org } of parties) {
      const own = bodies.filter(
        ({ data, timestamp }) => data.organizationId === org.organizationId && timestamp.startsWith(month),
      )
      const { totals } = await bookkeepingOf(org, month)
      const returned = sum([cents(totals.refunds), cents(totals.disputes), cents(totals.bounced)])
      expect(rebuilt(own)).toEqual({
        collected: subtract(cents(totals.collected), returned),
        commission: cents(totals.commission),
        paidOut: cents(totals.paidOut),
      })
    }
})
