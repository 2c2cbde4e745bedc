import { describe, expect, it } from 'vitest'
import { invoiceNumberIn, pledgeIn, pledgeReference } from './lookup.ts'

const ID = '0199a4c2-7c11-7abc-8def-5d0e9b7c31f2'

describe('an invoice number', () => {
  it.each(['INV-2025-000042', 'inv-2025-42', 'inv 2025 42', '2025-000042', ' 2025-42 '])(
    'that is typed as "%s" is read as printed',
    (text) => expect(invoiceNumberIn(text, 2026)).toBe('INV-2025-000042'),
  )

  it('without a year is one of this year', () => {
    expect(invoiceNumberIn('42', 2026)).toBe('INV-2026-000042')
    expect(invoiceNumberIn('INV-000042', 2026)).toBe('INV-2026-000042')
  })

  it.each(['', 'Harbor', 'INV', '2026-', '12.50', 'INV-2026-0000000000042x'])('"%s" is none', (text) =>
    expect(invoiceNumberIn(text, 2026)).toBeNull(),
  )
})

describe('a pledge reference', () => {
  it('names the pledge that it was made of, however it is typed', () => {
    const reference = pledgeReference(ID)
    expect(reference).toMatch(/^[A-Z2-9]{5}-[A-Z2-9]{5}$/)
    const end = { idEnd: ID.slice(-12) }
    expect(pledgeIn(reference)).toEqual(end)
    expect(pledgeIn(reference.toLowerCase().replace('-', ' '))).toEqual(end)
  })

  it('may be a whole address with the pledge’s id in it', () => {
    expect(pledgeIn(`https://example.org/pledges/${ID.toUpperCase()}#bills`)).toEqual({ id: ID })
  })

  it('is none where letters are missing or mixed up with digits', () => {
    for (const text of ['ABCDE-1234', 'Westbrook', 'ABCDE-FGHI0']) expect(pledgeIn(text)).toBeNull()
  })
})
