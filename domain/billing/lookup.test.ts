import { describe, expect, it } from 'vitest'
import { idEndOf, idsIn, invoiceNumbersIn, lookupIn, pledgeReference, receiptEndIn } from './lookup.ts'

const ID = '0199a4c2-7c11-7abc-8def-5d0e9b7c31f2'

describe('an invoice number', () => {
  it.each([
    'INV-2025-000042',
    'inv-2025-42',
    'inv 2025 42',
    '2025-000042',
    ' 2025-42 ',
    'INV2025000042',
    'INV-2O25-OOOO42',
  ])('that is typed as "%s" is read as printed', (text) =>
    expect(invoiceNumbersIn(text, 2026)).toEqual(['INV-2025-000042']),
  )

  it('without a year is one of the last ten years, the newest first', () => {
    for (const text of ['42', 'INV-000042']) {
      expect(invoiceNumbersIn(text, 2026)).toHaveLength(10)
      expect(invoiceNumbersIn(text, 2026).slice(0, 2)).toEqual(['INV-2026-000042', 'INV-2025-000042'])
    }
  })

  it.each(['', 'Harbor', 'INV', '2026-', '12.50', 'INV-2026-0000000000042x'])('"%s" is none', (text) =>
    expect(invoiceNumbersIn(text, 2026)).toEqual([]),
  )
})

describe('a pledge reference', () => {
  it('names the pledge that it was made of, however it is typed', () => {
    const reference = pledgeReference(ID)
    expect(reference).toMatch(/^[A-Z2-9]{5}-[A-Z2-9]{5}$/)
    const found = { id: null, ends: [ID.slice(-12)] }
    expect(idsIn(reference)).toEqual(found)
    expect(idsIn(reference.toLowerCase().replace('-', ' '))).toEqual(found)
  })

  it('may be a whole address with the pledge’s id in it', () => {
    expect(idsIn(`https://example.org/pledges/${ID.toUpperCase()}#bills`)).toEqual({ id: ID, ends: [] })
  })

  it('is also found with a letter read as one that no reference has', () => {
    expect(idsIn('EGVOR-18XAY').ends).toContain(idEndOf('EGVQR-L8XAY'))
  })

  it('is none where letters are missing', () => {
    for (const text of ['ABCDE-1234', 'Westbrook']) expect(idsIn(text).ends).toEqual([])
  })
})

it.each(['R-2026-7C31F2A0', 'r 2026 7c31f2a0', 'r2026-7C31-F2AO', '7c3lf2a0'])(
  '"%s" is the receipt of the same payment',
  (text) => expect(receiptEndIn(text)).toBe('7c31f2a0'),
)

describe('what one text may mean', () => {
  it.each([
    ['$25', { amount: 2500, isMoney: true }],
    ['1,250', { amount: 125_000, isMoney: true }],
    ['25 dollars', { amount: 2500, isMoney: true }],
    ['1042', { amount: 104_200, isMoney: false, number: '1042' }],
    ['Check #01042', { kind: 'payment', number: '1042' }],
    ['slip no. 77', { kind: 'deposit', number: '77' }],
    ['+1 (617) 555-0142', { phone: '2410555716' }],
    ['617.555.0142', { phone: '2410555716' }],
    ['555-0142', { phone: '2410555' }],
    ['Johnson', { kind: null, amount: null, number: null, phone: null }],
  ])('%s', (text, meant) => expect(lookupIn(text, 2026)).toMatchObject(meant))
})
