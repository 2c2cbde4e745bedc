/** What a mailed link opens, and how to get a new one. */

import type { z } from 'zod'
import { DomainError, invalidField, notFound } from '#domain/errors.ts'
import { takeBackUntil } from '#domain/pledges/guest-limits.ts'
import { reasonNotToTakeBack } from '#domain/pledges/pledge-changes.ts'
import type { SandboxCardForm } from '#domain/schemas/card.ts'
import type { ChargePayment, PaymentAnswer } from '#domain/schemas/charge.ts'
import type { LinkedDetailsForm, LinkedPledge, PartsByLink } from '#domain/schemas/pledge-link.ts'
import { addDetailsByLink, countAddedByLink, detailsOf } from '#server/accounts/users/index.ts'
import { detailsAddedMail, newLinkMail, queueMail } from '#server/messaging/mails/index.ts'
import { demandFewRefusals, noteRefusal } from '#server/money/cards/index.ts'
import { type Due, finishLinkPayment, startLinkPayment } from '#server/money/charges/index.ts'
import type { Deps } from '#server/money/deps.ts'
import { accountFor, cancelPledge } from '#server/money/pledges/index.ts'
import {
  CardRefused,
  fingerprintOf,
  ownerOfSandboxPayment,
  paySandboxOnce,
} from '#server/money/providers/index.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/base/ids.ts'
import type { Db, Transact } from '#server/platform/db/database.ts'
import type { Browser } from '#server/platform/http/begun-here.ts'
import { RateLimited } from '#server/platform/limits/limits.ts'
import { madeByLink } from '#server/season/pledges/guests/index.ts'
import {
  addresseeOf,
  findLink,
  type Link,
  pledgeLink,
  pledgeTokenOf,
} from '#server/season/pledges/links/index.ts'

const HOUR_SECONDS = 3600
const DAY_MS = 86_400_000
/** Per account, in any 24 hours: each one is mailed. */
const ADDITIONS_A_DAY = 5

/**
 * Name, address and phone, added later on the page of a pledge's link if the supporter has entered none. They are
 * notified, without what was entered: someone else may have the link. @throws a 409.
 */
export async function addDetails(
  deps: Deps,
  transact: Transact,
  token: string,
  form: LinkedDetailsForm,
): Promise<PartsByLink> {
  const { pledgeId, campaignId, pledgerId } = await openLink(deps, token)
  return transact(async (tx) => {
    const addressee = await addresseeOf(tx, pledgeId)
    if (!addressee)
      throw new DomainError('conflict', 'There is no verified email address for this pledge: sign in instead')
    const added = await addDetailsByLink(tx, { pledgeId, userId: pledgerId }, form)
    if (!added.name && !added.contact)
      throw new DomainError(
        'conflict',
        'This cannot be added or changed by link. To change what we have, please sign in.',
      )
    await refuseTooManyAdditions(deps, tx, pledgerId)
    await audit(tx, deps.clock, {
      actorId: null,
      action: 'user.add_details',
      subject: 'user',
      subjectId: pledgerId,
      after: { ...added, by: 'link' },
    })
    const pledgeUrl = await pledgeLink(deps, tx, { pledgeId, campaignId })
    await queueMail(tx, deps.clock, {
      kind: 'details_added',
      idempotencyKey: `details-added:${newId(deps.clock)}`,
      to: addressee.email,
      ...detailsAddedMail({
        ...addressee,
        ...added,
        pledgeUrl,
        profileUrl: `${deps.config.appUrl}/dashboard/profile`,
      }),
      userId: pledgerId,
      campaignId,
      pledgeId,
    })
    return added
  })
}

/** So that a forwarded link cannot flood a mailbox. @throws a 429. */
async function refuseTooManyAdditions({ clock }: Deps, tx: Db, userId: string): Promise<void> {
  const count = await countAddedByLink(tx, userId, new Date(clock.now().getTime() - DAY_MS))
  if (count >= ADDITIONS_A_DAY)
    throw new RateLimited(
      HOUR_SECONDS,
      'The name and address were changed here several times today: sign in to change them, or try again tomorrow.',
    )
}

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
    // Or the link that confirmed it, which leads to the pledge's own.
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

/** Limits card testing by the link's pledge, the address and the card itself. */
export async function payByLink(
  deps: Deps,
  { token, address }: { token: string; address: string | null },
  due: Due,
): Promise<ChargePayment> {
  const { pledgeId, campaignId, pledgerId } = await openLink(deps, token)
  await deps.limits.take('card_saves', pledgeId)
  await demandFewRefusals(deps, { userId: pledgerId, address })
  return startLinkPayment(deps, { pledgeId, campaignId, address }, due)
}

export async function finishByLink(
  deps: Deps,
  { token, chargeId }: { token: string; chargeId: string },
): Promise<PaymentAnswer> {
  const { pledgeId } = await openLink(deps, token)
  return finishLinkPayment(deps, { pledgeId, chargeId })
}

/** Does what the provider's own form does with the card; declines count as they do when a card is saved. */
export async function payInTestMode(
  deps: Deps,
  address: string | null,
  card: z.output<typeof SandboxCardForm>,
): Promise<void> {
  const userId = await ownerOfSandboxPayment(deps, card.clientSecret)
  if (!userId) throw invalidField('clientSecret', 'This payment has expired: start it again')
  await demandFewRefusals(deps, { userId, address, fingerprint: fingerprintOf(card.number) })
  await paySandboxOnce(deps, card).catch(async (error: unknown) => {
    if (error instanceof CardRefused)
      await noteRefusal(deps, { userId, address, fingerprint: error.fingerprint, code: 'card_declined' })
    throw error
  })
}

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
