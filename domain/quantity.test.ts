import { describe, expect, it } from 'vitest'
import {
  formatQuantity,
  fromNumeric,
  HUNDREDTH,
  LARGEST,
  larger,
  minus,
  ONE,
  parseQuantity,
  partOf,
  plus,
  quantity,
  readQuantity,
  roundedUp,
  thirds,
  toNumber,
  toNumeric,
  twice,
} from './quantity.ts'

it.each([0.5, Number.NaN, 2 ** 53])('a quantity of %j three-hundredths is refused', (parts) => {
  expect(() => quantity(parts)).toThrow(new RangeError(`not a quantity: ${parts}`))
})

describe('parsing a quantity (R2)', () => {
  it.each([
    [3, 300],
    [2.5, 250],
    ['2.05', 205],
    [' 2.5 ', 250],
    ['-2.5', -250],
    ['1000000', 100_000_000],
    ['-1000000.00', -100_000_000],
  ])('reads %j as %j hundredths', (input, expected) => {
    expect(parseQuantity(input)).toBe(expected * HUNDREDTH)
  })

  it.each(['-0', '-0.00', '0'])('reads %j as plain zero, never minus zero', (text) => {
    expect(parseQuantity(text)).toBe(0)
    expect(fromNumeric(text)).toBe(0)
  })

  it.each([
    [null],
    [true],
    [['3']],
    [3n],
    ['1000000.01'],
    ['9999999'],
    ['12345678'],
    ['x3'],
    ['3x'],
    ['3.'],
    ['3.123'],
    ['9.666667'],
    [9.666667],
    ['1e2'],
    [''],
  ])('refuses %s', (input) => {
    expect(parseQuantity(input)).toBeNull()
  })
})

describe('a quantity in the database', () => {
  it.each([
    ['3.00', 300],
    ['3.5', 350],
    ['3', 300],
    ['-3.05', -305],
    ['9999999999.99', 999_999_999_999],
  ])('%j is read as %j hundredths', (text, expected) => {
    expect(fromNumeric(text)).toBe(expected * HUNDREDTH)
  })

  it.each(['', 'x3', '3x', '3.1234567', ' 3', 'NaN'])('%j is refused', (text) => {
    expect(() => fromNumeric(text)).toThrow(new RangeError(`not numeric(13,6): ${text}`))
  })

  it.each([
    ['9.666667', 29],
    ['0.333333', 1],
    ['0.999999', 3],
    ['2.000001', 6],
    ['33.333300', 100],
    ['-0.333333', -1],
    ['-0.000001', 0],
  ])('%j is read as %j thirds', (text, expected) => {
    expect(fromNumeric(text)).toBe(thirds(expected))
  })

  it.each([
    [29, '9.666667'],
    [1, '0.333333'],
    [-2, '-0.666667'],
    [3, '1.00'],
  ])('%j thirds are written as %j', (count, text) => {
    expect(toNumeric(thirds(count))).toBe(text)
    expect(toNumber(thirds(count))).toBe(Number(text))
  })

  it.each([
    [0, '0.00'],
    [5, '0.05'],
    [300, '3.00'],
    [-305, '-3.05'],
  ])('%j hundredths are written as %j', (hundredths, text) => {
    expect(toNumeric(quantity(hundredths * HUNDREDTH))).toBe(text)
    expect(toNumber(quantity(hundredths * HUNDREDTH))).toBe(Number(text))
  })
})

it.each([
  [0, '0'],
  [300, '3'],
  [1000, '10'],
  [10_000, '100'],
  [250, '2.5'],
  [205, '2.05'],
  [1010, '10.1'],
  [123_400, '1,234'],
  [123_450, '1,234.5'],
  [100_000_000, '1,000,000'],
  [-123_405, '−1,234.05'],
])('%j hundredths are shown as %j', (hundredths, text) => {
  expect(formatQuantity(quantity(hundredths * HUNDREDTH))).toBe(text)
})

it.each([
  [1, '⅓'],
  [2, '⅔'],
  [3, '1'],
  [29, '9⅔'],
  [3_703_703, '1,234,567⅔'],
  [-1, '−⅓'],
  [-29, '−9⅔'],
])('%j thirds are shown as %j', (count, text) => {
  expect(formatQuantity(thirds(count))).toBe(text)
})

it.each([
  ['a third and a hundredth', thirds(1) + HUNDREDTH, '0.34'],
  ['two thirds and a half', thirds(2) + ONE / 2, '1.17'],
  ['nearly two', 2 * ONE - 1, '2'],
])('%s is shown with two decimals at most', (_, parts, text) => {
  expect(formatQuantity(quantity(parts))).toBe(text)
})

it('9.67 and 9.33 are not thirds', () => {
  expect(['9.67', '9.33'].map((text) => formatQuantity(fromNumeric(text)))).toEqual(['9.67', '9.33'])
})

describe('reading the number of a response', () => {
  it.each([
    [9.666667, 29],
    ['9.666667', 29],
    [0.333333, 1],
    [-9.333333, -28],
    [0.999999, 3],
    [9.667, 29],
    [3, 9],
    [-0.000001, 0],
  ])('%j is %j thirds', (input, expected) => {
    expect(readQuantity(input)).toBe(expected === 0 ? 0 : thirds(expected))
  })

  it.each([9.67, 0.1, 2.05])('%j is read as it is typed', (input) => {
    expect(readQuantity(input)).toBe(parseQuantity(input))
  })

  it.each([[2.125], [1.234], ['x'], [null], [1_000_000.333_333], [1e-7], [Number.NaN], [[9.666667]]])(
    '%j is refused',
    (input) => {
      expect(readQuantity(input)).toBeNull()
    },
  )
})

it('a part is rounded to the hundredth unless it is all of it', () => {
  const ten = quantity(10 * ONE)
  expect(formatQuantity(partOf(ten, 1, 3))).toBe('3.33')
  expect(partOf(thirds(29), 4, 4)).toBe(thirds(29))
  expect(roundedUp(thirds(29))).toBe(ten)
})

it('quantities are added, subtracted, compared and doubled', () => {
  const two = quantity(2 * ONE)
  const three = quantity(3 * ONE)
  expect([plus(two, three), minus(two, three), twice(three)]).toEqual([5 * ONE, -ONE, 6 * ONE])
  expect([larger(two, three), larger(three, two)]).toEqual([three, three])
  expect(LARGEST).toBe(1_000_000 * ONE)
})
