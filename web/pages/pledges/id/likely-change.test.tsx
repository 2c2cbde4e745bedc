import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { ShownPledge } from '#domain/schemas/pledge-link.ts'
import { linkedForecastQuery } from '#web/queries/forecasts.ts'
import { createQueryClient } from '#web/query-client.ts'
import { LikelyChange } from './likely-change.tsx'

const RANGE = { low: '40.00', likely: '45.00', high: '50.00' }
const FORECAST = {
  now: RANGE,
  before: null,
  match: null,
  most: '50.00',
  words: 'It will likely reach $40.00 to $50.00.',
}

function shown(earned: string, now = RANGE): string {
  const query = linkedForecastQuery('a-link')
  const client = createQueryClient(() => Promise.reject(new Error('nothing is read')))
  client.setQueryData(query.queryKey, { forecast: { ...FORECAST, now } } as never)
  const pledge = {
    status: 'active',
    campaignStatus: 'active',
    earned,
    agreedMaximum: '50.00',
    timeZone: 'America/New_York',
    vocabulary: { match: 'match' },
  } as unknown as ShownPledge
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <LikelyChange pledge={pledge} query={query} />
    </QueryClientProvider>,
  )
}

test('what is likely is shown until the maximum is reached: after that nothing adds to it', () => {
  expect(shown('20.00')).toContain('It will likely reach')
  const sentence = shown('20.00').replace(/<[^>]*>/g, '')
  expect(sentence).toContain('Probably $40 to $50. Never more than $50. $20 of it is already earned.')
  expect(shown('50.00')).toBe('')
})

test('nothing is likely of a pledge that nothing adds to, as when it is stopped', () => {
  expect(shown('0.00', { low: '0.00', likely: '0.00', high: '0.00' })).toBe('')
})
