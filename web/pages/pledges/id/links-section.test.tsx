import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { PledgeDetail } from '#domain/schemas/pledge.ts'
import { LinksSection } from './pledge.tsx'

it('the pledge page says all that a forwarded link can do (R44, R58, R64, R65)', () => {
  const text = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <LinksSection pledge={{ id: 'one' } as PledgeDetail} />
    </QueryClientProvider>,
  ).replace(/<[^>]*>/g, ' ')
  for (const power of [
    'see the pledge, its invoices and receipts',
    'pay what is due',
    'turn alerts on or off',
    'add a missing name and address',
    'ask to change or cancel it, which counts only once you confirm it by email',
  ])
    expect(text).toContain(power)
  expect(text).not.toContain('cannot change anything else')
})
