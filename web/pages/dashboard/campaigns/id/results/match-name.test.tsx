import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { Management } from '#domain/schemas/campaign.ts'
import type { Event } from '#domain/schemas/event.ts'
import { MatchName } from './results-table.tsx'

it('a match away is read as such, not by its letter', () => {
  const data = { campaign: { timeZone: 'America/New_York', vocabulary: {} } } as unknown as Management
  const event = { venue: 'away', opponent: 'Summit', name: 'vs. Summit' } as Event
  const html = renderToStaticMarkup(<MatchName data={data} event={event} at="" />)
  expect(html).toMatch(/<span aria-hidden="true"[^>]*>A<\/span><span class="sr-only">away <\/span>/)
})
