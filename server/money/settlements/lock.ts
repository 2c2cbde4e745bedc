import { reasonNotToSettle, type SettlementKind } from '#domain/billing/settlement.ts'
import { DomainError } from '#domain/errors.ts'
import { type Cents, formatUsd, toDecimal } from '#domain/money.ts'
import type {
  Blocker,
  Settlement,
  SettlementForm,
  SettlementPreview,
  SettlementQuery,
} from '#domain/schemas/settlement.ts'
import { type Access, accessWith } from '#server/accounts/access/index.ts'
import { announce } from '#server/accounts/webhook-endpoints/index.ts'
import { problemsOf, refuseOnHold } from '#server/money/book-check/index.ts'
import { resumeCharges } from '#server/money/charges/index.ts'
import type { Deps } from '#server/money/deps.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/base/ids.ts'
import { campaignChanged } from '#server/platform/changes/campaign-changes.ts'
import type { Db, Transact, Transaction } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import { announceStatus, closeForFinal } from '#server/season/campaigns/index.ts'
import { refreshCampaignTotals, settleCampaignTotals } from '#server/season/pledges/index.ts'
import * as store from './batches-store.ts'
import { blockersOf, MAX_BLOCKERS } from './blockers.ts'
import { computeSettlement, type Scope, type SettledPledge, type Totals } from './compute.ts'
import { notifyOwnersOfLock } from './notify-owners.ts'
import {
  inputsOf,
  MAX_KEPT_PLEDGES,
  refuseStale,
  reviewOf,
  type SettlementDeps,
  showPreview,
  toPreviewed,
  type WholePreview,
} from './preview.ts'
import * as settlements from './settlements-store.ts'
import { writeSteps } from './write.ts'

const DAY_MS = 86_400_000
const PREVIEWED_PLEDGES = 100

const chargeAtFor = (deps: Deps, now: Date): Date =>
  new Date(now.getTime() + deps.config.settlementNoticeDays * DAY_MS)

function refuseKind({ status, finalLockedAt }: Access, kind: SettlementKind): void {
  const reason = reasonNotToSettle(kind, { status, isFinalLocked: finalLockedAt !== null })
  if (reason !== null) throw new DomainError('conflict', reason)
}

type PreviewOrder = Pick<SettlementQuery, 'kind'> & Partial<Omit<SettlementQuery, 'kind'>>

/** What a lock would bill, pledge by pledge, and its blockers. Changes nothing (R30). */
export async function previewSettlement(
  deps: SettlementDeps,
  actor: Actor,
  campaignId: string,
  { kind, billIncreases, show = 'all', page = 1, limit = PREVIEWED_PLEDGES }: PreviewOrder,
): Promise<SettlementPreview> {
  const access = await accessWith(deps.db, actor, campaignId, 'canSettle')
  refuseKind(access, kind)
  const now = deps.clock.now()
  const review = reviewOf({ show, page, limit })
  const scope = await scopeOf(deps.db, access, { kind, billIncreases, hold: false })
  const { totals, increases, computation, digest } = await reviewAll(deps, scope, review.add)
  return {
    kind,
    version: scope.version,
    previewId: showPreview(deps, actor.userId, scope, { totals, digest }),
    blockers: kind === 'final' ? await blockersOf(deps.db, campaignId, now) : [],
    totals: settlements.toTotals(totals),
    ...review.answer(computation),
    chargeAt: chargeAtFor(deps, now).toISOString(),
    isCorrection: scope.afterFinal,
    increases: toDecimal(increases),
    onHold: access.billingHeldAt ? await problemsOf(deps.db, campaignId) : [],
  }
}

const scopeOf = async (
  db: Db,
  { campaignId, finalLockedAt }: Access,
  order: Pick<Scope, 'kind' | 'billIncreases' | 'hold'>,
): Promise<Scope> => ({
  ...order,
  campaignId,
  afterFinal: finalLockedAt !== null,
  version: await store.nextVersion(db, campaignId),
})

/**
 * Passes on every pledge of the settlement, from memory if nothing has changed since it was computed. A change during the
 * computation may be partly included, as in any preview; the result is then not kept.
 */
