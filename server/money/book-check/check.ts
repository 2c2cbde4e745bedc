import { bookProblem } from '#domain/billing/account-names.ts'
import { mailRepresentatives } from '#server/accounts/users/index.ts'
import { billingGoesOnMail, billingOnHoldMail } from '#server/messaging/mails/index.ts'
import type { Deps } from '#server/money/deps.ts'
import { auditAll } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/base/ids.ts'
import { campaignChanged } from '#server/platform/changes/campaign-changes.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { settleEach } from '#server/platform/jobs/runs.ts'
import * as store from './store.ts'
import { checkInvariants } from './store.ts'

/** Checked together, in one transaction of a few seconds. */
const BATCH = 50
/** One run every ten minutes: every campaign is checked in full twice a day, whether or not anything changed. */
const RUNS_A_PASS = 72

/**
 * Checks the books (R40) of each campaign whose figures changed since the last run, and of those that have waited longest.
 * A campaign whose books do not balance bills nothing until they do. Representatives are notified of the difference once,
 * and again when billing resumes. What belongs to no campaign holds nobody's billing: monitoring reports it.
 */
export async function checkBooks(deps: Deps): Promise<void> {
  const startedAt = deps.clock.now()
  const changed = await store.changedCampaigns(deps.db)
  const longest = await store.longestUnchecked(deps.db, RUNS_A_PASS)
  await checkCampaigns(deps, [...new Set([...changed, ...longest])])
  const ofNone = await store.checkOfNoCampaign(deps.db)
  report(deps, ofNone)
  if (ofNone.length === 0) await store.rememberBalanced(deps.db, startedAt)
}

/** Runs every invariant on these campaigns, a limited number at a time. */
export async function checkCampaigns(deps: Deps, campaignIds: readonly string[]): Promise<void> {
  const batches = Array.from({ length: Math.ceil(campaignIds.length / BATCH) }, (_, at) =>
    campaignIds.slice(at * BATCH, (at + 1) * BATCH),
  )
  await settleEach(batches, (batch) => checkTogether(deps, batch))
}

async function checkTogether(deps: Deps, campaignIds: readonly string[]): Promise<void> {
  const { found, moved } = await deps.db.transaction(async (tx) => {
    const now = deps.clock.now()
    await store.takeMarks(tx, campaignIds)
    const found = await checkInvariants(tx, campaignIds)
    const rows = found.map((one) => ({ id: newId(deps.clock), ...one }))
    await store.keepFound(tx, campaignIds, rows, now)
    await store.rememberChecked(tx, campaignIds, now)
    const moved = await store.moveHolds(tx, now)
    for (const one of moved) await notify(deps, tx, one)
    await auditAll(tx, deps.clock, moved.map(auditRow))
    return { found, moved }
  })
  report(deps, found)
  for (const { campaignId, isHeld } of moved)
    deps.log.warn({ campaignId }, isHeld ? 'billing is on hold' : 'billing has resumed')
}

function report({ log }: Deps, found: readonly store.Violation[]): void {
  for (const violation of found) log.error(violation, 'an invariant of the books is broken')
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
