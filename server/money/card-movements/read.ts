/** Posts what only the card provider knows (R5): the fee of each movement on the account there, and its payouts to the bank. */

import { add, type Cents, formatUsd, negate, ZERO } from '#domain/money.ts'
import type { Deps } from '#server/money/deps.ts'
import { postCardMovements } from '#server/money/ledger/index.ts'
import type { CardMovement } from '#server/money/providers/index.ts'
import { newId } from '#server/platform/base/ids.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import * as store from './store.ts'

/** At a hundred movements a page, a million. */
const MAX_PAGES = 10_000

/** Reads on from where the last run ended, page by page: each movement is kept and posted in one transaction, once. */
export async function readCardMovements(deps: Deps): Promise<void> {
  const { db, cards } = deps
  if (!cards.movements) return
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const place = await placeOf(deps)
    if (place === null) return
    const page = await cards.movements(place)
    await db.transaction(async (tx) => {
      await keep(deps, tx, page.movements)
      await store.saveCursor(tx, cards, page.cursor)
    })
    if (!page.isMore) return
  }
}

/** Null: nothing was charged yet, and what moved before the first charge is not in these books. */
async function placeOf({ db, cards }: Deps): Promise<{ cursor: string } | { since: Date } | null> {
  const cursor = await store.cursorOf(db, cards)
  if (cursor !== null) return { cursor }
  const since = await store.firstAttemptAt(db, cards)
  return since && { since }
}

async function keep(deps: Deps, tx: Transaction, read: readonly CardMovement[]): Promise<void> {
  const { cards } = deps
  const about = await store.aboutOf(tx, cards, read)
  const rows = read.map((one, place) => {
    const { campaignId, pledgeId, isOurs } = about[place] as store.About
    const kind = isOurs ? one.kind : ('unknown' as const)
    return { ...one, kind, campaignId, pledgeId, id: newId(deps.clock) }
  })
  const isNew = await store.insertMovements(tx, cards, rows)
  const kept = rows.filter(({ id }) => isNew.has(id))
  await postCardMovements(
    tx,
    deps.clock,
    kept.flatMap((one) =>
      postedFor(one).map((posted) => ({
        ...posted,
        campaignId: one.campaignId,
        pledgeId: one.pledgeId,
        sourceId: one.id,
        moneyMode: cards.moneyMode,
      })),
    ),
  )
  for (const { kind, reference, name, amount } of kept)
    if (kind === 'unknown')
      deps.log.error(
        { movement: reference, type: name, amount: formatUsd(amount) },
        'the card provider’s account has a movement that is not explained: docs/operations.md, Card clearing',
      )
}

type Kept = CardMovement & { campaignId: string | null }
type Posted = { kind: 'card_fee' | 'card_payout' | 'unexplained'; amount: Cents; description: string }

/** A payment and a transfer are posted by those who asked for them: here only what was kept of them. */
function postedFor({ kind, name, amount, fee }: Kept): Posted[] {
  const fees = kind === 'fee' ? add(fee, negate(amount)) : fee
  const posted: Posted[] = []
  if (fees !== ZERO)
    posted.push({
      kind: 'card_fee',
      amount: fees,
      description: fees > 0 ? 'Fee of the card provider' : 'A fee that the card provider gave back',
    })
  if (kind === 'payout')
    posted.push({
      kind: 'card_payout',
      amount: negate(amount),
      description:
        amount < 0
          ? 'Paid to the bank by the card provider'
          : 'Back from the bank: a payout that failed, or a top-up',
    })
  if (kind === 'unknown' && amount !== ZERO)
    posted.push({ kind: 'unexplained', amount, description: `At the card provider: ${name}` })
  return posted
}
