import { expect, test } from 'vitest'
import { ownPledgesWords } from './own-pledges.tsx'

const of = (id: string, agreedMaximum: string, status: 'active' | 'cancelled' = 'active') => ({
  id,
  agreedMaximum,
  status,
})

test('an earlier pledge is named with its maximum, which a new one adds to', () => {
  expect(ownPledgesWords([of('a', '180.00'), of('b', '50.00', 'cancelled')])).toEqual({
    says: 'You already have a pledge here: up to $180.00. Both count.',
    only: 'a',
  })
  expect(ownPledgesWords([of('a', '180.00'), of('b', '20.50')])).toEqual({
    says: 'You already have 2 pledges here: up to $200.50 in all. Each of them counts.',
    only: null,
  })
})

test('nothing is said of pledges that owe nothing', () => {
  expect(ownPledgesWords([])).toBeNull()
  expect(ownPledgesWords([of('a', '0.00'), of('b', '50.00', 'cancelled')])).toBeNull()
})
