import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromDate, isNoDay, parseDay, toDate, typedDay } from './calendar-day.ts'

describe('a calendar day', () => {
  it('is read in the usual American formats', () => {
    expect(parseDay('10/13/2026')).toBe('2026-10-13')
    expect(parseDay(' 1/2/26 ')).toBe('2026-01-02')
    expect(parseDay('10-13-2026')).toBe('2026-10-13')
    expect(parseDay('2026-10-13')).toBe('2026-10-13')
  })

  it('is read from figures alone, and without a year as the nearest one', () => {
    expect(parseDay('11222026')).toBe('2026-11-22')
    expect(parseDay('112226')).toBe('2026-11-22')
    expect(parseDay('11/22', '2026-09-10')).toBe('2026-11-22')
    expect(parseDay('1/5', '2026-12-20')).toBe('2027-01-05')
    expect(parseDay('12/20', '2027-01-05')).toBe('2026-12-20')
    for (const text of ['11/22', '13/1', '1122', '13012026'])
      expect({ text, day: parseDay(text) }).toEqual({ text, day: null })
    expect(parseDay('2/30', '2026-01-05')).toBeNull()
  })

  it('is refused if there is no such day', () => {
    for (const text of ['', 'soon', '2/30/2026', '13/1/2026', '0/1/2026', '2/29/2025', '1/1/1', '1/1/0026'])
      expect({ text, day: parseDay(text) }).toEqual({ text, day: null })
    expect(parseDay('2/29/2024')).toBe('2024-02-29')
  })

  it('is unchanged by the text field and by the calendar', () => {
    const days = fc.date({ min: new Date('1901-01-01'), max: new Date('2990-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(days, (date) => {
        const day = date.toISOString().slice(0, 10)
        expect(parseDay(typedDay(day))).toBe(day)
        expect(fromDate(toDate(day) ?? new Date(0))).toBe(day)
      }),
    )
  })
})

it('a day that does not exist is distinguished from other text', () => {
  for (const text of ['02/30/2027', '2027-02-30', '13.45.26', '99']) expect(isNoDay(text)).toBe(true)
  for (const text of ['', 'soon', '10/13/2026', '2026-10-13', '/']) expect(isNoDay(text)).toBe(false)
})
