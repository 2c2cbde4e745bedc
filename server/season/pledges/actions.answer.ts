import { toDecimal } from '#domain/money.ts'
import { pledgeType } from '#domain/pledge.ts'
import type { Pledge, PledgeForm } from '#domain/schemas/pledge.ts'
import { countsOf } from '#server/season/pledge-lines/index.ts'
import type { PledgeContext } from './context.ts'
import type * as store from './store.ts'

/** The response to a new pledge: nothing billed yet, and what confirmed results have already earned (R6). */
export function toPledge(
  pledge: store.NewPledge,
  context: PledgeContext,
  form: PledgeForm,
): Omit<Pledge, 'isHeld'> {
  return {
    id: pledge.id,
    campaignId: pledge.campaignId,
    campaignName: context.campaignName,
    pledgerId: pledge.pledgerId,
    ambassadorId: pledge.ambassadorId,
    status: 'active',
    pledgeType: pledgeType(pledge.lines.map(({ type }) => type)),
    paymentTiming: pledge.paymentTiming as Pledge['paymentTiming'],
    paymentMethod: form.paymentMethod,
    isAnonymous: pledge.isAnonymous,
    ...(pledge.thanks ? { thanks: pledge.thanks } : {}),
    note: pledge.note,
    maximumAmount: pledge.maximumCents === null ? null : toDecimal(pledge.maximumCents),
    agreedMaximum: toDecimal(pledge.agreedMaximumCents),
    estimatedTotal: toDecimal(pledge.estimateCents),
    earned: toDecimal(pledge.earnedCents),
    totalAmountDue: toDecimal(pledge.expectedCents),
    billed: '0.00',
    received: '0.00',
    pledgeStatistics: pledge.lines.map((line) => ({
      statisticId: line.statisticId,
      name: line.name,
      type: line.type,
      pledgeAmount: toDecimal(line.rate),
      estimatedTotal: toDecimal(line.estimate),
      counts: countsOf(
        { from: line.fromAt?.getTime() ?? null, until: null, eventId: line.eventId },
        context.match?.name ?? null,
      ),
    })),
    consentText: pledge.consentText,
    createdAt: pledge.createdAt.toISOString(),
    version: 1,
  }
}
