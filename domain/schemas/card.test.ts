import { expect, it } from 'vitest'
import { SandboxCardForm } from './card.ts'

it('a test card without an expiration date says what to enter, in plain words', () => {
  const { error } = SandboxCardForm.safeParse({
    clientSecret: 'secret',
    number: '4242 4242 4242 4242',
    cvc: '123',
    expMonth: 0,
    expYear: 0,
  })
  expect(error?.issues.map(({ path, message }) => [path[0], message])).toEqual([
    ['expMonth', 'Enter the month and year, such as 12/30'],
    ['expYear', 'Enter the month and year, such as 12/30'],
  ])
})