async function reviewAll(
  { db, previews }: Pick<SettlementDeps, 'db' | 'previews'>,
  scope: Scope,
  add: (batch: readonly SettledPledge[]) => void,
): Promise<Omit<WholePreview, 'settled'>> {
  const key = JSON.stringify(scope)
  const inputs = await inputsOf(db, scope.campaignId)
  const known = previews.find(key, inputs)
  if (known) {
    add(known.settled)
    return known
  }
  const settled: SettledPledge[] = []
  const { differences: _, ...figures } = await computeSettlement(db, scope, db, async (batch) => {
    add(batch)
    if (settled.length <= MAX_KEPT_PLEDGES) settled.push(...batch)
  })
  const isWhole = settled.length <= MAX_KEPT_PLEDGES
  if (isWhole && (await inputsOf(db, scope.campaignId)) === inputs)
    previews.keep(key, inputs, { settled, ...figures })
  return figures
}

/** All pledges, batch by batch as they are computed, so that a file of a hundred thousand is never in memory. */
export async function* previewBatches(
  deps: Deps,
  access: Access,
  { kind, billIncreases }: PreviewOrder,
): AsyncGenerator<SettlementPreview['pledges']> {
  refuseKind(access, kind)
  const { readable, writable } = new TransformStream<SettlementPreview['pledges']>()
  const writer = writable.getWriter()
  const scope = await scopeOf(deps.db, access, { kind, billIncreases, hold: false })
  const whole = computeSettlement(deps.db, scope, deps.db, (batch, computation) =>
    writer.write(batch.map((settled) => toPreviewed(settled, [], computation))),
  )
  // Errors reach the reader; if the reader stops, so does the computation.
  whole
    .then(
      () => writer.close(),
      (error) => writer.abort(error),
    )
    .catch(() => undefined)
  yield* readable
}

/** A representative locks what the preview showed. */
export function lockSettlement(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  campaignId: string,
  form: SettlementForm,
): Promise<Settlement> {
  return transact(
    async (tx) => {
      const access = await accessWith(tx, actor, campaignId, 'canSettle')
      return lock(deps, tx, access, { ...form, lockedBy: actor.userId })
    },
    { campaignId, mode: 'exclusive' },
  )
}

/** Without a version and a preview: the schedule's, which locks whatever is computed. */
type LockOrder = Pick<SettlementForm, 'kind' | 'declared' | 'billIncreases'> &
  Partial<Pick<SettlementForm, 'version' | 'previewId'>> & { lockedBy: string | null }

/**
 * Locks a settlement in the open transaction, under the campaign's exclusive lock: computes, writes, lets the
 * database compute it again, and refuses on a difference. Charges are made later, on their date.
 */
export async function lock(
  deps: Deps,
  tx: Transaction,
  access: Access,
  order: LockOrder,
): Promise<Settlement> {
  const { campaignId } = access
  const { kind, billIncreases } = order
  refuseKind(access, kind)
  refuseOnHold(access)
  const now = deps.clock.now()
  const scope = await scopeOf(tx, access, { kind, billIncreases, hold: true })
  const { afterFinal, version } = scope
  if (order.version !== undefined && order.version !== version) {
    throw new DomainError(
      'conflict',
      `Version ${order.version} was locked in the meantime. Review the new preview.`,
    )
  }
  if (kind === 'final') await refuseBlocked(tx, campaignId, order, now)
  const settlement = {
    id: newId(deps.clock),
    campaignId,
    version,
    kind,
    lockedBy: order.lockedBy,
    lockedAt: now,
    chargeAt: chargeAtFor(deps, now),
    declared: order.declared,
    statusBefore: kind === 'final' && !afterFinal ? access.status : null,
  }
  await store.insertSettlement(tx, settlement)
  const own = await store.pledgesOwnedBy(tx, campaignId, order.lockedBy)
  let isAnythingDone = false
  const computed = await computeSettlement(tx, scope, tx.readConnection, async (batch, computation) => {
    isAnythingDone ||= batch.some(({ resolution, isSplitOnly }) => isSplitOnly || resolution.steps.length > 0)
    refuseOwn(batch, own)
    await Promise.all([
      store.insertBatch(tx, settlement, batch, computation),
      writeSteps({ deps, tx, access, settlement }, batch),
    ])
  })
  const { totals, computation } = computed
  await refuseStale({ db: tx, clock: deps.clock }, scope, order.previewId, computed)
  refuseUndecided(scope, computed.increases)
  refuseUnresolved(kind, totals)
  refuseEmpty(kind, afterFinal, isAnythingDone)
  const everyPledge = kind === 'final' && !afterFinal
  const differences = computed.differences + (await store.countMiswritten(tx, settlement, everyPledge))
  if (differences > 0) {
    throw new DomainError(
      'sums_differ',
      `The database's own sum differs for ${differences} pledges. Nothing was locked.`,
    )
  }
  await store.finishSettlement(tx, settlement, totals, computation.results)
  await afterLock(deps, tx, access, settlement, totals)
  const [locked] = await settlements.settlementsOf(tx, campaignId, settlement.id)
  return locked as Settlement
}

