import { describe, expect, it } from 'vitest'
import {
  formatQuantity,
  fromNumeric,
  LARGEST,
  larger,
  minus,
  parseQuantity,
  plus,
  quantity,
  toNumber,
  toNumeric,
  twice,
} from './quantity.ts'

it.each([0.5, Number.NaN, 2 ** 53])('a quantity of %j hundredths is refused', (hundredths) => {
  expect(() => quantity(hundredths)).toThrow(new RangeError(`not a quantity: ${hundredths}`))
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
    expect(parseQuantity(input)).toBe(expected)
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
    expect(fromNumeric(text)).toBe(expected)
  })

  it.each(['', 'x3', '3x', '3.123', ' 3', 'NaN'])('%j is refused', (text) => {
    expect(() => fromNumeric(text)).toThrow(new RangeError(`not numeric(12,2): ${text}`))
  })

  it.each([
    [0, '0.00'],
    [5, '0.05'],
    [300, '3.00'],
    [-305, '-3.05'],
  ])('%j hundredths are written as %j', (hundredths, text) => {
    expect(toNumeric(quantity(hundredths))).toBe(text)
    expect(toNumber(quantity(hundredths))).toBe(Number(text))
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
  expect(formatQuantity(quantity(hundredths))).toBe(text)
})

it('quantities are added, subtracted, compared and doubled', () => {
  const [two, three] = [quantity(200), quantity(300)]
  expect([plus(two, three), minus(two, three), twice(three)]).toEqual([500, -100, 600])
  expect([larger(two, three), larger(three, two)]).toEqual([300, 300])
  expect(LARGEST).toBe(100_000_000)
})
