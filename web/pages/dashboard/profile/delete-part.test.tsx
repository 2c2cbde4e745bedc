import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { createQueryClient } from '#web/query-client.ts'
import { Delete } from './delete-part.tsx'

it('before an account is deleted, its statements and receipts are a press away (R45)', () => {
  const page = renderToStaticMarkup(
    <QueryClientProvider client={createQueryClient(() => Promise.reject(new Error('Nothing is asked')))}>
      <MemoryRouter>
        <Delete />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  expect(page).toContain('href="/giving"')
  expect(page).toContain('href="/pledges"')
  expect(page).toContain('Delete my account')
})
