import { describe, expect, it } from 'vitest'
import { parseTime, typedTime } from './calendar-day.ts'

describe('a time of day', () => {
  it.each([
    ['7p', '19:00'],
    ['730pm', '19:30'],
    ['7:30 PM', '19:30'],
    [' 7.30 p.m. ', '19:30'],
    ['7a', '07:00'],
    ['12am', '00:00'],
    ['12 pm', '12:00'],
    ['1930', '19:30'],
    ['19:30', '19:30'],
    ['9', '09:00'],
  ])('typed as "%s" is %s', (text, time) => expect(parseTime(text)).toBe(time))

  it.each(['', 'noon', '13pm', '0pm', '7:75', '24:00', '7pmx', '123456'])('"%s" is none', (text) =>
    expect(parseTime(text)).toBeNull(),
  )

  it('is shown as it is said, and read again as the same', () => {
    for (const time of ['00:00', '00:05', '11:59', '12:00', '18:30', '23:59'])
      expect(parseTime(typedTime(time))).toBe(time)
    expect(typedTime('18:30')).toBe('6:30 PM')
    expect(typedTime('soon')).toBe('soon')
  })
})
