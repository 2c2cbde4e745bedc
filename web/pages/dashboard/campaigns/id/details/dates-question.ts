import type { Campaign } from '#domain/schemas/campaign.ts'
import { calendarDayText, countText } from '#web/format.ts'

type Dates = Pick<Campaign, 'startDate' | 'endDate'>

/** What other dates do to a campaign that is running; empty: nothing to ask about (R22). */
export function datesQuestion(
  campaign: Pick<Campaign, 'status' | 'startDate' | 'endDate' | 'supportersCount'>,
  { startDate, endDate }: Dates,
  today: string,
): string[] {
  const { status, supportersCount } = campaign
  const isEndMoved = endDate !== campaign.endDate
  if (status !== 'active' && status !== 'paused') return []
  if (!isEndMoved && startDate === campaign.startDate) return []
  return [
    supportersCount > 0 &&
      `${supportersCount === 1 ? 'One supporter has' : `${countText(supportersCount)} supporters have`} pledged for ${calendarDayText(campaign.startDate)} to ${calendarDayText(campaign.endDate)}. The dates become ${calendarDayText(startDate)} to ${calendarDayText(endDate)}.`,
    supportersCount > 0 &&
      endDate > campaign.endDate &&
      'Supporters are emailed once the new last day is more than a week later than the one they were told.',
    isEndMoved &&
      endDate < today &&
      'The new last day has passed: the campaign accepts no more pledges, and is completed within the hour.',
  ].filter((one) => one !== false)
}
