/** Limits on what guests' calls cost others, and when a guest's card is asked for after the mail. */
import { isCardTesting, WITHOUT_CARD_COSTS } from '#domain/pledges/guest-limits.ts'
import type { Deps } from '#server/season/deps.ts'

const WINDOW_MS = 60 * 60_000

/** By campaign and by network. Judges shares, so that a stadium behind one address is not slowed. */
export async function asksCardAfterMail(
  deps: Deps,
  { campaignId, address }: { campaignId: string; address: string | null },
): Promise<boolean> {
  const since = new Date(deps.clock.now().getTime() - WINDOW_MS)
  const { campaign, network } = await deps.money.guestCards.counts(deps.db, { campaignId, address, since })
  return isCardTesting(campaign) || isCardTesting(network)
}

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
