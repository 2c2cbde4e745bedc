/** "This wasn't me": a pledge made without an account is taken back by the link that confirmed it (R59). */
import { DomainError, notFound } from '#domain/errors.ts'
import { takeBackUntil } from '#domain/guest-limits.ts'
import { reasonNotToTakeBack } from '#domain/pledge-changes.ts'
import type { Deps } from '#server/money/deps.ts'
import { cancelPledge } from '#server/money/pledge-accounts/index.ts'
import type { Transact } from '#server/platform/db/database.ts'
import type { Browser } from '#server/platform/http/begun-here.ts'
import { madeByLink } from '#server/season/guest-pledges/index.ts'
import { findLink, pledgeTokenOf } from '#server/season/pledge-links/index.ts'

/** @throws a 409 once something was billed, or after 48 hours; a pledge that waits for review can be taken back as long as it waits. */
export async function takeBack(
  deps: Deps,
  transact: Transact,
  browser: Browser,
  token: string,
): Promise<void> {
  const made = await madeByLink(deps.db, token)
  const link = await findLink(deps.db, pledgeTokenOf(token), deps.clock.now())
  if (!made || (link && !link.isOpen)) throw notFound('Pledge')
  const { guestPledgeId, pledgeId, userId, confirmedAt, isHeld } = made
  if (!(await browser.began(guestPledgeId)))
    throw new DomainError('conflict', 'Load this page again, and answer its question first')
  if (!isHeld && deps.clock.now() >= takeBackUntil(confirmedAt))
    throw new DomainError('conflict', 'This was possible for 48 hours. Write to us if it was not you.')
  await cancelPledge(deps, transact, { userId }, { pledgeId, ifMatch: null }, reasonNotToTakeBack)
}
