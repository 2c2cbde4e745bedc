import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readNacha } from '#tests/nacha.ts'
import { cents } from '../money.ts'
import { nachaFile } from './nacha.ts'

const ORIGINATOR = {
  companyName: 'Pledgeraiser',
  companyId: '1123456789',
  bankName: 'First Bank',
  bankRouting: '011000015',
}
const file = {
  originator: ORIGINATOR,
  madeOn: '2026-12-04',
  madeAt: '1405',
  settlesOn: '2026-12-07',
  modifier: 'A',
}

it('a bank takes every file of credits, whatever payees are called', () => {
  const credit = fc.record({
    routingNumber: fc.constantFrom('011000015', '021000021', '999999992', '110000000'),
    accountNumber: fc.stringMatching(/^\d{4,17}$/),
    payeeName: fc.string({ minLength: 1, maxLength: 200, unit: 'grapheme' }),
    reference: fc.string({ maxLength: 40, unit: 'grapheme' }),
    amount: fc.integer({ min: 1, max: 9_999_999_999 }).map(cents),
  })
  fc.assert(
    fc.property(fc.array(credit, { minLength: 1, maxLength: 25 }), (credits) => {
      const { problems, entries, settlesOn } = readNacha(nachaFile({ ...file, credits }))
      expect(problems).toEqual([])
      expect(entries.map(({ cents: amount, account }) => [amount, account])).toEqual(
        credits.map(({ amount, accountNumber }) => [amount, accountNumber]),
      )
      expect(settlesOn).toBe('261207')
    }),
  )
})

it('a name keeps its letters without their accents', () => {
  const credit = { routingNumber: '011000015', accountNumber: '1234', reference: 'P1', amount: cents(4875) }
  const text = nachaFile({ ...file, credits: [{ ...credit, payeeName: 'José’s Boosters' }] })
  expect(readNacha(text).entries[0]?.name).toBe("JOSE'S BOOSTERS")
})
