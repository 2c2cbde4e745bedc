import { expect, test } from 'vitest'
import { phoneProblem } from './reach.ts'

test('a form takes phone numbers as people write them, and refuses what cannot be one (R48)', () => {
  for (const phone of [
    '541-555-0142',
    '(541) 555-0142 ext. 12',
    '+44 20 7946 0958',
    '5550142',
    ' 1.541.555.0142 x3',
    '',
  ])
    expect(phoneProblem(phone)).toBeUndefined()
  for (const phone of ['12', '541-555', 'call me', 'x12', '12345678901234567', '541-555-0142 evenings'])
    expect(phoneProblem(phone)).toBe('Enter a phone number such as (541) 555-0142')
})
