import { reasonOf } from '#domain/charge-words.ts'
import { OPEN_STATES } from '#domain/collection.ts'
import { add, type Cents, toDecimal, ZERO } from '#domain/money.ts'
import type { CollectionFilter, Collections, PledgeName } from '#domain/schemas/collection.ts'
import { demandRepresentative } from '#server/accounts/access/index.ts'
import type { Deps } from '#server/money/deps.ts'
import { auditAll } from '#server/platform/audit/audit.ts'
import type { Db, Transact } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import { namesOf, type OpenCount, openStates } from './items-store.ts'
import { type FailedFor, failuresOf, type MoneyMode, NO_FIGURES, totalsOf } from './store.ts'

/** Groups cards whose failures have the same reason in words, however many codes banks use for it. */
function byReason(failures: readonly FailedFor[]): Collections['reasons'] {
  const reasons = new Map<string, { count: number; amount: Cents }>()
  for (const { code, count, amountCents } of failures) {
    const reason = reasonOf(code) ?? 'Not known'
    const before = reasons.get(reason) ?? { count: 0, amount: ZERO }
    reasons.set(reason, {
      count: before.count + count,
      amount: add(before.amount, amountCents as Cents),
    })
  }
  return [...reasons].map(([reason, { count, amount }]) => ({ reason, count, amount: toDecimal(amount) }))
}

const statesOf = (counts: readonly OpenCount[]): Collections['states'] =>
  Object.fromEntries(
    OPEN_STATES.map((state) => [
      state,
      counts.filter((one) => one.state === state).reduce((total, { count }) => total + count, 0),
    ]),
  ) as Collections['states']

const NO_MONEY = {
  moneyMode: 'live',
  totals: NO_FIGURES,
  campaignsCount: 0,
  reasons: [],
  states: statesOf([]),
} as const satisfies Collections['byMoney'][number]

/** Test money is never added to real money (R39). */
export async function collectionsOf(db: Db, filter: CollectionFilter, now: Date): Promise<Collections> {
  const [found, failures, counts] = await Promise.all([
    totalsOf(db, filter, now),
    failuresOf(db, filter, now),
    openStates(db, filter, now),
  ])
  const byMoney = found.map(({ campaignName: _campaignName, ...sums }) => {
    const ofIt = ({ moneyMode }: { moneyMode: MoneyMode }) => moneyMode === sums.moneyMode
    return { ...sums, reasons: byReason(failures.filter(ofIt)), states: statesOf(counts.filter(ofIt)) }
  })
  return {
    ...(byMoney[0] ?? NO_MONEY),
    campaignsCount: found.reduce((total, { campaignsCount }) => total + campaignsCount, 0),
    campaignName: found[0]?.campaignName ?? null,
    states: statesOf(counts),
    byMoney,
  }
}

/** Names are shown only on request, and each access is logged with who it was, in the same transaction (R26). */
export function showNames(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  pledgeIds: readonly string[],
): Promise<PledgeName[]> {
  return transact(async (tx) => {
    await demandRepresentative(tx, actor)
    const found = await namesOf(tx, pledgeIds)
    await auditAll(
      tx,
      deps.clock,
      found.map(({ pledgeId, campaignId }) => ({
        actorId: actor.userId,
        action: 'name.show',
        subject: 'pledge',
        subjectId: pledgeId,
        campaignId,
      })),
    )
    return found.map(({ campaignId: _campaignId, ...name }) => name)
  })
}
