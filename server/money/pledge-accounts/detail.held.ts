/** A pledge that is held, or was declined or withdrawn, as its supporter sees it (R57). */
import { toDecimal } from '#domain/money.ts'
import { pledgeType } from '#domain/pledge.ts'
import type { PledgeChanges, PledgeDetail } from '#domain/schemas/pledge.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import { eventsOf } from '#server/season/events/index.ts'
import { expectedOfHeld, type HeldPledgeRow, heldPledgeOf } from '#server/season/pledges/index.ts'

const NOT_YET = 'We are still reviewing this pledge. You can change it once it counts.'
const OVER = 'This pledge is cancelled'
const OTHERS = 'Only the supporter can change a pledge'

function changesOf(row: HeldPledgeRow, actor: Actor): PledgeChanges {
  const isHeld = row.state === 'held'
  const isOwn = row.pledgerId === actor.userId
  const reason = isOwn ? (isHeld ? NOT_YET : OVER) : OTHERS
  const canCancel = isOwn && isHeld
  return {
    canCancel,
    cannotCancelReason: canCancel ? null : reason,
    cancelUntil: row.createdAt.toISOString(),
    canLower: false,
    cannotLowerReason: reason,
    lowestMaximum: toDecimal(row.agreedMaximumCents),
    canChangeLines: false,
    cannotChangeLinesReason: reason,
    lines: [],
    canChangeCard: false,
    cannotChangeCardReason: reason,
    cards: [],
  }
}

/** Null if there is none, or it is someone else's (R27). */
export async function heldDetail(db: Db, actor: Actor, id: string): Promise<PledgeDetail | null> {
  const row = await heldPledgeOf(db, id, actor)
  if (!row) return null
  const eventNames = new Map((await eventsOf(db, row.campaignId)).map((one) => [one.id, one.name]))
  const isHeld = row.state === 'held'
  const expected = await expectedOfHeld(db, row)
  return {
    id,
    campaignId: row.campaignId,
    campaignName: row.campaignName,
    pledgerId: row.pledgerId,
    organizationName: row.organizationName,
    timeZone: row.timeZone,
    vocabulary: row.vocabulary,
    campaignStatus: row.campaignStatus,
    ambassadorId: row.ambassadorId,
    status: isHeld ? 'active' : 'cancelled',
    isHeld,
    pledgeType: pledgeType(row.lines.map(({ type }) => type)),
    paymentTiming: 'end_of_campaign',
    paymentMethod: row.paymentMethod,
    isAnonymous: row.isAnonymous,
    note: row.note,
    ...(row.thanks ? { thanks: row.thanks } : {}),
    maximumAmount: row.maximumCents === null ? null : toDecimal(row.maximumCents),
    agreedMaximum: toDecimal(row.agreedMaximumCents),
    estimatedTotal: toDecimal(row.estimateCents),
    earned: '0.00',
    totalAmountDue: toDecimal(expected),
    billed: '0.00',
    received: '0.00',
    settled: null,
    isSettledOutdated: false,
    shares: [],
    charges: [],
    invoices: [],
    payments: [],
    pledgeStatistics: row.lines.map(({ statisticId, name, type, rate, estimate, fromAt, eventId }) => ({
      statisticId,
      name,
      type,
      pledgeAmount: toDecimal(rate),
      estimatedTotal: toDecimal(estimate),
      counts: {
        from: eventId ? 'match' : fromAt ? 'now' : 'season',
        fromAt: fromAt && new Date(fromAt).toISOString(),
        untilAt: null,
        eventId,
        eventName: eventNames.get(eventId ?? '') ?? null,
      },
    })),
    consentText: row.consentText,
    isTestMoney: row.moneyMode === 'sandbox',
    createdAt: row.createdAt.toISOString(),
    version: 1,
    changes: changesOf(row, actor),
  }
}
