/** One text in one field: what it may mean, and the best of each kind. */
import { type Lookup, lookupIn, pledgeReference } from '#domain/billing/lookup.ts'
import { wordsOf } from '#domain/likeness.ts'
import { MAX_FOUND, SEARCH_KINDS, type SearchKind, type SearchResult } from '#domain/schemas/search.ts'
import { demandRepresentative } from '#server/accounts/access/index.ts'
import type { Deps } from '#server/money/deps.ts'
import { auditNames } from '#server/platform/audit/audit.ts'
import type { Db, Transact } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import { moneyFound } from './money-store.ts'
import { type Found, peopleFound, pledgesCalled, toPledge } from './people-store.ts'
import { campaignsCalled, type FoundPlace, placesFound } from './store.ts'

/** Where an amount was typed: what was paid comes before what is to be paid. */
const MONEY: readonly SearchKind[] = [
  'payment',
  'charge',
  'invoice',
  'refund',
  'payout',
  'deposit',
  'exception',
]

const isSame =
  (one: Found) =>
  (other: Found): boolean =>
    other.kind === one.kind && other.id === one.id && other.title === one.title

/** First what a word in front says, then money where an amount was typed, then what is most alike. */
function inOrder(found: readonly Found[], { kind, isMoney }: Lookup): Found[] {
  const unique = found.filter((one, place) => found.findIndex(isSame(one)) === place)
  const alikeOf = (of: SearchKind): number =>
    Math.max(0, ...unique.filter((one) => one.kind === of).map(({ alike }) => alike))
  const kinds = SEARCH_KINDS.toSorted((one, other) => alikeOf(other) - alikeOf(one))
  return [...new Set([...(kind ? [kind] : []), ...(isMoney ? MONEY : []), ...kinds])].flatMap((one) =>
    unique.filter((result) => result.kind === one).slice(0, MAX_FOUND),
  )
}

/** Without a campaign whose history it would be in: a place's name is no person's. */
const unnamed = (place: FoundPlace): Found => ({ ...place, campaignId: null })

/** In turn: one statement at a time runs in a transaction. */
async function foundIn(db: Db, actor: Actor, text: string, lookup: Lookup): Promise<Found[]> {
  const { id, idEnds: ends, isMoney, phone } = lookup
  const typed = wordsOf(text)
  const found = await moneyFound(db, lookup, text)
  if (id !== null || ends.length > 0) {
    found.push(...(await pledgesCalled(db, id, ends)).map((one) => toPledge(one)))
    found.push(...(await campaignsCalled(db, { actor, id, ends })).map(unnamed))
  }
  if (isMoney || id !== null) return found
  if (phone !== null || /\p{L}/u.test(text)) found.push(...(await peopleFound(db, text, { typed, phone })))
  found.push(...(await placesFound(db, text, { actor, typed })).map(unnamed))
  return found
}

/** For representatives: everything, with the names that tell it apart, each of which is logged (R26, R62). */
export function findAnything(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  text: string,
): Promise<SearchResult[]> {
  const lookup = lookupIn(text, deps.clock.now().getUTCFullYear())
  return transact(async (tx) => {
    await demandRepresentative(tx, actor)
    const found = inOrder(await foundIn(tx, actor, text, lookup), lookup)
    const named = new Map<string, { pledgeId: string; campaignId: string | null }>()
    for (const { name, pledgeId, campaignId } of found)
      if (name !== null && pledgeId !== null) named.set(pledgeId, { pledgeId, campaignId })
    await auditNames(tx, deps.clock, actor.userId, [...named.values()])
    return found.map(({ campaignId: _campaignId, alike: _alike, ...result }) => ({
      ...result,
      title: result.kind === 'pledge' ? pledgeReference(result.id) : result.title,
    }))
  })
}
