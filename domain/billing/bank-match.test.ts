import { describe, expect, it } from 'vitest'
import { dollars } from '../money.ts'
import { type Movement, namesNumber, proposals } from './bank-match.ts'

const line = (id: string, day: string, text: string, amount: string) => ({
  id,
  day,
  text,
  amount: dollars(amount),
})
const moved = (id: string, day: string, amount: string, more: Partial<Movement> = {}): Movement => ({
  kind: 'deposit',
  id,
  day,
  amount: dollars(amount),
  number: null,
  ...more,
})
const found = (...given: Parameters<typeof proposals>) =>
  [...proposals(...given)].map(([id, { isSure, choices }]) => [id, isSure, choices.map((one) => one.id)])

describe('a line of the bank is matched', () => {
  it('for sure by amount and day, up to three days apart', () => {
    const lines = [line('a', '2026-12-01', 'DEPOSIT', '387.50'), line('b', '2026-12-09', 'DEPOSIT', '10.00')]
    const movements = [moved('one', '2026-11-28', '387.50'), moved('late', '2026-12-05', '10.00')]
    expect(found(lines, movements, [])).toEqual([
      ['a', true, ['one']],
      ['b', false, ['late']],
    ])
  })

  it('for sure by number, however late a check is cashed', () => {
    const lines = [line('a', '2027-01-20', 'CHECK 2041', '-1381.64')]
    const check = moved('paid', '2026-11-30', '-1381.64', { kind: 'payout', number: '2041' })
    const another = moved('other', '2027-01-20', '-1381.64', { kind: 'payout', number: '2050' })
    expect(found(lines, [check, another], [])).toEqual([['a', true, ['paid']]])
  })

  it('not for sure where two would do, from either side', () => {
    const two = [line('a', '2026-12-01', 'DEPOSIT', '50.00'), line('b', '2026-12-01', 'DEPOSIT', '50.00')]
    const movements = [moved('one', '2026-12-01', '50.00'), moved('two', '2026-12-02', '50.00')]
    expect(found(two, movements, []).map(([id, isSure]) => [id, isSure])).toEqual([
      ['a', false],
      ['b', false],
    ])
    expect(found(two, movements.slice(0, 1), [])).toEqual([
      ['a', false, ['one']],
      ['b', false, ['one']],
    ])
  })

  it('money that goes the other way is offered only if its number is named, and never for sure', () => {
    const payout = moved('paid', '2026-11-30', '-1842.19', { kind: 'payout', number: 'PR-000123' })
    const lines = [
      line('a', '2026-11-30', 'HARBOR BOOSTERS PAYOUT PR-000123', '1842.19'),
      line('b', '2026-11-30', 'HARBOR BOOSTERS', '1842.19'),
    ]
    expect(found(lines, [payout], [])).toEqual([
      ['a', false, ['paid']],
      ['b', false, []],
    ])
  })

  it('not for sure where the bank says something else than the day does', () => {
    const refund = moved('refund', '2026-12-01', '-25.00', { kind: 'refund_paid', number: '501' })
    const bounce = moved('bounce', '2026-12-01', '-25.00', { kind: 'reversal', number: '1107' })
    const lines = [line('a', '2026-12-02', 'RETURNED ITEM CHK 1107', '-25.00')]
    const check = { id: 'x', number: '1107', amount: dollars('25.00'), depositedOn: '2026-11-20' }
    expect(found(lines, [refund], [])).toEqual([['a', false, ['refund']]])
    expect(proposals(lines, [refund], [check]).get('a')?.bounces).toEqual([check])
    expect(found(lines, [refund, bounce], [])).toEqual([['a', true, ['bounce']]])
    const check1042 = [line('b', '2026-12-02', 'CHECK 1042', '-25.00')]
    expect(found(check1042, [refund], [])).toEqual([['b', false, ['refund']]])
  })

  it('a returned check proposes the payment that it names, or those of its amount', () => {
    const check = (id: string, number: string) => ({
      id,
      number,
      amount: dollars('25.00'),
      depositedOn: '2026-11-20',
    })
    const checks = [check('x', '1107'), check('y', '1108')]
    const bounces = (text: string) =>
      proposals([line('a', '2026-12-02', text, '-25.00')], [], checks)
        .get('a')
        ?.bounces.map(({ id }) => id)
    expect(bounces('RETURNED ITEM CHK 1107')).toEqual(['x'])
    expect(bounces('RETURNED DEPOSITED ITEM')).toEqual(['x', 'y'])
    expect(bounces('CHECK 1107')).toEqual([])
  })
})

it('a number is named by its digits, without leading zeros or signs between them', () => {
  expect(namesNumber('DEPOSIT 14 CHECKS SLIP 7', '7')).toBe(true)
  expect(namesNumber('PAYOUT PR-000123', 'PR-123')).toBe(true)
  expect(namesNumber('CHECK 11077', '1107')).toBe(false)
  expect(namesNumber('REF 2026 11 05', '2026-11')).toBe(true)
  expect(namesNumber('DEPOSIT', null)).toBe(false)
  expect(namesNumber('ACH PAYOUT ID:C2DUE-7KQRX CCD', 'C2DUE-7KQRX')).toBe(true)
  expect(namesNumber('ACH PAYOUT 02/07', 'C2DUE-7KQRX')).toBe(false)
})
