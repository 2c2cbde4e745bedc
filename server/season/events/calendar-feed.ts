import { calendarText } from '#domain/calendar-feed.ts'
import { notFound } from '#domain/errors.ts'
import type { CachedBody } from '#server/platform/cache/cache.ts'
import { publicReads } from '#server/platform/changes/campaign-changes.ts'
import type { Deps } from '#server/season/deps.ts'
import { brand } from '#web/content/brand.ts'
import { feedOf } from './store.ts'

/** The schedule for calendars that subscribe, from memory between changes; a draft has none for anyone (R23). */
export function scheduleFeed(deps: Deps, campaignId: string): Promise<CachedBody> {
  const id = campaignId.toLowerCase()
  const tag = `campaign:${id}`
  return deps.cache.through(`schedule ${id}`, [tag], async () => {
    const facts = await feedOf(publicReads(deps, tag), id)
    if (!facts) throw notFound('Campaign')
    const { campaignName, organizationName, timeZone, rows } = facts
    return {
      bytes: calendarText({
        product: brand.name,
        title: `${campaignName} (${organizationName})`,
        timeZone,
        url: `${deps.config.appUrl}/campaigns/${id}`,
        events: rows,
      }),
    }
  })
}
