/** A page without rows is not a list without rows (R51). */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { NoWinners } from '#web/pages/dashboard/campaigns/id/rewards/reward-winners.tsx'
import { ShownTable } from '#web/pages/dashboard/collections/items.tsx'
import { PastTheEnd } from './past-the-end.tsx'

const wordsOf = (screen: ReactNode): string =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>{screen}</MemoryRouter>
    </QueryClientProvider>,
  )
    .replace(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')

const table = (page: number) =>
  wordsOf(
    <ShownTable
      label="Open items"
      found={{ data: { count: 0 }, error: null } as never}
      rows={[]}
      row={() => null}
      head={[]}
      numeric={[]}
      search=""
      page={page}
      onPage={() => {}}
      empty="Nothing here"
      emptyText="No card failed."
      tools={null}
    />,
  )

it('a page past the end does not say that there is nothing', () => {
  expect(table(9)).toContain('This page is empty')
  expect(table(9)).not.toContain('No card failed')
  expect(table(1)).toContain('No card failed')
})

it('it leads to the last page where the length of the list is known, otherwise to the first', () => {
  expect(wordsOf(<PastTheEnd count={57} pageSize={25} onPage={() => {}} />)).toContain('Go to page 3')
  expect(wordsOf(<PastTheEnd onPage={() => {}} />)).toContain('Go to the first page')
})

it('a later page of winners that is empty does not say that no one qualifies (R41)', () => {
  const winners = (page: number, winnersCount: number) =>
    wordsOf(<NoWinners page={page} winnersCount={winnersCount} onPage={() => {}} />)
  expect(winners(1, 0)).toContain('No one qualifies yet.')
  expect(winners(2, 100)).toMatch(/This page is empty.*Go to the first page/)
  expect(winners(4, 250)).toContain('Go to page 3')
  expect(winners(2, 100)).not.toContain('qualifies')
})
