/** Posts what only the card provider knows (R5): the fee of each movement on the account there, and its payouts to the bank. */

import { add, type Cents, formatUsd, negate, ZERO } from '#domain/money.ts'
import { PROVIDER_TIME_ZONE } from '#domain/places/zone.ts'
import { longDate } from '#server/messaging/mails/index.ts'
import type { Deps } from '#server/money/deps.ts'
import { openException } from '#server/money/exceptions/index.ts'
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
  let isMailed = false
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const place = await placeOf(deps)
    if (place === null) return
    const page = await cards.movements.page(place)
    const movements = await withKeys(deps, page.movements)
    const opened = await db.transaction(async (tx) => {
      await store.saveCursor(tx, cards, page.cursor)
      return keep(deps, tx, movements, isMailed)
    })
    isMailed ||= opened > 0
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

/**
 * A refund, a dispute or a reversal can be read before what it is about is recorded, or read itself: the card provider
 * is asked whose that is, where the books do not know.
 */
async function withKeys({ db, cards }: Deps, read: readonly CardMovement[]): Promise<CardMovement[]> {
  const about = await store.aboutOf(db, cards, read)
  const found: CardMovement[] = []
  for (const [place, one] of read.entries()) {
    const isKnown = about[place]?.isOurs || one.key !== null
    found.push(isKnown ? one : { ...one, key: (await cards.movements?.keyOf(one)) ?? null })
  }
  return found
}

/** How many exceptions were opened. The first is mailed, unless one of the same run was: the list has the rest. */
async function keep(
  deps: Deps,
  tx: Transaction,
  read: readonly CardMovement[],
  isMailed: boolean,
): Promise<number> {
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
  // Oldest first.
  const unknown = kept.filter(({ kind, amount }) => kind === 'unknown' && amount !== ZERO)
  for (const [place, one] of unknown.reverse().entries()) await open(deps, tx, one, isMailed || place > 0)
  return unknown.length
}

/** A person decides what it was (R34). */
async function open(
  deps: Deps,
  tx: Transaction,
  { id, reference, name, amount, movedAt }: CardMovement & { id: string },
  isMailed: boolean,
): Promise<void> {
  const isAdded = amount > 0
  const dollars = formatUsd(isAdded ? amount : negate(amount))
  const what = isAdded ? `added ${dollars} to` : `took ${dollars} from`
  const opened = {
    kind: isAdded ? 'unexplained_addition' : 'unexplained_deduction',
    campaignId: null,
    pledgeId: null,
    subject: 'movement',
    subjectId: id,
    key: `movement:${id}`,
    reference,
    amount: isAdded ? amount : negate(amount),
    happened: `The card provider ${what} our account on ${longDate(movedAt, PROVIDER_TIME_ZONE)}.`,
    answer: name,
  } as const
  await openException(deps, tx, opened, { isMailed })
}

type Posted = { kind: 'card_fee' | 'card_payout'; amount: Cents; description: string }

/** A payment and a transfer are posted by those who asked for them: here only what was kept of them. */
function postedFor({ kind, amount, fee }: CardMovement): Posted[] {
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
  return posted
}
