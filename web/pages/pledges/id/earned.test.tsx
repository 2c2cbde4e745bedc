import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { ShownPledge } from '#domain/schemas/pledge-link.ts'
import { EarnedBoard } from './earned.tsx'

const PLEDGE = {
  status: 'active',
  campaignStatus: 'active',
  earned: '0.00',
  agreedMaximum: '200.00',
  totalAmountDue: '0.00',
  received: '0.00',
  settled: null,
  isSettledOutdated: false,
  matches: [],
  pledgeStatistics: [],
  shares: [],
  vocabulary: { team: 'team', season: 'season', match: 'match', matches: 'matches' },
} as unknown as ShownPledge
const shown = (more: Partial<ShownPledge>) =>
  renderToStaticMarkup(<EarnedBoard pledge={{ ...PLEDGE, ...more }} />).replace(/<[^>]*>/g, ' ')

test('an active pledge says what the most is that can be owed', () => {
  expect(shown({})).toContain('The most you can owe')
})

test('of a settled pledge, what is waived or written off is named, so that the figures add up', () => {
  const paid = { status: 'settled', earned: '30.00', settled: '30.00', totalAmountDue: '30.00' } as const
  const words = shown({ ...paid, received: '20.00', waived: '10.00' }).replace(/\s+/g, ' ')
  expect(words).toMatch(/Settled \$30 .00 Paid \$20 .00 Waived \$10 .00/)
  expect(words).toContain('added $10.00, which is waived: nothing more is due.')
  expect(shown({ ...paid, received: '30.00' })).not.toContain('aived')
  expect(shown({ ...paid, received: '29.70', writtenOff: '0.30' })).toContain('Written off')
})

test('a pledge at its maximum does not say that nothing is owed: what it has earned may be due', () => {
  const words = shown({ earned: '200.00' })
  expect(words).toContain('Your maximum of $200.00 is reached: no later result adds to what you pay.')
  expect(words).not.toContain('you owe nothing more')
})

test('a pledge that can owe nothing more, itself or its campaign cancelled, names no maximum that could be owed', () => {
  const cancelled = shown({ status: 'cancelled' })
  expect(cancelled).toContain('This pledge was cancelled: nothing more counts toward it.')
  expect(cancelled).not.toContain('The most you can owe')
  expect(cancelled).not.toContain('Of at most')
  expect(shown({ campaignStatus: 'cancelled' })).toContain('The campaign was cancelled: nothing more counts.')
})

test('a pledge whose statistics are all stopped says that only what had begun still counts; one raised since does not', () => {
  const line = (untilAt: string | null, type = 'per_increment') =>
    ({ statisticId: 's', type, counts: { untilAt } }) as unknown as ShownPledge['pledgeStatistics'][number]
  const words = 'You stopped every statistic: only matches that had begun by then still count'
  const stopped = line('2026-10-03T23:00:00Z')
  expect(shown({ pledgeStatistics: [stopped] })).toContain(words)
  expect(shown({ pledgeStatistics: [stopped, line(null, 'one_time')] })).toContain(words)
  expect(shown({ pledgeStatistics: [stopped, line(null)] })).not.toContain(words)
  expect(shown({ pledgeStatistics: [line(null)] })).not.toContain(words)
})
