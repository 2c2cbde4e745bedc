import { expect, test } from 'vitest'
import { yearParts } from './year.tsx'

const NONE = { refunds: '0.00', disputes: '0.00', bounced: '0.00' }

test('the parts of the net amount add up to it, and are words where more was undone than made (R76)', () => {
  expect(yearParts({ ...NONE, collected: '944.00' })).toBe('$944.00 received')
  expect(yearParts({ collected: '615.00', refunds: '60.01', disputes: '40.00', bounced: '25.00' })).toBe(
    '$615.00 received, $60.01 refunded, $40.00 disputed, $25.00 bounced',
  )
  expect(yearParts({ ...NONE, collected: '30.00', refunds: '-2.14', disputes: '-40.00' })).toBe(
    '$30.00 received, $2.14 of earlier refunds undone, $40.00 of disputes won',
  )
})
