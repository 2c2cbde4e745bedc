import { describe, expect, it } from 'vitest'
import {
  countWords,
  isZero,
  overpaidSentence,
  shareSentence,
  taxSentence,
  usd,
  yearTaxSentence,
} from './receipt-sentences.ts'

const line = {
  name: 'Goals',
  type: 'per_increment',
  rate: '2.00',
  quantity: 4,
  uncapped: '8.00',
  earned: '8.00',
} as const
const payee = { organizationName: 'Harbor High', is501c3: true, ein: '12-3456789' }

it('amounts of a receipt are shown as dollars, and one that cannot be read as zero', () => {
  expect([usd('1250.50'), usd('x')]).toEqual(['$1,250.50', '$0.00'])
  expect([isZero('0.00'), isZero('0.01'), isZero('x')]).toEqual([true, false, true])
})

it('a receipt says which share goes to the organization and to the provider (R4, R37)', () => {
  const text = shareSentence({ organizationName: 'Harbor High', commissionBasisPoints: 2250 }, 'Pledgeraiser')
  expect(text).toMatch(/^77\.5% of what is collected goes to Harbor High\. 22\.5% is Pledgeraiser’s share/)
})

describe('the tax wording of a receipt (R52)', () => {
  it('names the organization and its EIN', () => {
    expect(taxSentence(payee)).toMatch(/^Harbor High is a 501\(c\)\(3\) organization \(EIN 12-3456789\)\. /)
  })

  it('leaves out an unknown EIN', () => {
    expect(taxSentence({ ...payee, ein: null })).toMatch(
      /^Harbor High is a 501\(c\)\(3\) organization\. Your/,
    )
  })

  it('says not to deduct what an organization got that is not a 501(c)(3)', () => {
    expect(taxSentence({ ...payee, is501c3: false })).toMatch(
      /^Please do not deduct this payment on a tax return: Harbor High was not recorded as a 501\(c\)\(3\)/,
    )
  })
})

it('an overpayment is named with its amount (R5)', () => {
  expect(overpaidSentence('$5.00')).toMatch(/^You paid \$5\.00 more than was due/)
})

it.each([
  ['units times the rate', line, '4 × $2.00'],
  ['a fraction of a unit', { ...line, quantity: 2.5 }, '2.5 × $2.00'],
  ['thirds of a unit', { ...line, quantity: 9.666667 }, '9⅔ × $2.00'],
  ['a number with more decimals, unchanged', { ...line, quantity: 2.125 }, '2.125 × $2.00'],
  ['a gift', { ...line, type: 'one_time' }, 'A gift, once'],
  ['an achievement', { ...line, type: 'per_achievement', quantity: 1 }, 'Achieved'],
  ['an achievement that was missed', { ...line, type: 'per_achievement', quantity: 0 }, 'Not achieved'],
] as const)('a line of a receipt says %s', (_, given, words) => {
  expect(countWords(given)).toBe(words)
})

describe('the tax wording of a year-end statement', () => {
  const entry = { on: '2027-01-12', campaignName: 'Fall', receiptId: null } as const
  const year = (kinds: readonly ('charge' | 'payment' | 'refund' | 'dispute')[]) => ({
    ...payee,
    organizationId: 'o',
    organizationPlace: 'Boston, MA',
    isTestMoney: false,
    total: '0.00',
    commissionBasisPoints: 2500,
    entries: kinds.map((kind) => ({ ...entry, kind, amount: '1.00' })),
  })

  it.each([['charge'], ['payment']] as const)(
    'says that a %s is tax-deductible, also beside a refund',
    (kind) => {
      const one = year(['refund', kind])
      expect(yearTaxSentence(one, [one])).toContain('They are tax-deductible')
    },
  )

  it.each([['refund'], ['dispute']] as const)('says of a %s alone that it may be income', (kind) => {
    const one = year([kind])
    const said = yearTaxSentence(one, [one])
    expect(said).toContain('Harbor High was a 501(c)(3) organization (EIN 12-3456789) when they were made')
    expect(said).toMatch(/may have to report what went back as income\.$/)
    expect(said).not.toContain('tax-deductible')
  })
})
