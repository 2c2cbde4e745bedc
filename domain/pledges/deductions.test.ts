import { expect, test } from 'vitest'
import { addedBack, deductionParts, returnedOf } from './deductions.ts'

const NONE = { refunds: '0.00', disputes: '0.00', bounced: '0.00' }

test('what was returned is the sum of all kinds, and each has its words (R5)', () => {
  const several = { refunds: '60.01', disputes: '-40.00', bounced: '25.00' }
  expect(returnedOf(several)).toBe(4501)
  expect(deductionParts(several)).toEqual(['$60.01 refunded', '$40.00 of disputes won', '$25.00 bounced'])
})

test('what was undone is not called refunded, disputed or bounced (R37)', () => {
  expect(deductionParts({ refunds: '-2.14', disputes: '-40.00', bounced: '-1.00' })).toEqual([
    '$2.14 of earlier refunds undone',
    '$40.00 of disputes won',
    '$1.00 of bounced checks undone',
  ])
  expect(deductionParts(NONE)).toEqual([])
  expect(deductionParts({ ...NONE, bounced: '25.00' }, ['refunds'])).toEqual([
    '$0.00 refunded',
    '$25.00 bounced',
  ])
})

test('a figure below zero is explained once, wherever it is (R37)', () => {
  expect(addedBack([NONE, { ...NONE, refunds: '5.00' }])).toEqual([])
  const undone = { ...NONE, refunds: '-2.14' }
  expect(addedBack([NONE, undone, undone])).toEqual([
    'Earlier refunds that were not paid out after all are added back.',
  ])
  expect(addedBack([{ ...undone, disputes: '-40.00' }])).toHaveLength(2)
})