/** No one bills, waives or refunds their own pledge. */
function refuseOwn(batch: readonly SettledPledge[], own: ReadonlySet<string>): void {
  if (batch.some(({ pledge, resolution }) => own.has(pledge.id) && resolution.steps.length > 0)) {
    throw new DomainError(
      'forbidden',
      'Your own pledge is part of this settlement: another representative must lock it',
    )
  }
}

/** Each blocker that was not overridden. */
async function refuseBlocked(tx: Db, campaignId: string, { declared }: LockOrder, now: Date): Promise<void> {
  const isDeclared = (blocker: Blocker) =>
    declared.some(({ code, subjectId }) => code === blocker.code && subjectId === blocker.subjectId)
  const found = await blockersOf(tx, campaignId, now)
  const left = found.filter((blocker) => !isDeclared(blocker))
  // A full list may hide more blockers, so none can be overridden.
  if (left.length === 0 && found.length < MAX_BLOCKERS) return
  throw new DomainError(
    'settlement_blocked',
    `${missingWords(left.length, found.length)} missing before the final settlement`,
    {
      details: { blockers: left },
    },
  )
}

function missingWords(left: number, found: number): string {
  if (found >= MAX_BLOCKERS) return `At least ${MAX_BLOCKERS} things are`
  return left === 1 ? 'One thing is' : `${left} things are`
}

/** What was earned after the final lock is billed or waived by a person's decision only. */
function refuseUndecided({ billIncreases }: Scope, increases: Cents): void {
  if (increases === 0 || billIncreases !== undefined) return
  throw new DomainError(
    'conflict',
    `${formatUsd(increases)} was earned after the final lock. Decide whether to bill it or waive it, then lock.`,
    { details: { increases: toDecimal(increases) } },
  )
}

/** A final settlement carries nothing over, so it waits while an overbilled charge has no answer yet. */
function refuseUnresolved(kind: SettlementKind, { carried }: Totals): void {
  if (kind === 'final' && carried !== 0)
    throw new DomainError('conflict', 'A charge is being processed. Try again when it is finished.')
}

function refuseEmpty(kind: SettlementKind, afterFinal: boolean, isAnythingDone: boolean): void {
  if (isAnythingDone || (kind === 'final' && !afterFinal)) return
  throw new DomainError(
    'nothing_to_settle',
    afterFinal ? 'Nothing changed since the final settlement' : 'Nothing to bill yet',
  )
}

async function afterLock(
  deps: Deps,
  tx: Transaction,
  access: Access,
  settlement: store.NewSettlement,
  totals: Totals,
): Promise<void> {
  const { campaignId } = access
  if (settlement.kind === 'final') {
    await closeForFinal(tx, campaignId, settlement.lockedAt)
    await announceStatus(deps, tx, campaignId, [access.status, 'completed'])
    if (access.finalLockedAt) await refreshCampaignTotals(tx, campaignId)
    else await settleCampaignTotals(tx, campaignId, totals)
    await notifyOwnersOfLock(deps, tx, access, settlement, totals)
    // It completes the campaign, so what waited is charged after all.
    if (access.status === 'paused') await resumeCharges(deps, tx, campaignId)
  }
  await audit(tx, deps.clock, {
    actorId: settlement.lockedBy,
    action: 'settlement.lock',
    subject: 'settlement',
    subjectId: settlement.id,
    campaignId,
    after: {
      version: settlement.version,
      kind: settlement.kind,
      totals: settlements.toTotals(totals),
      declared: settlement.declared,
    },
  })
  await announceLock(deps, tx, settlement, totals)
  campaignChanged(tx, deps, campaignId)
}

function announceLock(
  { clock }: Deps,
  tx: Transaction,
  { id: settlementId, campaignId, version, kind, lockedAt, chargeAt }: store.NewSettlement,
  { toBill }: Totals,
): Promise<void> {
  const bills = { toBill: toDecimal(toBill), chargeAt: chargeAt.toISOString() }
  return announce(tx, [
    {
      id: newId(clock),
      type: 'settlement.locked',
      campaignId,
      at: lockedAt,
      data: { campaignId, settlementId, version, kind, ...bills },
    },
  ])
}
