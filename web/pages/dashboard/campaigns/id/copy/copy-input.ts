import type { z } from 'zod'
import { proposedDates } from '#domain/campaign-copy.ts'
import { parseQuantity } from '#domain/quantity.ts'
import type { Management } from '#domain/schemas/campaign.ts'
import type { CampaignCopyForm } from '#domain/schemas/campaign-copy.ts'
import type { Copy } from './draft.ts'

/** Those that a new season begins with: what was closed for pledges only where nothing is open any more. */
function usualStatistics({ statistics }: Pick<Management, 'statistics'>): string[] {
  const open = statistics.filter(({ isActive }) => isActive)
  return (open.length > 0 ? open : statistics).map(({ id }) => id)
}

/** "Fall Season 2025" is "Fall Season 2026" a year on. */
const nextName = (name: string, years: number): string =>
  name.replace(/\b(20\d\d)\b/g, (year) => String(Number(year) + years))

const WEEKS_IN_A_YEAR = 52

/** A year on, with everything but the ambassadors, who would be written to at once. */
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

/** What is sent: a reward goes along only with the statistic that it counts. */
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

/** Whole weeks as they are typed; null while they are none. */
export function weeksIn(typed: string): number | null {
  const quantity = /^-?\d{1,3}$/.test(typed.trim()) ? parseQuantity(typed.trim()) : null
  return quantity === null ? null : Number(typed)
}
