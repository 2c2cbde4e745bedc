/** Name, address and phone, added later on the page of a pledge's link where the account has none (R44, R65). */
import { DomainError } from '#domain/errors.ts'
import type { LinkedDetailsForm, MissingDetails } from '#domain/schemas/pledge-link.ts'
import { addMissing } from '#server/accounts/users/index.ts'
import { detailsAddedMail, queueMail } from '#server/messaging/mails/index.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/base/ids.ts'
import type { Transact } from '#server/platform/db/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { addresseeOf, pledgeLink } from '#server/season/pledge-links/index.ts'
import { openLink } from './actions.ts'

/** The supporter is mailed that it was done, without what was typed: the link may be in other hands. @throws a 409. */
export async function addDetails(
  deps: Deps,
  transact: Transact,
  token: string,
  form: LinkedDetailsForm,
): Promise<MissingDetails> {
  const { pledgeId, campaignId, pledgerId } = await openLink(deps, token)
  return transact(async (tx) => {
    const addressee = await addresseeOf(tx, pledgeId)
    if (!addressee)
      throw new DomainError('conflict', 'There is no verified email address for this pledge: sign in instead')
    const added = await addMissing(tx, pledgerId, form)
    if (!added.name && !added.contact)
      throw new DomainError('conflict', 'Nothing is missing here. To change what we have, please sign in.')
    await audit(tx, deps.clock, {
      ...{ actorId: null, action: 'user.add_details', subject: 'user', subjectId: pledgerId },
      after: { ...added, by: 'link' },
    })
    const pledgeUrl = await pledgeLink(deps, tx, { pledgeId, campaignId })
    await queueMail(tx, deps.clock, {
      ...{ kind: 'details_added', idempotencyKey: `details-added:${newId(deps.clock)}`, to: addressee.email },
      ...detailsAddedMail({
        ...addressee,
        ...added,
        pledgeUrl,
        profileUrl: `${deps.config.appUrl}/dashboard/profile`,
      }),
      ...{ userId: pledgerId, campaignId, pledgeId },
    })
    return added
  })
}
