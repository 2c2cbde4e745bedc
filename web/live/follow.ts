/** An open page follows live updates: each change goes into the query cache, and the screen shows it. */
import type { QueryClient } from '@tanstack/react-query'
import { withChange } from '#domain/live.ts'
import { campaignQuery } from '#web/queries/campaigns.ts'
import { announcementOf } from './announcement.ts'
import { watch } from './watch.ts'

/** `announce` gets one sentence for each change that people care about. Returns a function that stops following. */
export function follow(
  client: QueryClient,
  campaignId: string,
  announce: (announcement: string) => void,
): () => void {
  const { queryKey } = campaignQuery(campaignId)
  return watch(campaignId, ({ event, data }) => {
    const known = client.getQueryData(queryKey)
    if (!known || (event === 'change' && data.to === known.revision)) return
    if (known.revision !== (event === 'hello' ? data.revision : data.from)) {
      // Something was missed: everything is fetched again.
      void client.invalidateQueries({ queryKey })
    } else if (event === 'change') {
      const next = withChange(known, data)
      client.setQueryData(queryKey, next)
      const announcement = announcementOf(known, next)
      if (announcement) announce(announcement)
    }
  })
}
