import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { LinkedPledge } from '#domain/schemas/pledge-link.ts'
import { ChangeCard } from './change.tsx'

const line = {
  ...{ statisticId: 'goals', name: 'Goals', unitName: 'goal', type: 'per_increment', rate: '2.00' },
  ...{
    cannotRaiseReason: null,
    cannotStopReason: null,
    cannotAddReason: 'Already pledged',
    isStopped: false,
  },
}
const pledge = {
  ...{ id: 'one', timeZone: 'America/New_York', expiresAt: '2026-12-27T12:00:00Z', status: 'active' },
  ...{ campaignStatus: 'active' },
  changeable: { canChangeLines: true, cannotChangeLinesReason: null, lines: [line] },
} as unknown as LinkedPledge

const shown = (reader: ComponentProps<typeof ChangeCard>['reader'], of = pledge): string =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <ChangeCard pledge={of} token="token" reader={reader} />
      </MemoryRouter>
    </QueryClientProvider>,
  ).replace(/<[^>]*>/g, ' ')

test('someone signed in to another account can request what a visitor can, and is told whose account it takes (R58)', () => {
  expect(shown('other account')).toContain('Raise')
  expect(shown('other account')).toContain('signed in to a different account than this pledge’s')
  expect(shown('other account')).not.toContain('Open in your account')
})

test('its owner is led to their account, and a visitor to signing in', () => {
  expect(shown('owner')).toContain('Open in your account')
  expect(shown('owner')).not.toContain('Raise')
  expect(shown('visitor')).toContain('Raise')
  expect(shown('visitor')).toContain('Sign in to change it')
})
