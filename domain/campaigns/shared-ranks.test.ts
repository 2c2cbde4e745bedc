import { expect, it } from 'vitest'
import { cents } from '../money.ts'
import { rankOf } from './ambassador-ranks.ts'

const brought = (id: string, supportersCount: number) => ({ id, supportersCount, pledged: cents(100) })

it('a first place that two ambassadors have is shared', () => {
  expect(rankOf([brought('a', 3), brought('b', 3)], 'a', 10)).toEqual({ rank: 1, isShared: true })
})

it('a second place behind one ambassador is not shared', () => {
  expect(rankOf([brought('a', 3), brought('b', 2)], 'b', 10)).toEqual({ rank: 2, isShared: false })
})
