import { DomainError, notFound } from '#domain/errors.ts'
import { refuseNewName } from '#domain/links.ts'
import { dollars } from '#domain/money.ts'
import { readQuantity } from '#domain/quantity.ts'
import type { Statistic, StatisticForm, StatisticPledges } from '#domain/schemas/statistic.ts'
import { isSameStatistic } from '#domain/season/statistic-changes.ts'
import { accessWith } from '#server/accounts/access/index.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/base/ids.ts'
import { campaignChanged } from '#server/platform/changes/campaign-changes.ts'
import type { Db, Transact, Transaction } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import { refuseStale } from '#server/platform/http/versions.ts'
import type { Deps } from '#server/season/deps.ts'
import { refreshExpected } from '#server/season/pledges/index.ts'
import { countPledges } from './notify-changes.ts'
import * as store from './store.ts'
import { LIST_LIMIT, statisticsOf } from './store.ts'

async function existing(db: Db, campaignId: string, statisticId: string): Promise<Statistic> {
  const statistic = await store.findStatistic(db, campaignId, statisticId)
  if (!statistic) throw notFound('Statistic')
  return statistic
}

/** Adds a statistic; without a sortOrder it gets the next free position (R50). */
export function createStatistic(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  campaignId: string,
  form: StatisticForm,
): Promise<Statistic> {
  return transact(
    async (tx) => {
      await accessWith(tx, actor, campaignId, 'canManageStatistics')
      const added = await addStatistic(deps, tx, actor, campaignId, form)
      await refreshExpected(tx, campaignId, deps.clock.now())
      return added
    },
    { campaignId, mode: 'exclusive' },
  )
}

/** Adds several in order, all or none; with `skipExisting`, only those that are not there yet. */
export function createStatistics(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  campaignId: string,
  forms: readonly StatisticForm[],
  { skipExisting = false }: { skipExisting?: boolean } = {},
): Promise<Statistic[]> {
  return transact(
    async (tx) => {
      await accessWith(tx, actor, campaignId, 'canManageStatistics')
      const there = skipExisting ? await statisticsOf(tx, campaignId) : []
      const isThere = (form: StatisticForm) =>
        [...there.filter(({ isActive }) => isActive), ...added].some((one) => isSameStatistic(one, form))
      const added: Statistic[] = []
      for (const form of forms) {
        if (skipExisting && isThere(form)) continue
        added.push(await addStatistic(deps, tx, actor, campaignId, form))
      }
      await refreshExpected(tx, campaignId, deps.clock.now())
      return added
    },
    { campaignId, mode: 'exclusive' },
  )
}

/** Screens, pledges and results show that many. */
const tooMany = (): DomainError =>
  new DomainError(
    'conflict',
    `A campaign has at most ${LIST_LIMIT} statistics: change one that is no longer needed instead`,
  )

async function addStatistic(
  deps: Deps,
  tx: Transaction,
  actor: Actor,
  campaignId: string,
  form: StatisticForm,
): Promise<Statistic> {
  if ((await store.countStatistics(tx, campaignId)) >= LIST_LIMIT) throw tooMany()
  const id = newId(deps.clock)
  const sortOrder = form.sortOrder ?? (await store.nextSortOrder(tx, campaignId))
  await store.insertStatistic(tx, { id, campaignId, createdAt: deps.clock.now() }, { ...form, sortOrder })
  const after = await existing(tx, campaignId, id)
  await audit(tx, deps.clock, {
    actorId: actor.userId,
    action: 'statistic.create',
    subject: 'statistic',
    subjectId: id,
    campaignId,
    after,
  })
  campaignChanged(tx, deps, campaignId)
  return after
}

/** Changes the named fields. A statistic with pledges keeps its type (R15). */
export function updateStatistic(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  key: { campaignId: string; statisticId: string; ifMatch: number | null },
  changes: Partial<StatisticForm>,
): Promise<Statistic> {
  const { campaignId, statisticId } = key
  return transact(
    async (tx) => {
      await accessWith(tx, actor, campaignId, 'canManageStatistics')
      const before = await existing(tx, campaignId, statisticId)
      refuseStale(key.ifMatch, before, before)
      refuseNewName('name', before.name, changes.name)
      refuseNewName('unitName', before.unitName, changes.unitName)
      if (changes.type && changes.type !== before.type) await refuseTypeChange(tx, statisticId)
      await store.updateStatistic(tx, statisticId, { ...formOf(before), ...changes }, deps.clock.now())
      await refreshExpected(tx, campaignId, deps.clock.now())
      const after = await existing(tx, campaignId, statisticId)
      await audit(tx, deps.clock, {
        actorId: actor.userId,
        action: 'statistic.update',
        subject: 'statistic',
        subjectId: statisticId,
        campaignId,
        before,
        after,
      })
      campaignChanged(tx, deps, campaignId)
      return after
    },
    { campaignId, mode: 'exclusive' },
  )
}

/** Only in a draft that nobody has pledged on: a slip leaves no trace but the audit log. */
export function deleteStatistic(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  { campaignId, statisticId, ifMatch }: { campaignId: string; statisticId: string; ifMatch: number | null },
): Promise<void> {
  return transact(
    async (tx) => {
      const { status } = await accessWith(tx, actor, campaignId, 'canManageStatistics')
      const before = await existing(tx, campaignId, statisticId)
      refuseStale(ifMatch, before, before)
      if (status !== 'draft') {
        throw new DomainError(
          'conflict',
          'Only a draft’s statistics can be deleted: close it to new pledges instead',
        )
      }
      const reason = await store.reasonToKeep(tx, statisticId)
      if (reason) throw new DomainError('conflict', reason)
      await store.deleteStatistic(tx, statisticId)
      await audit(tx, deps.clock, {
        actorId: actor.userId,
        action: 'statistic.delete',
        subject: 'statistic',
        subjectId: statisticId,
        campaignId,
        before,
      })
      campaignChanged(tx, deps, campaignId)
    },
    { campaignId, mode: 'exclusive' },
  )
}

/** Whom a change of its words concerns. */
export async function pledgesOn(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  { campaignId, statisticId }: { campaignId: string; statisticId: string },
): Promise<StatisticPledges> {
  await accessWith(db, actor, campaignId, 'canManageStatistics')
  await existing(db, campaignId, statisticId)
  return { pledges: await countPledges(db, statisticId) }
}

/** A statistic with results or pledges cannot change its type. */
async function refuseTypeChange(tx: Db, statisticId: string): Promise<void> {
  if (await store.hasPledgeLines(tx, statisticId)) {
    throw new DomainError('conflict', 'Supporters have pledged on this statistic, so its type cannot change')
  }
  if (await store.hasResults(tx, statisticId)) {
    throw new DomainError('conflict', 'This statistic already has results, so its type cannot change')
  }
}

/** The form that would create it; used for partial changes and for copies. */
export function formOf(statistic: Statistic): store.StatisticRow {
  return {
    ...statistic,
    expectedMin: readQuantity(statistic.expectedMin),
    expectedMax: readQuantity(statistic.expectedMax),
    expectedTarget: readQuantity(statistic.expectedTarget),
    lastYearResult: readQuantity(statistic.lastYearResult),
    pledgeAmountOptions: statistic.pledgeAmountOptions.map((option) => dollars(String(option))),
  }
}
