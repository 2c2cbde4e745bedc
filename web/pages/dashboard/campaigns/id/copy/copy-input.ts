import { z } from 'zod'
import { laterBy, proposedDates, WEEKS_IN_A_YEAR } from '#domain/campaigns/campaign-copy.ts'
import { dateIn, isCalendarDay } from '#domain/places/zone.ts'
import { parseQuantity } from '#domain/quantity.ts'
import type { Management } from '#domain/schemas/campaign.ts'
import type { CampaignCopyForm } from '#domain/schemas/campaign-copy.ts'
import { typedAmount } from '#web/format.ts'
import { keptIntent, Sent } from '#web/kept-intent.ts'
import type { Intent } from '#web/write.ts'

/**
 * A copy that is being set up: what was typed and chosen, kept in this tab until it is made. A reload loses nothing, and
 * repeating a press that got no response is still the same press.
 */
const Copy = z.object({
  name: z.string(),
  goal: z.string(),
  startDate: z.string(),
  endDate: z.string(),
  statisticIds: z.array(z.string()),
  rewardIds: z.array(z.string()),
  ambassadorIds: z.array(z.string()),
  withSchedule: z.boolean(),
  scheduleWeeks: z.string(),
  withPicture: z.boolean(),
})
export type Copy = z.infer<typeof Copy>

const Kept = z.object({
  userId: z.string(),
  copy: Copy.nullable(),
  /** The requests that were sent, and their Idempotency-Key: until they are answered. */
  sent: Sent.nullable().catch(null),
})
type Kept = z.infer<typeof Kept>

const keyOf = (campaignId: string): string => `copying-campaign ${campaignId}`

/** Nothing for another user's draft, and for one that another version of this page left. */
function read(campaignId: string, userId: string): Kept {
  const none = { userId, copy: null, sent: null }
  try {
    const kept = Kept.safeParse(JSON.parse(sessionStorage.getItem(keyOf(campaignId)) ?? 'null'))
    return kept.success && kept.data.userId === userId ? kept.data : none
  } catch {
    return none
  }
}

/** Without storage it is forgotten. */
function keep(campaignId: string, kept: Kept): void {
  try {
    sessionStorage.setItem(keyOf(campaignId), JSON.stringify(kept))
  } catch {}
}

export const readCopy = (campaignId: string, userId: string): Copy | null => read(campaignId, userId).copy

export const keepCopy = (campaignId: string, userId: string, copy: Copy): void =>
  keep(campaignId, { ...read(campaignId, userId), copy })

export function forgetCopy(campaignId: string): void {
  try {
    sessionStorage.removeItem(keyOf(campaignId))
  } catch {}
}

export function copyIntent(campaignId: string, userId: string): Intent {
  return keptIntent({
    read: () => read(campaignId, userId).sent,
    change: (sent) => keep(campaignId, { ...read(campaignId, userId), sent }),
  })
}

/** Those that a new season starts with: statistics closed for pledges only if none is open anymore. */
function usualStatistics({ statistics }: Pick<Management, 'statistics'>): string[] {
  const open = statistics.filter(({ isActive }) => isActive)
  return (open.length > 0 ? open : statistics).map(({ id }) => id)
}

const yearOf = (day: string): number => Number(day.slice(0, 4))
const LONGEST_NAME = 200
/** "2025", "2025-26", "2025/2026" and "’25". */
const YEARS = /(\b20|['’])(\d\d)(?:([-–/])((?:20)?)(\d\d))?(?!\d)/g

type Dates = { startDate: string; endDate: string }

/** "2026", or "2026-27" of a season across the new year. */
function yearsText(first: number, last: number): string {
  return first === last ? String(first) : `${first}-${String(last).slice(2)}`
}

/**
 * "Fall 2025" becomes "Fall 2026", and "Winter 2025-26" "Winter 2026-27". Other years than the season's are no season:
 * a class of 2030 stays. A name without the season's year gets the new one, so that nobody takes one for the other.
 */
export function nextName(name: string, season: Dates, years: number): string {
  const ofSeason = [yearOf(season.startDate), yearOf(season.endDate)] as const
  const later = (digits: string): string => String(2_000 + Number(digits) + years).slice(2)
  const renamed = name.replace(YEARS, (all, lead: string, first: string, dash, century, second) => {
    if (!ofSeason.includes(2_000 + Number(first))) return all
    return `${lead}${later(first)}${second === undefined ? '' : `${dash}${century}${later(second)}`}`
  })
  if (renamed !== name) return renamed
  const added = `${name} ${yearsText(ofSeason[0] + years, ofSeason[1] + years)}`
  return added.length <= LONGEST_NAME ? added : name
}

/** A year later, with everything but the ambassadors, whom somebody has to choose. */
export function proposedCopy(data: Management, today: string): Copy {
  const { campaign, rewards, events } = data
  const { startDate, endDate, weeks } = proposedDates(campaign, today)
  return {
    name: nextName(campaign.name, campaign, Math.floor(weeks / WEEKS_IN_A_YEAR)),
    goal: campaign.goal.replace(/\.00$/, ''),
    startDate,
    endDate,
    scheduleWeeks: String(weeks),
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
    goal: typedAmount(copy.goal),
    rewardIds: copy.rewardIds.filter((id) => fits.has(id)),
    scheduleWeeks: withSchedule ? (weeksIn(scheduleWeeks) ?? Number.NaN) : null,
  }
}

/** Whole weeks as typed; null if invalid. */
export function weeksIn(typed: string): number | null {
  const quantity = /^-?\d{1,3}$/.test(typed.trim()) ? parseQuantity(typed.trim()) : null
  return quantity === null ? null : Number(typed)
}

const DAY_MS = 86_400_000
/** What the form accepts. */
const MOST_WEEKS = 520

/** Nearest to that start, on the same days of the week; null while the day is being typed. */
const weeksTo = (from: string, to: string): number | null => {
  if (!isCalendarDay(to)) return null
  const weeks = Math.floor(((Date.parse(to) - Date.parse(from)) / DAY_MS + 3) / 7)
  return Math.abs(weeks) <= MOST_WEEKS ? weeks : null
}

/** The schedule follows another start date, until somebody types other weeks. */
export function followedWeeks(
  { startDate, scheduleWeeks }: Pick<Copy, 'startDate' | 'scheduleWeeks'>,
  campaign: { startDate: string },
  chosen: string,
): string {
  const before = weeksTo(campaign.startDate, startDate)
  const after = weeksTo(campaign.startDate, chosen)
  const isTyped = before !== null && weeksIn(scheduleWeeks) !== before
  return isTyped || after === null ? scheduleWeeks : String(after)
}

/** "3 of the 12 events are outside these dates."; null where none is, or one of them is not a day yet. */
export function outsideText(
  { startDate, endDate, scheduleWeeks }: Pick<Copy, 'startDate' | 'endDate' | 'scheduleWeeks'>,
  { campaign, events }: { campaign: { timeZone: string }; events: readonly { startTime: string }[] },
): string | null {
  const weeks = weeksIn(scheduleWeeks)
  if (weeks === null || Math.abs(weeks) > MOST_WEEKS || ![startDate, endDate].every(isCalendarDay))
    return null
  const days = events.map(({ startTime }) => laterBy(dateIn(campaign.timeZone, new Date(startTime)), weeks))
  const outside = days.filter((day) => day < startDate || day > endDate).length
  if (outside === 0) return null
  const which =
    events.length === 1
      ? 'The event is'
      : `${outside} of the ${events.length} events ${outside === 1 ? 'is' : 'are'}`
  return `${which} outside these dates.`
}
