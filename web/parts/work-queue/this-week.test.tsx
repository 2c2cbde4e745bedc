import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { ownStepsQuery } from '#web/queries/work-queue.ts'
import { WhatToDo } from './this-week.tsx'

const NOTHING = 'Nothing to do now: no card failed, and nothing is waiting to be confirmed or paid.'

/** What a supporter without open work reads after the first load, and after a later one that failed. */
function words(error: Error | null): string {
  const queries = new QueryClient({ defaultOptions: { queries: { queryFn: () => Promise.reject(error) } } })
  queries.setQueryData(ownStepsQuery.queryKey, { count: 0, steps: [], nextEvents: [] })
  const query = queries.getQueryCache().find({ queryKey: ownStepsQuery.queryKey, exact: true })
  if (error) query?.setState({ status: 'error', error })
  const html = renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <MemoryRouter>
        <WhatToDo entersResults={false} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return html.replace(/<[^>]*>/g, '')
}

it('what to do says that there is nothing only as long as it could be loaded', () => {
  expect(words(null)).toContain(NOTHING)
  const failed = words(new Error('HTTP 503: Service Unavailable'))
  expect(failed).toContain('What is next could not be loaded')
  expect(failed).not.toContain(NOTHING)
})
