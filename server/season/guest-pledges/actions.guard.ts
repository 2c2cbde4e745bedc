/** How strict to be with the next guest's card, by what guests' cards did in the last hour (R59). */
import {
  challengeBits,
  type Guard,
  guardOf,
  guardOfSite,
  strictest,
  type Unfinished,
  WITHOUT_CARD_COSTS,
} from '#domain/guest-limits.ts'
import type { Deps } from '#server/season/deps.ts'
import { countUnfinished } from './queries.ts'

const WINDOW_MS = 60 * 60_000
const UNFINISHED_MS = 10 * 60_000
const COUNTED_UNFINISHED = 16_000

type Judged = { guard: Guard; declined: number; unfinished: Unfinished }

/** By campaign, network and site; the strictest applies. Judges shares, so that a stadium behind one address is not blocked. */
export async function guardFor(
  deps: Deps,
  { campaignId, address }: { campaignId: string; address: string | null },
): Promise<Judged> {
  const now = deps.clock.now().getTime()
  const [counts, unfinished] = await Promise.all([
    deps.money.guestCards.counts(deps.db, { campaignId, address, since: new Date(now - WINDOW_MS) }),
    countUnfinished(deps.db, {
      campaignId,
      since: new Date(now - UNFINISHED_MS),
      most: COUNTED_UNFINISHED,
    }),
  ])
  const guard = strictest([guardOf(counts.campaign), guardOf(counts.network), guardOfSite(counts.site)])
  const declined = Math.max(counts.campaign.declined, counts.network.declined, counts.site.declined)
  return { guard, declined, unfinished }
}

export const bitsFor = ({ guard, declined, unfinished }: Judged): number =>
  challengeBits(guard, declined, unfinished)

/** Each card form costs calls to the card provider, which must charge cards in the same minute. @throws a 429. */
export const demandFewForms = ({ limits }: Deps): Promise<void> => limits.take('guest_card_forms', 'site')

/** Keeps one network from mailing any number of strangers; a page's own call, without an address, was counted before. @throws a 429. */
export async function demandFewMails(
  { limits }: Deps,
  address: string | null,
  { hasCard }: { hasCard: boolean },
): Promise<void> {
  if (address !== null) await limits.take('guest_mails', address, hasCard ? 1 : WITHOUT_CARD_COSTS)
}
