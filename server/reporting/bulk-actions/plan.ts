/**
 * What one action would do to each of several campaigns: what is confirmed first. Each line has the request of the single
 * action, and is sent by itself: there is no second way through the rules (R73).
 */
import { DomainError } from '#domain/errors.ts'
import { type Cents, parseCents, sum, toDecimal, ZERO } from '#domain/money.ts'
import type { BulkActionLine, BulkActionPlan, BulkActionQuery } from '#domain/schemas/bulk-action.ts'
import { demandRepresentative } from '#server/accounts/access/index.ts'
import { clearingOf } from '#server/money/payments/index.ts'
import { booksAmong, booksOfOrganizations } from '#server/money/payouts/index.ts'
import { previewSettlement, type SettlementDeps } from '#server/money/settlements/index.ts'
import type { Actor } from '#server/platform/deps.ts'
import { NOTHING_MISSING, toRemind } from './reminders.ts'
import * as store from './store.ts'

type Doable = Pick<BulkActionLine, 'detail' | 'amount' | 'request'> & { results?: number }
/** What is done, or in words why nothing is. */
type Planned = Doable | string
type Plan = (
  deps: SettlementDeps,
  actor: Actor,
  selected: readonly store.Selected[],
  query: BulkActionQuery,
) => Promise<(campaign: store.Selected) => Planned | Promise<Planned>>

const some = (count: number, one: string): string => `${count} ${count === 1 ? one : `${one}s`}`
const post = (path: string, payload: unknown = {}): BulkActionLine['request'] => ({
  method: 'POST',
  path,
  payload,
})
const idsOf = (selected: readonly store.Selected[]): string[] => selected.map(({ id }) => id)
const byCampaign = <Row extends { campaignId: string }>(rows: readonly Row[]) =>
  new Map(rows.map((row) => [row.campaignId, row]))

const confirm: Plan = async ({ db }, { userId }, selected) => {
  const waiting = byCampaign(await store.waitingResults(db, idsOf(selected), userId))
  return ({ id }) => {
    const { resultIds, ownCount } = waiting.get(id) ?? { resultIds: [], ownCount: 0 }
    const own = `${some(ownCount, 'result')} of your own: someone else must confirm`
    if (resultIds.length === 0) return ownCount > 0 ? own : 'No result waits to be confirmed'
    const detail = some(resultIds.length, 'result')
    return {
      detail: ownCount > 0 ? `${detail}; ${own}` : detail,
      amount: null,
      results: resultIds.length,
      request: post(`/api/campaigns/${id}/results/confirmations`, { resultIds }),
    }
  }
}

const MAX_NAMED = 2

const remind: Plan = async ({ db, clock }, _actor, selected) => {
  const now = clock.now()
  const missing = byCampaign(await store.missingResults(db, idsOf(selected), now))
  return async ({ id, organizationId }) => {
    const { names } = missing.get(id) ?? { names: [] }
    if (names.length === 0) return NOTHING_MISSING
    const { owners, refusal } = await toRemind(db, { organizationId, campaignId: id }, now)
    if (refusal) return refusal
    const more = names.length - MAX_NAMED
    const named = names.slice(0, MAX_NAMED).join(', ')
    return {
      detail: `${some(owners.length, 'owner')}, about ${named}${more > 0 ? ` and ${more} more` : ''}`,
      amount: null,
      request: post(`/api/campaigns/${id}/result-reminders`),
    }
  }
}

const ask: Plan = async ({ db, clock }, _actor, selected) => {
  const organizationIds = [...new Set(selected.map((one) => one.organizationId))]
  const toAsk = new Map(
    (await store.organizationsAmong(db, organizationIds, clock.now())).map((one) => [
      one.organizationId,
      one,
    ]),
  )
  return ({ organizationId }) => {
    const found = toAsk.get(organizationId)
    // One mail is about all its campaigns.
    toAsk.delete(organizationId)
    if (!found)
      return 'It is owed nothing, has or proposed a payout destination, or was asked in the last seven days'
    return {
      detail: 'Its owners are mailed, about all its campaigns',
      amount: toDecimal(found.owedCents),
      request: post(`/api/organizations/${organizationId}/destination-requests`),
    }
  }
}

