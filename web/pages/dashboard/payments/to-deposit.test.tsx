import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { paymentsQuery } from '#web/queries/payments.ts'
import { ToDeposit } from './to-deposit.tsx'

it('what is to be deposited says why it could not be loaded, instead of a placeholder that stays', async () => {
  const error = new Error('HTTP 503: Service Unavailable')
  const queries = new QueryClient({
    defaultOptions: { queries: { queryFn: () => Promise.reject(error), retry: false, retryOnMount: false } },
  })
  await queries.prefetchQuery(paymentsQuery('received'))
  const html = renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <MemoryRouter>
        <ToDeposit />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const words = html.replace(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')
  expect(words).toContain('What is to be deposited could not be loaded: HTTP 503: Service Unavailable')
})
