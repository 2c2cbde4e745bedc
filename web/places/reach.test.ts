import { expect, test } from 'vitest'
import { phoneProblem, reachProblems, zipProblem } from './reach.ts'

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

test('a ZIP code has five or nine digits', () => {
  for (const zip of ['97701', '97701-1234', '977011234', '']) expect(zipProblem(zip)).toBeUndefined()
  for (const zip of ['7050', 'ABCDE', '97701-12'])
    expect(zipProblem(zip)).toBe('Enter a ZIP code such as 97701')
})

test('only what is wrong is named', () => {
  expect(reachProblems({ phone: '12', zip: '97701' })).toEqual({
    phone: 'Enter a phone number such as (541) 555-0142',
  })
})
