/** R37: what supporters file agrees with the books, as far as it can be compared at any moment of a walk. */
import { expect } from 'vitest'
import { add, type Cents, cents, negate, parseCents, ZERO } from '#domain/money.ts'
import type { Receipt } from '#domain/schemas/receipt.ts'
import { type Db, sql } from '#server/platform/db/database.ts'
import { givingOf, givingYears } from '#server/reporting/receipts/giving-store.ts'
import { receiptsOf } from '#server/reporting/receipts/store.ts'
import type { Walker } from './world.ts'

/** More than a walk makes. */
const ALL = 5_000
type Sums = Map<string, Cents>
const addTo = (sums: Sums, key: string, amount: Cents): Sums =>
  sums.set(key, add(sums.get(key) ?? ZERO, amount))
const amountOf = (text: string): Cents => parseCents(text) ?? ZERO
const withMoney = (sums: Sums) => Object.fromEntries([...sums].filter(([, amount]) => amount !== 0))

/**
 * Each pledge's receipts are what the journal collected of it, and each supporter's years are what their receipts say.
 */
export async function expectDocumentsAgree({ app, org }: Walker): Promise<void> {
  const { db } = app.deps
  const found = await receiptsOf(db, {
    organizationId: org.organizationId,
    year: null,
    afterId: null,
    limit: ALL,
  })
  const collected = await collectedOf(db)
  const partOf = (pledgerId: string, on: string) => `${pledgerId} ${on.slice(0, 4)}`
  const kept: Sums = new Map()
  const years: Sums = new Map()
  for (const { receipt, pledgerId } of found) {
    addTo(kept, receipt.pledgeId, amountOf(receipt.kept))
    for (const [on, amount] of movedBy(receipt)) addTo(years, partOf(pledgerId, on), amount)
  }
  expect(withMoney(kept)).toEqual(withMoney(new Map(collected.map(({ id, amount }) => [id, amount]))))
  const given: Sums = new Map()
  for (const pledgerId of new Set(collected.map(({ pledgerId }) => pledgerId)))
    for (const [year, amount] of await givenBy(db, pledgerId)) addTo(given, partOf(pledgerId, year), amount)
  expect(withMoney(given)).toEqual(withMoney(years))
}

type Collected = { id: string; pledgerId: string; amount: Cents }

async function collectedOf(db: Db): Promise<Collected[]> {
  const rows = await db.query<Omit<Collected, 'amount'> & { amount: number }>(sql`
    select p.id, p.pledger_id, sum(-j.amount_cents)::bigint as amount
      from pledges p join journal_entries e on e.pledge_id = p.id join journal_postings j on j.entry_id = e.id
     where j.account in ('organization_payable', 'commission') group by p.id`)
  return rows.map(({ amount, ...row }) => ({ ...row, amount: cents(amount) }))
}

const movedBy = ({ receivedOn, amount, returns }: Receipt): [on: string, amount: Cents][] => [
  [receivedOn, amountOf(amount)],
  ...returns.map((one) => [one.on ?? 'no day', negate(amountOf(one.amount))] satisfies [string, Cents]),
]

async function givenBy(db: Db, supporterId: string): Promise<[year: string, amount: Cents][]> {
  const years = await givingYears(db, { supporterId })
  const all = await Promise.all(years.map((year) => givingOf(db, { supporterId, year })))
  return all.map(({ total }, at) => [String(years[at]), amountOf(total)])
}
