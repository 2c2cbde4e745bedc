/** What has just happened, in one sentence: for screen readers, which do not see a plate change. */
import type { CampaignDetail } from '#domain/schemas/campaign.ts'
import { countText, quantityText } from '#web/format.ts'

type Detail = CampaignDetail
const known = (rows: readonly { id: string }[]) => new Set(rows.map(({ id }) => id))

/** `Goals 4, Clean Sheets 1` */
const together = (rows: readonly { name: string; quantity: number }[]): string =>
  rows.map(({ name, quantity }) => `${name} ${quantityText(quantity)}`).join(', ')

function entered(before: Detail, after: Detail): string | null {
  const old = known(before.results)
  const rows = after.results.filter(({ id, kind }) => kind === 'count' && !old.has(id))
  const [first] = rows
  if (!first) return null
  const event = after.events.find(({ id }) => id === first.eventId)
  const same = rows.filter(({ eventId }) => eventId === first.eventId)
  const counted = same.flatMap(({ statisticId, quantity }) => {
    const statistic = after.statistics.find(({ id }) => id === statisticId)
    return statistic ? [{ name: statistic.name, quantity }] : []
  })
  const isWaiting = same.some(({ state }) => state === 'entered')
  return `Just in${event ? ` from ${event.name}` : ''}: ${together(counted)}${isWaiting ? ', to confirm' : ''}.`
}

function confirmed(before: Detail, after: Detail): string | null {
  const was = new Map(before.statistics.map((statistic) => [statistic.id, statistic]))
  const moved = after.statistics.filter(
    ({ id, confirmedQuantity }) => was.has(id) && was.get(id)?.confirmedQuantity !== confirmedQuantity,
  )
  const achieved = moved.find(({ achievement }) => achievement === 'achieved')
  if (achieved) return `Achieved: ${achieved.name}.`
  if (moved.length === 0) return null
  return `Confirmed so far: ${together(moved.map(({ name, confirmedQuantity: quantity }) => ({ name, quantity })))}.`
}

export function announcementOf(before: Detail, after: Detail): string | null {
  const { campaigns: was } = before
  const { campaigns: is } = after
  if (was.status !== is.status) return `This campaign is now ${is.status}.`
  const result = entered(before, after) ?? confirmed(before, after)
  if (result) return result
  if (is.supportersCount > was.supportersCount)
    return `A new supporter has pledged. ${countText(is.supportersCount)} now.`
  return after.commentsCount > before.commentsCount ? 'A new message of support.' : null
}