/** A payout is to an organization: the first of its campaigns prepares it, for all of them. */
const prepare: Plan = async (deps, _actor, selected) => {
  const organizationIds = [...new Set(selected.map((one) => one.organizationId))]
  const books = await booksOfOrganizations(deps.db, clearingOf(deps), organizationIds)
  const keyOf = ({ organizationId, moneyMode }: Pick<store.Selected, 'organizationId' | 'moneyMode'>) =>
    `${organizationId} ${moneyMode}`
  const open = new Set((await store.openPayouts(deps.db, organizationIds)).map(keyOf))
  const namedBy = new Map<string, string>()
  return (campaign) => {
    const { name, organizationId } = campaign
    const key = keyOf(campaign)
    const first = namedBy.get(key)
    if (first) return `Included in the payout listed at ${first}`
    if (open.has(key)) return 'A payout to its organization is already prepared or approved'
    const lines = booksAmong(books, campaign)
      .filter(({ payable, isOnHold }) => payable.available < 0 || (payable.available > 0 && !isOnHold))
      .map(({ campaignId, payable }) => ({ campaignId, amount: payable.available }))
    const amount = sum(lines.map((line) => line.amount))
    if (amount <= 0) return 'Nothing can be paid out now'
    namedBy.set(key, name)
    return {
      detail: `One payout, for ${some(lines.length, 'campaign')}`,
      amount: toDecimal(amount),
      request: post(`/api/organizations/${organizationId}/payouts`, {
        lines: lines.map((line) => ({ ...line, amount: toDecimal(line.amount) })),
      }),
    }
  }
}

const FIRST = { show: 'all', page: 1, limit: 1 } as const

const lock: Plan =
  async (deps, actor) =>
  async ({ id }) => {
    const preview = await previewSettlement(deps, actor, id, { kind: 'final', ...FIRST })
    const { blockers, onHold, increases, isCorrection, totals, version, previewId } = preview
    if (onHold.length > 0) return 'Its books do not balance, and nothing is billed meanwhile'
    const [first, ...others] = blockers
    if (first) return others.length > 0 ? `${first.message}, and ${others.length} more` : first.message
    if (parseCents(increases) !== ZERO)
      return 'Decide whether to bill or waive what was earned after the lock'
    if (isCorrection && parseCents(totals.difference) === ZERO)
      return 'It is locked, and no amount has changed since'
    const refunds = parseCents(totals.refunded) === ZERO ? '' : `; $${totals.refunded} is refunded`
    return {
      detail: `${some(totals.pledges, 'pledge')}${refunds}`,
      amount: totals.bill,
      request: post(`/api/campaigns/${id}/settlements`, { kind: 'final', version, previewId, declared: [] }),
    }
  }

const assign: Plan =
  async (_deps, _actor, _selected, { representative = null }) =>
  ({ id, representativeId, representativeName }) =>
    representativeId === representative
      ? 'Already assigned this way'
      : {
          detail: `Until now: ${representativeName || 'nobody'}`,
          amount: null,
          request: {
            method: 'PUT',
            path: `/api/campaigns/${id}/representative`,
            payload: { representativeId: representative },
          },
        }

const PLANS = { confirm, remind, ask_destination: ask, prepare_payout: prepare, lock, assign } as const

/** Changes nothing. A line that can't be done says why, and stops no other. */
export async function planAction(
  deps: SettlementDeps,
  actor: Actor,
  query: BulkActionQuery,
): Promise<BulkActionPlan> {
  await demandRepresentative(deps.db, actor)
  const selected = await store.selectedCampaigns(deps.db, query.campaigns)
  const plan = await PLANS[query.action](deps, actor, selected, query)
  const lines: BulkActionLine[] = []
  let results = 0
  // One after the other: a preview of a large campaign takes its time.
  for (const campaign of selected) {
    const one = await planned(plan, campaign)
    if (typeof one !== 'string') results += one.results ?? 0
    lines.push(toLine(campaign, one))
  }
  return { lines, results, totals: totalsOf(lines) }
}

async function planned(plan: Awaited<ReturnType<Plan>>, campaign: store.Selected): Promise<Planned> {
  try {
    return await plan(campaign)
  } catch (error) {
    if (error instanceof DomainError) return error.message
    throw error
  }
}

function toLine({ id, name, organizationName, moneyMode }: store.Selected, planned: Planned): BulkActionLine {
  const line = { id, name, organizationName, moneyMode }
  if (typeof planned === 'string')
    return { ...line, detail: null, amount: null, request: null, refusal: planned }
  const { detail, amount, request } = planned
  return { ...line, detail, amount, request, refusal: null }
}

function totalsOf(lines: readonly BulkActionLine[]): BulkActionPlan['totals'] {
  const amounts = lines.flatMap(({ moneyMode, amount }) => {
    const parsed = amount === null ? null : parseCents(amount)
    return parsed === null ? [] : [{ moneyMode, amount: parsed as Cents }]
  })
  return [...Map.groupBy(amounts, ({ moneyMode }) => moneyMode)].map(([moneyMode, of]) => ({
    moneyMode,
    amount: toDecimal(sum(of.map(({ amount }) => amount))),
  }))
}
