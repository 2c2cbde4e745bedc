import { DomainError, notFound } from '#domain/errors.ts'
import { refuseNewName } from '#domain/links.ts'
import { dollars } from '#domain/money.ts'
import { parseQuantity } from '#domain/quantity.ts'
import type { Statistic, StatisticForm } from '#domain/schemas/statistic.ts'
import { accessWith } from '#server/accounts/access/index.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/base/ids.ts'
import { campaignChanged } from '#server/platform/changes/campaign-changes.ts'
import type { Db, Transact, Transaction } from '#server/platform/db/database.ts'
import type { Actor, Deps } from '#server/platform/deps.ts'
import { refuseStale } from '#server/platform/http/versions.ts'
import * as store from './store.ts'

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
      return addStatistic(deps, tx, actor, campaignId, form)
    },
    { campaignId, mode: 'exclusive' },
  )
}

/** Adds several in order, all or none. */
export function createStatistics(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  campaignId: string,
  forms: readonly StatisticForm[],
): Promise<Statistic[]> {
  return transact(
    async (tx) => {
      await accessWith(tx, actor, campaignId, 'canManageStatistics')
      const added: Statistic[] = []
      for (const form of forms) added.push(await addStatistic(deps, tx, actor, campaignId, form))
      return added
    },
    { campaignId, mode: 'exclusive' },
  )
}

async function addStatistic(
  deps: Deps,
  tx: Transaction,
  actor: Actor,
  campaignId: string,
  form: StatisticForm,
): Promise<Statistic> {
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

/** A statistic with results or pledges cannot change its type (R15). */
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
    expectedMin: parseQuantity(statistic.expectedMin),
    expectedMax: parseQuantity(statistic.expectedMax),
    expectedTarget: parseQuantity(statistic.expectedTarget),
    lastYearResult: parseQuantity(statistic.lastYearResult),
    pledgeAmountOptions: statistic.pledgeAmountOptions.map((option) => dollars(String(option))),
  }
}
