/** Name, address and phone, added later on the page of a pledge's link if the supporter has entered none (R44, R65). */
import { DomainError } from '#domain/errors.ts'
import type { LinkedDetailsForm, PartsByLink } from '#domain/schemas/pledge-link.ts'
import { addDetailsByLink, countAddedByLink } from '#server/accounts/users/index.ts'
import { detailsAddedMail, queueMail } from '#server/messaging/mails/index.ts'
import type { Deps } from '#server/money/deps.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/base/ids.ts'
import type { Db, Transact } from '#server/platform/db/database.ts'
import { RateLimited } from '#server/platform/limits/limits.ts'
import { addresseeOf, pledgeLink } from '#server/season/pledge-links/index.ts'
import { openLink } from './actions.ts'

const HOUR_SECONDS = 3600
const DAY_MS = 86_400_000
/** Per account, in any 24 hours: each one is mailed. */
const ADDITIONS_A_DAY = 5

/** The supporter is notified, without what was entered: someone else may have the link. @throws a 409. */
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
    await demandPatience(deps, tx, pledgerId)
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
async function demandPatience({ clock }: Deps, tx: Db, userId: string): Promise<void> {
  const count = await countAddedByLink(tx, userId, new Date(clock.now().getTime() - DAY_MS))
  if (count >= ADDITIONS_A_DAY)
    throw new RateLimited(
      HOUR_SECONDS,
      'The name and address were changed here several times today: sign in to change them, or try again tomorrow.',
    )
}
