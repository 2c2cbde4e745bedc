import { describe, expect, it, vi } from 'vitest'
import {
  add,
  average,
  basisPointsOf,
  cents,
  dollars,
  formatUsd,
  maximum,
  minimum,
  negate,
  parseCents,
  parseTyped,
  percentage,
  percentOf,
  perQuantity,
  positivePart,
  split,
  subtract,
  sum,
  timesQuantity,
  toDecimal,
  toNumber,
  ZERO,
} from './money.ts'
import { HUNDREDTH, ONE, quantity, thirds } from './quantity.ts'

const LARGEST = cents(Number.MAX_SAFE_INTEGER)

describe('cents', () => {
  it.each([[1250], [1250n], ['1250']])('accepts the whole number %s', (value) => {
    expect(cents(value)).toBe(1250)
  })

  it.each([[0.5], [2 ** 53], ['x'], [Number.NaN]])(
    'refuses %s, which is not a whole safe number',
    (value) => {
      expect(() => cents(value)).toThrow(new RangeError(`not a whole number of cents: ${value}`))
    },
  )
})

describe('parsing dollars (R1)', () => {
  it.each([
    [12, 1200],
    [12.5, 1250],
    ['12.5', 1250],
    ['12.05', 1205],
    [' 12.50 ', 1250],
    ['-12.50', -1250],
    ['9999999999999.99', 999_999_999_999_999],
  ])('reads %j as %j cents', (input, expected) => {
    expect(parseCents(input)).toBe(expected)
  })

  it.each(['-0', '-0.00', '0'])('reads %j as plain zero, never minus zero', (text) => {
    expect(parseCents(text)).toBe(0)
  })

  it.each([[null], [undefined], [true], [['12']], [12n], [{ toString: () => '12' }]])(
    'refuses an input that is neither a number nor text: %s',
    (input) => {
      expect(parseCents(input)).toBeNull()
    },
  )

  it.each(['$12', '12 USD', 'x12.50', '12.50x', '12345678901234', '12.', '12.345', '1e3', '+1', '--1'])(
    'refuses %j',
    (text) => {
      expect(parseCents(text)).toBeNull()
    },
  )

  it('throws for a malformed amount in the source code', () => {
    expect(dollars('12.50')).toBe(1250)
    expect(() => dollars('12.345')).toThrow(new RangeError('not an amount: 12.345'))
  })
})

describe('formatting dollars', () => {
  it.each([
    [0, '0.00'],
    [5, '0.05'],
    [1250, '12.50'],
    [123_456, '1234.56'],
    [-5, '-0.05'],
    [-1250, '-12.50'],
  ])('writes %j cents as the decimal %j', (amount, text) => {
    expect(toDecimal(cents(amount))).toBe(text)
    expect(toNumber(cents(amount))).toBe(Number(text))
  })

  it.each([
    [0, '$0.00', '$0', '$0'],
    [5, '$0.05', '$0.05', '$0'],
    [49, '$0.49', '$0.49', '$0'],
    [50, '$0.50', '$0.50', '$1'],
    [123_450, '$1,234.50', '$1,234.50', '$1,235'],
    [123_400, '$1,234.00', '$1,234', '$1,234'],
    [-123_400, '−$1,234.00', '−$1,234', '−$1,234'],
    [-123_405, '−$1,234.05', '−$1,234.05', '−$1,234'],
  ])('shows %j cents as %s, %s without .00, %s in whole dollars', (amount, always, auto, none) => {
    expect(formatUsd(cents(amount))).toBe(always)
    expect(formatUsd(cents(amount), 'always')).toBe(always)
    expect(formatUsd(cents(amount), 'auto')).toBe(auto)
    expect(formatUsd(cents(amount), 'none')).toBe(none)
  })
})

