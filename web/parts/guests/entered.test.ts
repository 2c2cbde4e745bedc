import { expect, test } from 'vitest'
import { type Entered, NOTHING_ENTERED, readEntered } from './entered.ts'

const ENTERED: Entered = {
  email: 'rosa@example.test',
  isAnonymous: true,
  method: 'check',
  payer: { ...NOTHING_ENTERED.payer, firstName: 'Rosa', zip: '97701' },
}

test('what a guest typed is read back as it was', () => {
  expect(readEntered(JSON.parse(JSON.stringify(ENTERED)))).toEqual(ENTERED)
})

test('anything else that the tab kept is forgotten', () => {
  for (const wrong of [
    null,
    undefined,
    'text',
    {},
    { ...ENTERED, email: 5 },
    { ...ENTERED, isAnonymous: 'yes' },
    { ...ENTERED, method: 'gold' },
    { ...ENTERED, payer: null },
    { ...ENTERED, payer: { zip: '1' } },
  ])
    expect(readEntered(wrong)).toBeNull()
})
