import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, it } from 'vitest'
import { CLOSED_TO_RESULTS } from '#domain/campaigns/campaign-state.ts'
import { SPORT } from '#domain/campaigns/vocabulary.ts'
import type { Management } from '#domain/schemas/campaign.ts'
import { ManageHeader } from '#web/pages/dashboard/campaigns/id/header.tsx'
import { createQueryClient } from '#web/query-client.ts'
import { ResultsTab } from './results-tab.tsx'

const achievement = {
  id: 'title',
  name: 'Division title',
  type: 'per_achievement',
  achievement: null,
  isActive: true,
}
const waiting = {
  id: 'r',
  statisticId: 'title',
  eventId: null,
  kind: 'achieved',
  quantity: '0',
  state: 'entered',
  isFinal: true,
  enteredBy: { id: 'u', name: 'Sam' },
  createdAt: '2026-09-01T12:00:00Z',
  unusual: [],
  cannotConfirmReason: null,
  cannotKeepReason: null,
}
function buttonsOf(status: string, results: object[] = []): string {
  const campaign = {
    id: 'fall',
    name: 'Fall',
    status,
    timeZone: 'America/New_York',
    vocabulary: SPORT,
    goal: '100.00',
    totalPledged: '0.00',
    totalEarned: '0.00',
    totalCollected: '0.00',
  }
  const data = {
    campaign,
    organization: { id: 'o', name: 'Lions' },
    statistics: [achievement],
    events: [],
    results,
    resultsCount: results.length,
    resultsToConfirm: results.length,
    permissions: { canEnterResults: true, canConfirmResults: true },
  } as unknown as Management
  const element = (
    <>
      <ManageHeader data={data} tab="results" />
      <ResultsTab data={data} />
    </>
  )
  const root = { isSignedIn: false, now: Date.parse('2026-09-02T12:00:00Z'), config: {} }
  const router = createMemoryRouter([{ id: 'root', path: '/', element, loader: () => root }], {
    hydrationData: { loaderData: { root } },
  })
  return renderToStaticMarkup(
    <QueryClientProvider client={createQueryClient(() => Promise.reject(new Error('Nothing is asked')))}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}
const OFFERS = ['Import a file', 'Enter Results', 'aria-label="Yes: Division title"']

it('a cancelled campaign offers no way to enter results, and says why (R21)', () => {
  const active = buttonsOf('active')
  const cancelled = buttonsOf('cancelled')
  for (const offer of OFFERS) {
    expect(active).toContain(offer)
    expect(cancelled).not.toContain(offer)
  }
  // The phone's own button, too.
  expect(active).toContain('thumb-button')
  expect(cancelled).not.toContain('thumb-button')
  expect(cancelled).toContain(`${CLOSED_TO_RESULTS}.`)
})

it('what was not confirmed before the campaign was cancelled is shown, and cannot be confirmed', () => {
  expect(buttonsOf('active', [waiting])).toContain('aria-label="Confirm: ')
  const cancelled = buttonsOf('cancelled', [waiting])
  expect(cancelled).toContain('One result was not confirmed before the campaign was cancelled')
  expect(cancelled).not.toContain('aria-label="Confirm: ')
})

it('what is not final says so, and is not among what is confirmed', () => {
  const reason = 'Not final: import the finished scorebook, or enter the final figures'
  const open = { ...waiting, id: 's', isFinal: false, cannotConfirmReason: reason }
  const queue = buttonsOf('active', [waiting, { ...waiting, id: 't' }, open])
  expect(queue).toContain('>Not final</span>')
  expect(queue).toContain(reason)
  expect(queue).toContain('1 of them is not final yet.')
  expect(queue).toContain('Confirm the 2 I can')
})