describe('money arithmetic', () => {
  it('adds, subtracts, negates and sums', () => {
    expect(add(cents(3), cents(4))).toBe(7)
    expect(subtract(cents(3), cents(4))).toBe(-1)
    expect(negate(cents(3))).toBe(-3)
    expect(sum([cents(1), cents(2), cents(4)])).toBe(7)
    expect(sum([])).toBe(0)
  })

  it('never returns minus zero', () => {
    expect(negate(ZERO)).toBe(0)
  })

  it.each([
    ['an addition', () => add(LARGEST, cents(1))],
    ['a subtraction', () => subtract(negate(LARGEST), cents(1))],
    ['a sum', () => sum([LARGEST, LARGEST])],
  ])('refuses %s beyond the safe integers', (_, compute) => {
    expect(compute).toThrow(RangeError)
  })

  it('returns the smaller, the larger and the part above zero', () => {
    expect([minimum(cents(2), cents(3)), minimum(cents(3), cents(2))]).toEqual([2, 2])
    expect([maximum(cents(2), cents(3)), maximum(cents(3), cents(2))]).toEqual([3, 3])
    expect([positivePart(cents(-2)), positivePart(cents(2))]).toEqual([0, 2])
  })
})

describe('rounding half up (R3):', () => {
  it.each([
    [200, 6800, 13_600],
    [5, 250, 13],
    [1, 149, 1],
    [1, 150, 2],
    [1, 49, 0],
    [1, 50, 1],
    [0, 6800, 0],
    [1, -150, -1],
    [1, -151, -2],
    [1, -160, -2],
    [1, -149, -1],
    [1, -50, 0],
  ])('a rate of %j cents times %j hundredths is %j cents', (rate, hundredths, expected) => {
    expect(timesQuantity(cents(rate), quantity(hundredths * HUNDREDTH))).toBe(expected)
  })

  it('a rate times a quantity is exact when the product exceeds the safe integers', () => {
    // 1,000,000,007 × 99,999,978 = 99,999,978,699,999,846 alone is more than floating point can hold.
    const rate = cents(1_000_000_007)
    const count = quantity(99_999_978 * HUNDREDTH)
    expect(timesQuantity(rate, count)).toBe(999_999_786_999_998)
  })

  it.each([
    [300, 29, 2900],
    [100_000, 1, 33_333],
    [100_000, 2, 66_667],
    [100_000, 300, 10_000_000],
    [1_000_000, 3_000_000, 1_000_000_000_000],
    [1, -2, -1],
  ])('a rate of %j cents times %j thirds is %j cents', (rate, count, expected) => {
    expect(timesQuantity(cents(rate), thirds(count))).toBe(expected)
  })

  it.each([
    [1, 2, 1],
    [-1, 2, 0],
    [-3, 2, -1],
    [-5, 4, -1],
    [-6, 4, -1],
    [-7, 4, -2],
    [-6, 3, -2],
    [5, 4, 1],
    [6, 4, 2],
    [10, 0, 0],
    [10, -1, 0],
  ])('the average of %j cents over %j is %j cents', (total, count, expected) => {
    expect(average(cents(total), count)).toBe(expected)
  })

  it.each([
    [1, 2500, 0],
    [2, 2500, 1],
    [10_000, 2500, 2500],
    [-2, 2500, 0],
    [-3, 2500, -1],
    [LARGEST, 10_000, LARGEST],
  ])('%j cents at %j basis points are %j cents (R4)', (amount, points, expected) => {
    expect(basisPointsOf(cents(amount), points)).toBe(expected)
  })

  it('150 percent of an amount is more than the amount', () => {
    expect(percentOf(cents(13_333), 150)).toBe(20_000)
  })

  it.each([
    [1, 3, 33],
    [2, 3, 67],
    [1, 200, 1],
    [3, 2, 150],
    [5, 0, 0],
    [0, 5, 0],
  ])('%j of %j is %j percent', (part, whole, expected) => {
    expect(percentage(cents(part), cents(whole))).toBe(expected)
  })
})

