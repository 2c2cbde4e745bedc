/** What a mailed link opens, and how to get a new one (R44). */
import { notFound } from '#domain/errors.ts'
import type { LinkedPledge } from '#domain/schemas/pledge-link.ts'
import { detailsOf } from '#server/accounts/users/index.ts'
import { newLinkMail, queueMail } from '#server/messaging/mails/index.ts'
import type { Deps } from '#server/money/deps.ts'
import { accountFor } from '#server/money/pledge-accounts/index.ts'
import type { Transact } from '#server/platform/db/database.ts'
import {
  addresseeOf,
  findLink,
  type Link,
  pledgeLink,
  pledgeTokenOf,
} from '#server/season/pledge-links/index.ts'

/** The pledge that a valid link shows; the same 404 for one that expired, was revoked or never existed. */
export async function openLink({ db, clock }: Pick<Deps, 'db' | 'clock'>, token: string): Promise<Link> {
  const link = await findLink(db, token, clock.now())
  if (!link?.isOpen) throw notFound('Pledge')
  return link
}

/** What the link shows; the same 404 for one that expired, was revoked or never existed. */
export async function readByLink(deps: Pick<Deps, 'db' | 'clock'>, token: string): Promise<LinkedPledge> {
  const link = await findLink(deps.db, token, deps.clock.now())
  const account = link?.isOpen ? await accountFor(deps, link.pledgeId) : null
  if (!link || !account) throw notFound('Pledge')
  const { pledgerId, ambassadorId, note, ...shown } = account
  const details = await detailsOf(deps.db, { pledgeId: link.pledgeId, userId: pledgerId })
  return { ...shown, details, expiresAt: link.expiresAt?.toISOString() ?? null }
}

/**
 * Mails a new link for an expired one to the address on file; the response reveals nothing. At most one a day per pledge,
 * so that an old link cannot flood a mailbox.
 */
export async function renewLink(deps: Deps, transact: Transact, token: string): Promise<void> {
  await transact(async (tx) => {
    const now = deps.clock.now()
    // Or the link that confirmed it, which leads to the pledge's own (R59).
    const link = (await findLink(tx, token, now)) ?? (await findLink(tx, pledgeTokenOf(token), now))
    if (!link || link.isOpen) return
    const addressee = await addresseeOf(tx, link.pledgeId)
    if (!addressee) return
    const pledgeUrl = await pledgeLink(deps, tx, link)
    const today = now.toISOString().slice(0, 10)
    await queueMail(tx, deps.clock, {
      kind: 'pledge_link',
      idempotencyKey: `pledge:${link.pledgeId}:link:${today}`,
      to: addressee.email,
      ...newLinkMail({ ...addressee, pledgeUrl }),
      userId: addressee.userId,
      campaignId: link.campaignId,
      pledgeId: link.pledgeId,
    })
  })
}
