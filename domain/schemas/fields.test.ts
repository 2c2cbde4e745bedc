import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ONE } from '../quantity.ts'
import {
  amount,
  day,
  email,
  id,
  instant,
  name,
  oneName,
  optionalCount,
  optionalName,
  optionalText,
  optionalZip,
  organizationState,
  phone,
  quantity,
  stateCode,
  text,
  zip,
} from './fields.ts'

/** The parsed value of a field, or the first message that refuses it. */
const read = (schema: z.ZodType, value: unknown): unknown => {
  const parsed = schema.safeParse(value)
  return parsed.success ? parsed.data : parsed.error.issues[0]?.message
}
const isRefused = (schema: z.ZodType, value: unknown): boolean => !schema.safeParse(value).success

describe('a name', () => {
  it('holds no link, and is one line (R44)', () => {
    expect(read(name(200), ' St. Mary’s ')).toBe('St. Mary’s')
    expect(read(name(200), 'evil.ai')).toContain('Leave out links and email addresses')
    expect(read(name(200), 'a\nb')).toBe('Write it on one line')
    expect(read(name(200, 'Name is required'), '')).toBe('Name is required')
  })
})

describe('a text field', () => {
  const short = text(5, 'Name is required')

  it('is trimmed, and accepts the longest text allowed', () => {
    expect(read(short, '  abcde ')).toBe('abcde')
    expect(read(short, 'a\tb\nc')).toBe('a\tb\nc')
  })

  it.each([undefined, null, 7, '', '   '])('refuses %j as missing', (value) => {
    expect(read(short, value)).toBe('Name is required')
  })

  // A zero-width space, a joiner, a filler and an accent on nothing.
  it.each(['\u200b', ' \u200d ', '\u3164', '\u2800\ufe0f', '\u0301'])(
    'refuses the invisible %j as missing',
    (value) => {
      expect(read(short, value)).toBe('Name is required')
      expect(read(short, `a${value.trim()}`)).toBe(`a${value.trim()}`)
    },
  )

  it('may be an emoji or a word of any script', () => {
    for (const value of ['🏈', '👩‍👩‍👧', 'हिंदी', '.']) expect(read(text(20), value)).toBe(value)
  })

  it('says how long it may be if the text is longer', () => {
    expect(read(short, 'abcdef')).toBe('Use at most 5 characters')
  })

  it.each(['\u0000', '\u0008', '\u000b', '\u000e', '\u001f', '\u007f', '\ud800'])(
    'refuses the control character %j',
    (character) => {
      expect(read(short, `a${character}b`)).toBe('Remove the control characters')
      expect(read(optionalText(5), `a${character}b`)).toBe('Remove the control characters')
    },
  )

  it('has its own message for a missing value', () => {
    expect(read(text(5), '')).toBe('Required')
    expect(read(phone(), '')).toBe('Phone is required')
  })

  it('for a phone number accepts at most 40 characters', () => {
    expect(isRefused(phone(), '1'.repeat(40))).toBe(false)
    expect(isRefused(phone(), '1'.repeat(41))).toBe(true)
  })
})

describe('an optional text field', () => {
  const note = optionalText(5)

  it.each([undefined, null, '', '  '])('treats %j as empty', (value) => {
    expect(read(note, value)).toBeNull()
  })

  it('is trimmed, and says how long it may be if the text is longer', () => {
    expect(read(note, ' abcde ')).toBe('abcde')
    expect(read(note, 'abcdef')).toBe('Use at most 5 characters')
    expect(isRefused(note, 7)).toBe(true)
  })
})

it('an amount field accepts a number or decimal text of dollars, and nothing else (R1)', () => {
  expect([read(amount(), 12.5), read(amount(), '12.50')]).toEqual([1250, 1250])
  expect(['12.345', 'x', null, true, 1.005].map((value) => read(amount(), value))).toEqual(
    Array(5).fill('Enter an amount such as 12.50'),
  )
  expect(read(amount('Goal is required'), 'x')).toBe('Goal is required')
})

it('a quantity field accepts a number with at most two decimals (R2)', () => {
  expect([read(quantity(), 2.5), read(quantity(), '-2.50')]).toEqual([2.5 * ONE, -2.5 * ONE])
  expect(['2.555', 'x', null, true, '1000000.01'].map((value) => read(quantity(), value))).toEqual(
    Array(5).fill('Enter a number with at most two decimals, up to 1,000,000'),
  )
})

