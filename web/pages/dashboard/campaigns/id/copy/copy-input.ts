import type { z } from 'zod'
import { proposedDates } from '#domain/campaign-copy.ts'
import { parseQuantity } from '#domain/quantity.ts'
import type { Management } from '#domain/schemas/campaign.ts'
import type { CampaignCopyForm } from '#domain/schemas/campaign-copy.ts'
import type { Copy } from './draft.ts'

/** Those that a new season starts with: statistics closed for pledges only if none is open anymore. */
function usualStatistics({ statistics }: Pick<Management, 'statistics'>): string[] {
  const open = statistics.filter(({ isActive }) => isActive)
  return (open.length > 0 ? open : statistics).map(({ id }) => id)
}

/** "Fall Season 2025" becomes "Fall Season 2026". */
const nextName = (name: string, years: number): string =>
  name.replace(/\b(20\d\d)\b/g, (year) => String(Number(year) + years))

const WEEKS_IN_A_YEAR = 52

/** A year later, with everything but the ambassadors, who would be mailed at once. */
export function proposedCopy(data: Management, today: string): Copy {
  const { campaign, rewards, events } = data
  const { startDate, endDate, weeks } = proposedDates(campaign, today)
  return {
    name: nextName(campaign.name, Math.floor(weeks / WEEKS_IN_A_YEAR)),
    goal: campaign.goal.replace(/\.00$/, ''),
    ...{ startDate, endDate, scheduleWeeks: String(weeks) },
    statisticIds: usualStatistics(data),
    rewardIds: rewards
      .filter(({ statisticId }) => !statisticId || usualStatistics(data).includes(statisticId))
      .map(({ id }) => id),
    ambassadorIds: [],
    withSchedule: events.length > 0,
    withPicture: campaign.imageUrl !== null,
  }
}

/** What is sent: a reward is copied only with the statistic that it counts. */
export function payloadOf(
  copy: Copy,
  { rewards }: Pick<Management, 'rewards'>,
): z.input<typeof CampaignCopyForm> {
  const { withSchedule, scheduleWeeks, ...rest } = copy
  const fits = new Set(
    rewards
      .filter(({ statisticId }) => !statisticId || copy.statisticIds.includes(statisticId))
      .map(({ id }) => id),
  )
  return {
    ...rest,
    rewardIds: copy.rewardIds.filter((id) => fits.has(id)),
    scheduleWeeks: withSchedule ? (weeksIn(scheduleWeeks) ?? Number.NaN) : null,
  }
}

/** Whole weeks as typed; null if invalid. */
export function weeksIn(typed: string): number | null {
  const quantity = /^-?\d{1,3}$/.test(typed.trim()) ? parseQuantity(typed.trim()) : null
  return quantity === null ? null : Number(typed)
}
