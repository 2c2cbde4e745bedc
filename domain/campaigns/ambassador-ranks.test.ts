import { describe, expect, it } from 'vitest'
import { cents } from '../money.ts'
import { type Brought, leadersOf, rankOf } from './ambassador-ranks.ts'

/** `a5:300` has five supporters, who pledged three dollars in all; without a sum everyone has the same. */
const standing = (text: string): Brought[] =>
  text
    .split(' ')
    .filter(Boolean)
    .map((one) => {
      const [, id = '', count = '0', sum = '100'] = /^([a-z]+)(\d+)(?::(\d+))?$/.exec(one) ?? []
      return { id, supportersCount: Number(count), pledged: cents(Number(sum)) }
    })
const shown = (text: string, of: number) =>
  leadersOf(standing(text), of)
    .map(({ id }) => id)
    .join(' ')

describe('an ambassador’s own rank', () => {
  const all = standing('a5 b4:200 c4:300 d2 e1')
  it('goes by number of supporters, then by the sum they pledged', () => {
    const ranks = ['a', 'c', 'b', 'd', 'e'].map((id) => rankOf(all, id, 10)?.rank)
    expect(ranks).toEqual([1, 2, 3, 4, 5])
  })

  it('is shared by equals, and the next rank is below all of them', () => {
    const tied = standing('a5 b3 c3 d1')
    expect(rankOf(tied, 'b', 8)).toEqual({ rank: 2, isShared: true })
    expect(rankOf(tied, 'c', 8)).toEqual({ rank: 2, isShared: true })
    expect(rankOf(tied, 'a', 8)).toEqual({ rank: 1, isShared: false })
    expect(rankOf(tied, 'd', 8)?.rank).toBe(4)
  })

  it('is shown to the upper half only', () => {
    expect(rankOf(all, 'b', 6)?.rank).toBe(3)
    expect(rankOf(all, 'b', 5)).toBeNull()
    expect(rankOf(standing('a1'), 'a', 1)).toBeNull()
    expect(rankOf(standing('a1 b0'), 'a', 2)?.rank).toBe(1)
  })

  it('does not exist without a supporter, or for someone who is not an ambassador', () => {
    expect(rankOf(standing('a0 b0'), 'a', 40)).toBeNull()
    expect(rankOf(all, 'z', 40)).toBeNull()
  })
})

describe('the leaderboard', () => {
  it('shows at most five, best first', () => {
    expect(shown('c4:1 a9 b4:2 d3 e2 f1 g1', 40)).toBe('a b c d e')
  })

  it('never shows more than the upper half, nor anyone without a supporter', () => {
    expect(shown('a3 b2 c1', 3)).toBe('a')
    expect(shown('a3 b2 c1', 5)).toBe('a b')
    expect(shown('a3 b2 c0 d0', 4)).toBe('a b')
    expect(shown('a3 b0', 8)).toBe('a')
    expect(shown('a1', 1)).toBe('')
    expect(shown('', 0)).toBe('')
  })

  it('shows equals together or not at all', () => {
    expect(shown('a5 b3 c3 d1', 4)).toBe('a')
    expect(shown('a5 b3 c3 d1', 6)).toBe('a b c')
    expect(shown('a2 b2 c2 d2', 4)).toBe('')
    expect(shown('a9 b1 c1 d1 e1 f1', 40)).toBe('a')
    expect(shown('b2 a2', 4)).toBe('a b')
  })
})