it('a count field may be left out, and refuses a number below zero', () => {
  const count = optionalCount('Enter 0 or more')
  expect([undefined, null, ''].map((value) => read(count, value))).toEqual([null, null, null])
  expect([0, '2.5'].map((value) => read(count, value))).toEqual([0, 2.5 * ONE])
  expect([-0.01, 'x'].map((value) => read(count, value))).toEqual(['Enter 0 or more', 'Enter 0 or more'])
})

it('a day field takes the first ten characters and refuses a day that does not exist (R22)', () => {
  const start = day('Choose a day')
  expect([read(start, '2026-09-01'), read(start, '2026-09-01T10:00:00Z')]).toEqual([
    '2026-09-01',
    '2026-09-01',
  ])
  expect(read(start, `2026-09-01${'x'.repeat(30)}`)).toBe('2026-09-01')
  expect(
    [undefined, '', '2026-02-30', `2026-09-01${'x'.repeat(31)}`].map((value) => read(start, value)),
  ).toEqual(Array(4).fill('Choose a day'))
})

it('an instant field needs an offset and a plausible year', () => {
  const start = instant('Choose a time')
  expect(read(start, '2026-09-01T10:00:00Z')).toEqual(new Date('2026-09-01T10:00:00Z'))
  expect(read(start, '2026-09-01T10:00:00-05:00')).toEqual(new Date('2026-09-01T15:00:00Z'))
  expect(
    ['2026-09-01T10:00:00', '2026-09-01', '0026-09-01T10:00:00Z', 'x'].map((value) => read(start, value)),
  ).toEqual(Array(4).fill('Choose a time'))
})

it('an email field is trimmed and converted to lowercase', () => {
  expect(read(email(), ' Ann@Example.org ')).toBe('ann@example.org')
  expect([undefined, 'ann', 'ann@', `${'a'.repeat(250)}@x.org`].map((value) => read(email(), value))).toEqual(
    Array(4).fill('Valid email is required'),
  )
})

it('a state field accepts the fifty states only', () => {
  expect(['MA', '', 'ZZ', undefined].map((state) => read(stateCode, state))).toEqual([
    'MA',
    ...Array(3).fill('State is required'),
  ])
  // Whoever lives elsewhere is told of the way that needs no address (R48).
  for (const state of ['DC', 'PR', 'VI', 'GU', 'AS', 'MP', 'AA', 'AE', 'AP']) {
    expect(read(stateCode, state)).toMatch(
      /^Addresses are in the 50 states, and .+ is none of them\. Pledge by card without/,
    )
    expect(read(organizationState, state)).toMatch(/^Organizations are in the 50 states, and .+ Write to us/)
  }
})

it('a ZIP code has five or nine digits', () => {
  expect([' 02134 ', '02134-1000'].map((typed) => read(zip(), typed))).toEqual(['02134', '02134-1000'])
  expect(['2134', 'ABCDE', '021345'].map((typed) => read(zip(), typed))).toEqual(
    Array(3).fill('Enter a ZIP code such as 97701'),
  )
  expect(['', null, '02134'].map((typed) => read(optionalZip(), typed))).toEqual([null, null, '02134'])
  expect(read(optionalZip(), '2134')).toBe('Enter a ZIP code such as 97701')
})

it('one name is enough, in either field, and is kept as the first', () => {
  const person = oneName(
    z.object({ firstName: name(100, 'First name is required'), lastName: optionalName(100) }),
  )
  const kept = { firstName: 'Suharto', lastName: null }
  for (const lastName of ['', null, undefined, '  '])
    expect(read(person, { firstName: ' Suharto ', lastName })).toEqual(kept)
  for (const firstName of ['', null, undefined])
    expect(read(person, { firstName, lastName: 'Suharto' })).toEqual(kept)
  expect(read(person, { firstName: "D'Angelo", lastName: "O'Neil-Smith" })).toMatchObject({
    lastName: "O'Neil-Smith",
  })
  for (const none of [{}, { firstName: ' ', lastName: '' }, null, 'Suharto'])
    expect(person.safeParse(none).success).toBe(false)
})

it('an id field accepts a UUID only', () => {
  expect(read(id, '0199a4c2-0000-7000-8000-5d0e9b7c31f2')).toBe('0199a4c2-0000-7000-8000-5d0e9b7c31f2')
  expect(read(id, '7')).toBe('Not an id')
})