describe('an amount per unit', () => {
  const stepOf = (step: number) => () => cents(step)

  it.each([
    [5000, 6800, 5, 75],
    [5000, 100, 100, 5000],
    [12_500, 6800, 25, 175],
    [100, 800, 5, 15],
    [100, 900, 5, 10],
  ])('%j cents over %j hundredths in steps of %j are %j', (amount, hundredths, step, expected) => {
    expect(perQuantity(cents(amount), quantity(hundredths * HUNDREDTH), stepOf(step))).toBe(expected)
  })

  it('the step is chosen from the exact quotient in cents', () => {
    const step = vi.fn(stepOf(5))
    perQuantity(cents(5000), quantity(8 * ONE), step)
    expect(step).toHaveBeenCalledWith(625)
  })

  it.each([0, -100])('is refused for a quantity of %j', (hundredths) => {
    expect(() => perQuantity(cents(100), quantity(hundredths * HUNDREDTH), stepOf(5))).toThrow(
      new RangeError('nothing to divide by'),
    )
  })
})

describe('splitting an amount (R3, R10)', () => {
  const splitOf = (total: number, ...weights: number[]) => split(cents(total), weights.map(cents))

  it.each([
    ['equal weights give the leftover cents to the first', 1000, [1, 1, 1], [334, 333, 333]],
    ['two leftover cents go to the first two', 1001, [1, 1, 1], [334, 334, 333]],
    ['the largest remainder comes first', 10, [1, 2, 4], [1, 3, 6]],
    ['the largest remainder comes first at any position', 10, [4, 2, 1], [6, 3, 1]],
    ['a split without a remainder adds nothing', 9, [1, 2, 6], [1, 2, 6]],
    ['a weight of zero gets nothing', 10, [0, 1, 0], [0, 10, 0]],
    ['zero splits over zero weights', 0, [0, 0], [0, 0]],
    ['zero splits over positive weights', 0, [3, 1], [0, 0]],
  ])('%s', (_, total, weights, parts) => {
    expect(splitOf(total, ...weights)).toEqual(parts)
  })

  it('is exact when products exceed the safe integers', () => {
    const total = 900_000_000_000_001
    const parts = splitOf(total, 300_000_000_000_000, 300_000_000_000_001, 300_000_000_000_002)
    expect(parts).toEqual([300_000_000_000_000, 300_000_000_000_000, 300_000_000_000_001])
    expect(sum(parts)).toBe(total)
  })

  it('gives the leftover cent to the right part where floating point would round', () => {
    expect(splitOf(900_000_017, 700_000_001, 500_000_003, 300_000_007)).toEqual([
      420_000_006, 300_000_005, 180_000_006,
    ])
  })

  it.each([
    ['a weight below zero', 10, [5, -1]],
    ['an amount over weights of zero', 10, [0, 0]],
    ['an amount over no weights', 10, []],
  ])('refuses to split %s', (_, total, weights) => {
    expect(() => splitOf(total, ...weights)).toThrow(RangeError)
  })

  it('names the wrong weight in the error', () => {
    expect(() => splitOf(10, -1, 2)).toThrow('a weight below zero')
  })
})

describe('an amount as people type it', () => {
  it.each([
    ['1,000', 100_000],
    ['$5', 500],
    ['$ 1,234,567.8', 123_456_780],
    [' 12. ', 1_200],
    ['.5', 50],
    ['0', 0],
  ])('%j is read', (text, expected) => {
    expect(parseTyped(text)).toBe(expected)
  })

  it.each([
    [''],
    ['.'],
    ['$'],
    ['12,50'],
    ['1,00'],
    ['1,0000'],
    ['1000,000'],
    ['1.234'],
    ['-5'],
    ['5$'],
    ['1e3'],
  ])('%j is refused: it may be meant otherwise', (text) => {
    expect(parseTyped(text)).toBeNull()
  })
})
