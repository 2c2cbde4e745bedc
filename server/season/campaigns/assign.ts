/** Who looks after a campaign: whose list of campaigns and next steps it is on. It gives no permission. */
import { invalidField } from '#domain/errors.ts'
import { accessTo, demandRepresentative } from '#server/accounts/access/index.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Transact } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import type { Deps } from '#server/season/deps.ts'
import * as store from './store.ts'

/** @throws a 400 if the person is no representative. */
export function assignCampaign(
  deps: Pick<Deps, 'clock'>,
  transact: Transact,
  actor: Actor,
  campaignId: string,
  representativeId: string | null,
): Promise<void> {
  return transact(async (tx) => {
    await accessTo(tx, actor, campaignId)
    await demandRepresentative(tx, actor)
    const before = await store.assign(tx, campaignId, representativeId)
    if (before === undefined)
      throw invalidField(
        'representativeId',
        'Only a representative can be assigned: choose one from the list',
      )
    await audit(tx, deps.clock, {
      actorId: actor.userId,
      action: 'campaign.assign',
      subject: 'campaign',
      subjectId: campaignId,
      campaignId,
      before,
      after: { representativeId },
    })
  })
}
