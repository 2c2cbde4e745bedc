import { describe, expect, it } from 'vitest'
import type { Ambassadorship } from '#domain/schemas/ambassador.ts'
import { ordinal, rankSentence, resultWords, todayOf } from './ambassador.tsx'

const words = (supportersCount: number, rank: { rank: number; isShared: boolean } | null, joinedCount = 8) =>
  rankSentence({ supportersCount, rank, joinedCount })

it('ranks are written as ordinals', () => {
  expect([1, 2, 3, 4, 11, 12, 13, 21, 22, 103].map(ordinal)).toEqual([
    '1st',
    '2nd',
    '3rd',
    '4th',
    '11th',
    '12th',
    '13th',
    '21st',
    '22nd',
    '103rd',
  ])
})

describe('an ambassador’s standing (R42)', () => {
  it('is a rank if there is one', () => {
    expect(words(4, { rank: 3, isShared: false })).toBe('You are 3rd of 8 ambassadors.')
    expect(words(4, { rank: 1, isShared: true })).toBe('You are tied for 1st of 8 ambassadors.')
  })

  it('in the lower half names only their own supporters', () => {
    for (const count of [1, 2]) expect(words(count, null, 99)).not.toMatch(/99|last|rank|place/)
    expect(words(1, null)).toContain('You brought 1 supporter.')
    expect(words(2, null)).toContain('You brought 2 supporters.')
  })

  it('without supporters says what to do next', () => {
    expect(words(0, null)).toMatch(/Send it/)
  })
})

it('the latest result is quoted for any event name', () => {
  expect(resultWords(null)).toBeNull()
  expect(resultWords({ statistic: 'Goals', quantity: 3, event: 'vs. $& Bay' })).toBe(
    'Latest result, vs. $& Bay: Goals 3.',
  )
})

describe('what an ambassador does today', () => {
  const one = (campaignName: string, more: object = {}) =>
    ({
      campaignName,
      campaignStatus: 'active',
      supportersCount: 3,
      latestResult: null,
      ...more,
    }) as Ambassadorship
  const latestResult = { statistic: 'Goals', quantity: 3, event: 'vs. Bay' }

  it('is about a campaign that nobody came to yet, then one with news, and never one that is over', () => {
    const over = one('Over', { campaignStatus: 'completed', supportersCount: 0 })
    const news = one('News', { latestResult })
    const sentence = (...all: Ambassadorship[]) => todayOf(all)?.sentence
    expect(sentence(over, news, one('New', { supportersCount: 0 }))).toMatch(/^No one .* to New yet/)
    expect(sentence(over, one('Plain'), news)).toMatch(/^News has news/)
    expect(sentence(over, one('Plain'))).toBe('Tell one more person about Plain.')
    expect(sentence(over)).toBeUndefined()
  })
})
