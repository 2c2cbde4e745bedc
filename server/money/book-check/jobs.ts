import { bookProblem } from '#domain/book-words.ts'
import { mailRepresentatives } from '#server/accounts/users/index.ts'
import { billingGoesOnMail, billingOnHoldMail } from '#server/messaging/mails/index.ts'
import { auditAll } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/base/ids.ts'
import { campaignChanged } from '#server/platform/changes/campaign-changes.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { checkInvariants } from './invariants.ts'
import * as store from './store.ts'

/**
 * Checks the books (R40). A campaign whose books do not balance bills nothing until they do. Representatives are notified
 * of the difference once, and again when billing resumes.
 */
export async function checkBooks(deps: Deps): Promise<void> {
  const found = await checkInvariants(deps.db)
  for (const violation of found) deps.log.error(violation, 'an invariant of the books is broken')
  const changed = await deps.db.transaction(async (tx) => {
    const now = deps.clock.now()
    await store.keepFound(
      tx,
      found.map((one) => ({ id: newId(deps.clock), ...one })),
      now,
    )
    if (found.length === 0) await store.rememberBalanced(tx, now)
    const moved = await store.moveHolds(tx, now)
    for (const one of moved) await notify(deps, tx, one)
    await auditAll(tx, deps.clock, moved.map(auditRow))
    return moved
  })
  for (const { campaignId, isHeld } of changed)
    deps.log.warn({ campaignId }, isHeld ? 'billing is on hold' : 'billing has resumed')
}

const auditRow = ({ campaignId, isHeld }: store.Changed) => ({
  actorId: null,
  action: isHeld ? 'billing.hold' : 'billing.release',
  subject: 'campaign',
  subjectId: campaignId,
  campaignId,
})

async function notify(deps: Deps, tx: Transaction, changed: store.Changed): Promise<void> {
  const { campaignId, isHeld } = changed
  const manageUrl = `${deps.config.appUrl}/dashboard/campaigns/${campaignId}?tab=settlements`
  const problems = (await store.openInvariants(tx, campaignId)).map(bookProblem)
  const mail = isHeld
    ? billingOnHoldMail({ ...changed, manageUrl, problems })
    : billingGoesOnMail({ ...changed, manageUrl })
  const idempotencyKey = `billing:${campaignId}:${deps.clock.now().getTime()}`
  await mailRepresentatives(tx, deps.clock, { ...mail, kind: 'billing_hold', idempotencyKey, campaignId })
  campaignChanged(tx, deps, campaignId)
}
