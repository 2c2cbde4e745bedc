import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { LinkedPledge } from '#domain/schemas/pledge-link.ts'
import { ChangeCard } from './change.tsx'

const line = {
  statisticId: 'goals',
  name: 'Goals',
  unitName: 'goal',
  type: 'per_increment',
  rate: '2.00',
  cannotRaiseReason: null,
  cannotStopReason: null,
  cannotAddReason: 'Already pledged',
  isStopped: false,
}
const pledge = {
  id: 'one',
  timeZone: 'America/New_York',
  expiresAt: null,
  status: 'active',
  campaignStatus: 'active',
  paymentMethod: 'auto_bill_end',
  agreedMaximum: '300.00',
  pledgeStatistics: [],
  isHeld: false,
  changeable: {
    canChangeLines: true,
    cannotChangeLinesReason: null,
    lines: [line],
    canLower: true,
    cannotLowerReason: null,
    lowestMaximum: '20.00',
    canCancel: true,
    cannotCancelReason: null,
    cancelUntil: '2026-12-27T12:00:00Z',
    canChangeCard: true,
    cannotChangeCardReason: null,
  },
} as unknown as LinkedPledge

function shown(reader: ComponentProps<typeof ChangeCard>['reader'], of = pledge): string {
  const root = { isSignedIn: false, now: 0 }
  const router = createMemoryRouter(
    [
      {
        id: 'root',
        path: '/',
        loader: () => root,
        element: <ChangeCard pledge={of} token="token" reader={reader} />,
      },
    ],
    { hydrationData: { loaderData: { root } } },
  )
  return renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  ).replace(/<[^>]*>/g, ' ')
}

test('a visitor can request every change, and needs no password for it (R58)', () => {
  for (const words of ['Raise', 'Stop', 'Lower maximum', 'Change card', 'Cancel pledge'])
    expect(shown('visitor')).toContain(words)
  expect(shown('visitor')).not.toContain('sign in')
})

test('its owner is led to their account', () => {
  expect(shown('owner')).toContain('Open in your account')
  expect(shown('owner')).not.toContain('Raise')
})

test('the link works as long as the pledge is open, and then until a day (R44)', () => {
  expect(shown('visitor')).toContain('as long as your pledge is open, and 60 days more')
  expect(shown('visitor', { ...pledge, expiresAt: '2026-12-27T12:00:00Z' })).toContain('until Dec 27, 2026')
})
