/** One pledge is made to name nobody: two people may share one mailbox and account, and one of them leaves (R45). */
import { DomainError, notFound } from '#domain/errors.ts'
import type { Deps } from '#server/accounts/deps.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { campaignChanged } from '#server/platform/changes/campaign-changes.ts'
import type { Transact } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import { reasonsOf } from './actions.deletion.ts'
import { eraseDetails, lockPledgeOf } from './store.pledge-erasure.ts'

/** Under the same conditions as deleting an account, asked of this pledge alone. @throws 409 with the reasons. */
export async function erasePledge(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  pledgeId: string,
): Promise<void> {
  await transact(async (tx) => {
    const pledge = await lockPledgeOf(tx, actor.userId, pledgeId)
    if (!pledge) throw notFound('Pledge')
    const ties = { openPledges: pledge.isOpen ? 1 : 0, onlyOwnerOf: [], isLastRepresentative: false }
    const reasons = reasonsOf({ ...ties, ...(await deps.openMoneyOf(tx, actor.userId, pledgeId)) })
    if (reasons.length > 0) {
      const message = `This pledge’s name and address cannot be removed yet. ${reasons.join(' ')}`
      throw new DomainError('conflict', message, { details: { reasons } })
    }
    const at = deps.clock.now()
    await eraseDetails(tx, { pledgeId, userId: actor.userId, at })
    await audit(tx, deps.clock, {
      actorId: actor.userId,
      action: 'pledge.erase',
      subject: 'pledge',
      subjectId: pledgeId,
      campaignId: pledge.campaignId,
    })
    campaignChanged(tx, deps, pledge.campaignId)
  })
}
