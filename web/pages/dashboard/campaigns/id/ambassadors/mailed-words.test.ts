import { expect, it } from 'vitest'
import { invitedWords, nudgedWords } from './writes.ts'

it('a person who invites many reads who gets the email when, and who gets none', () => {
  expect(invitedWords({ invited: 3, mailed: 3 })).toBe('Each gets an email with their own link.')
  const some = invitedWords({ invited: 3, mailed: 2, refused: 1 })
  expect(some).toBe('2 get an email now. No email goes to 1 person who asked for no more invitations.')
  expect(invitedWords({ invited: 9, mailed: 4, refused: 2 })).toMatch(
    /^4 get an email now\. No email goes to 2 people .* The others get it automatically/,
  )
})

it('a person who nudges everyone reads why some got no email', () => {
  expect(nudgedWords({ mailed: 2, tooSoon: 0 })).toBeUndefined()
  expect(nudgedWords({ mailed: 0, tooSoon: 0, refused: 2 })).toBe(
    '2 people asked for no more of these emails.',
  )
  expect(nudgedWords({ mailed: 0, tooSoon: 3, refused: 1 })).toMatch(/^3 got an email .* 1 person asked/)
})
