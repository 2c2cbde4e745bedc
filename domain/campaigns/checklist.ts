/** What a campaign usually has before it goes live. It advises and refuses nothing. Pure. */

import type { Management } from '../schemas/campaign.ts'
import { countsUnits } from '../season/statistic-types.ts'

/** Where to fix it: a tab of the management screen, or the campaign's details. */
type Mend = 'details' | 'statistics' | 'events' | 'rewards' | 'ambassadors'
export type Check = {
  key: 'dates' | 'statistics' | 'estimates' | 'events' | 'picture' | 'helps' | 'rewards' | 'ambassadors'
  isThere: boolean
  /** Without it no one can pledge. */
  isNeeded: boolean
  /** What to do, while it is missing. */
  missing: string
  why: string
  /** Its name once it is done. */
  there: string
  mend: Mend
}

type Facts = Pick<Management, 'campaign' | 'statistics' | 'events' | 'rewards' | 'ambassadors'>

/** Without these no one can pledge. */
const NEEDS = {
  statistics: { missing: 'Add a statistic', why: 'There is nothing to pledge on yet.' },
  dates: { missing: 'Choose future dates', why: 'The end date has passed, so no one could pledge.' },
} as const

/** Why a draft is neither reviewed nor activated, for the guard and the button alike; null: it can be. */
export function reasonNotReady(
  { endsAt, hasOpenStatistic }: { endsAt: Date; hasOpenStatistic: boolean },
  now: Date,
): string | null {
  const lacks = hasOpenStatistic ? (endsAt < now ? NEEDS.dates : null) : NEEDS.statistics
  return lacks && `${lacks.missing} first: ${lacks.why.charAt(0).toLowerCase()}${lacks.why.slice(1)}`
}

const isEstimated = ({
  type,
  lastYearResult,
  expectedTarget,
  expectedMax,
}: Management['statistics'][number]) =>
  !countsUnits(type) || [lastYearResult, expectedTarget, expectedMax].some((value) => (value ?? 0) > 0)

const FAR_MS = 730 * 86_400_000

/** No season ends that late: probably a slip in the year. Beside the field, where days are YYYY-MM-DD; null: nothing to ask. */
export const farAheadText = (day: string, today: string): string | null =>
  Date.parse(day) - Date.parse(today) > FAR_MS
    ? `That is in ${day.slice(0, 4)}. Change the year if that is a typo.`
    : null

function datesCheck({ endDate, endsAt }: Facts['campaign'], now: number): Check {
  const hasEnded = Date.parse(endsAt) < now
  const isFar = Date.parse(endsAt) - now > FAR_MS
  return {
    key: 'dates',
    isNeeded: !isFar,
    mend: 'details',
    isThere: !hasEnded && !isFar,
    there: 'Dates',
    ...(isFar
      ? {
          missing: 'Check the year',
          why: `The campaign ends in ${endDate.slice(0, 4)}. If that is right, leave it.`,
        }
      : NEEDS.dates),
  }
}

/** `now` in milliseconds since the epoch. What prevents pledges comes first. */
export function checklistOf(
  { campaign, statistics, events, rewards, ambassadors }: Facts,
  now: number,
): Check[] {
  const open = statistics.filter(({ isActive }) => isActive)
  const unestimated = open.filter((statistic) => !isEstimated(statistic))
  return [
    {
      key: 'statistics',
      isNeeded: true,
      mend: 'statistics',
      isThere: open.length > 0,
      there: 'Statistics',
      ...NEEDS.statistics,
    },
    datesCheck(campaign, now),
    {
      key: 'estimates',
      isNeeded: false,
      mend: 'statistics',
      isThere: open.length > 0 && unestimated.length === 0,
      there: 'Targets',
      missing: 'Add a target or last year’s result',
      why:
        unestimated.length === 0
          ? 'Supporters then see what a pledge could cost them.'
          : `Supporters see no estimate for ${namesOf(unestimated)}.`,
    },
    {
      key: 'events',
      isNeeded: false,
      mend: 'events',
      isThere: events.length > 0,
      there: 'Schedule',
      missing: 'Add the schedule',
      why: 'Supporters follow the dates on the campaign’s timeline, and in their calendars.',
    },
    {
      key: 'helps',
      isNeeded: false,
      mend: 'details',
      isThere: campaign.howThisCampaignHelps !== null,
      there: 'What it helps',
      missing: 'Say what the money buys',
      why: 'It appears on the page under How This Campaign Helps.',
    },
    {
      key: 'picture',
      isNeeded: false,
      mend: 'details',
      isThere: campaign.imageUrl !== null,
      there: 'Picture',
      missing: 'Choose a picture of your own',
      why: 'Until then, the page shows a drawing.',
    },
    {
      key: 'rewards',
      isNeeded: false,
      mend: 'rewards',
      isThere: rewards.length > 0,
      there: 'Rewards',
      missing: 'Add a reward',
      why: 'The page says “Rewards Coming Soon” until there is one.',
    },
    {
      key: 'ambassadors',
      isNeeded: false,
      mend: 'ambassadors',
      isThere: ambassadors.length > 0,
      there: 'Ambassadors',
      missing: 'Invite an ambassador',
      why: 'Families who share their own link bring in the most supporters.',
    },
  ]
}

const MAX_NAMED = 3

function namesOf(statistics: readonly { name: string }[]): string {
  const names = statistics.slice(0, MAX_NAMED).map(({ name }) => name)
  const more = statistics.length - names.length
  return more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ')
}
