/** Compares payments by card with the card provider's own account: the book check compares the books with themselves. */
import { type Cents, formatUsd, ZERO } from '#domain/money.ts'
import type { Deps } from '#server/money/deps.ts'
import type { CardBalance } from '#server/money/providers/index.ts'
import { cashOf, type Finding, findingsOf, saveFindings } from './store.ts'

const HOUR_MS = 3_600_000
/** A run that was missed, or failed, is made up for by the next ones. */
const LOOKED_AT_MS = 3 * 24 * HOUR_MS
/** By then every event has been delivered or fetched. */
const RECORDED_WITHIN_MS = 3 * HOUR_MS
/** Half a million movements. */
const MAX_PAGES = 5000
const BATCH = 200
/** If there are more, something is wrong with all of them. */
const MAX_FOUND = 500

/** Looks at the payments that moved in the last days, and at those that differed before. Corrects nothing. */
export async function compareBalance(deps: Deps): Promise<void> {
  const { db, cards, clock } = deps
  if (!cards.balance) return
  const until = new Date(clock.now().getTime() - RECORDED_WITHIN_MS)
  const moved = await paymentsMoved(cards.balance, until)
  for (const { reference } of (await findingsOf(db, cards)) ?? []) moved.set(reference, null)
  const found: Finding[] = []
  const references = [...moved.keys()]
  for (let start = 0; start < references.length && found.length < MAX_FOUND; start += BATCH) {
    const batch = references.slice(start, start + BATCH)
    const cash = await cashOf(db, cards, batch)
    for (const reference of batch) {
      if (moved.get(reference) === (cash.get(reference) ?? ZERO)) continue
      const finding = await differenceOf(deps, cards.balance, reference, until)
      if (finding) found.push(finding)
    }
  }
  await saveFindings(db, cards, found)
  for (const { reference, atProvider, inBooks } of found)
    deps.log.error(
      { payment: reference, atProvider: formatUsd(atProvider), inBooks: formatUsd(inBooks) },
      'the card provider’s account and the books differ about a payment: docs/operations.md, CardBalanceDiffers',
    )
}

async function paymentsMoved(balance: CardBalance, until: Date): Promise<Map<string, Cents | null>> {
  const moved = new Map<string, Cents | null>()
  const from = new Date(until.getTime() - LOOKED_AT_MS)
  let next: string | null = null
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const page = await balance.moved({ from, until, next })
    for (const { reference, amount } of page.payments)
      moved.set(reference, moved.has(reference) ? null : amount)
    next = page.next
    if (next === null) return moved
  }
  throw new Error('more payments moved than can be compared in one run')
}

/** Null: they agree, or it moved just now, or is not ours. The books are read last, so that they are no older. */
async function differenceOf(
  { db, cards }: Pick<Deps, 'db' | 'cards'>,
  balance: CardBalance,
  reference: string,
  until: Date,
): Promise<Finding | null> {
  const known = await balance.of(reference)
  if (!known || known.lastMovedAt > until) return null
  const inBooks = (await cashOf(db, cards, [reference])).get(reference) ?? ZERO
  return known.amount === inBooks ? null : { reference, atProvider: known.amount, inBooks }
}
