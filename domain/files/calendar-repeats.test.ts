import { describe, expect, it } from 'vitest'
import { event, read, START } from '#tests/calendar-file.ts'

describe('a repeating event', () => {
  const practice = (...lines: string[]) =>
    event('UID:p', 'DTSTART;TZID=America/New_York:20261026T183000', 'SUMMARY:Practice', ...lines)
  const daysOf = (...lines: string[]) =>
    read(...practice(...lines)).entries.map(({ start }) => start?.toISOString().slice(0, 16))

  it('becomes its days, on the same clock in summer and in winter', () => {
    const { entries } = read(...practice('RRULE:FREQ=WEEKLY;COUNT=2', 'DURATION:PT2H'))
    expect(entries).toMatchObject([
      { uid: 'p/20261026', start: new Date('2026-10-26T22:30:00Z'), end: new Date('2026-10-27T00:30:00Z') },
      { uid: 'p/20261102', start: new Date('2026-11-02T23:30:00Z'), end: new Date('2026-11-03T01:30:00Z') },
    ])
  })

  it.each([
    ['RRULE:FREQ=WEEKLY;BYDAY=MO,WE;UNTIL=20261103T000000Z', '10-26T22:30 10-28T22:30 11-02T23:30'],
    ['RRULE:FREQ=DAILY;UNTIL=20261027', '10-26T22:30 10-27T22:30'],
    ['RRULE:FREQ=DAILY;UNTIL=20261027T120000', '10-26T22:30'],
    ['RDATE;TZID=America/New_York:20261030T183000', '10-26T22:30 10-30T22:30'],
    ['RRULE:FREQ=MONTHLY;BYDAY=-1MO;COUNT=2', '10-26T22:30 11-30T23:30'],
    ['RRULE:FREQ=DAILY;COUNT=3 EXDATE:20261027T223000Z', '10-26T22:30 10-28T22:30'],
    ['RRULE:FREQ=DAILY;COUNT=3 EXDATE;VALUE=DATE:20261026,20261028', '10-27T22:30'],
  ])('with %s is on %s', (lines, days) => {
    expect(daysOf(...lines.split(' '))).toEqual(days.split(' ').map((day) => `2026-${day}`))
  })

  it('has at most 200 days in at most 400 days', () => {
    expect(daysOf('RRULE:FREQ=DAILY')).toHaveLength(200)
    expect(daysOf('RRULE:FREQ=WEEKLY').at(-1)).toBe('2027-11-29T23:30')
  })

  it('has what was changed of it in its place', () => {
    const change = event(
      ...['UID:p', 'RECURRENCE-ID;TZID=America/New_York:20261102T183000', 'DTSTART:20261103T233000Z'],
      ...['SUMMARY:Practice (moved)', 'STATUS:CANCELLED'],
    )
    const { entries, skipped } = read(...practice('RRULE:FREQ=WEEKLY;COUNT=3'), ...change)
    expect(skipped).toEqual([])
    expect(entries.map(({ uid, title, start, line }) => [uid, title, start?.toISOString(), line])).toEqual([
      ['p/20261026', 'Practice', '2026-10-26T22:30:00.000Z', 3],
      ['p/20261102', 'Practice (moved)', '2026-11-03T23:30:00.000Z', 9],
      ['p/20261109', 'Practice', '2026-11-09T23:30:00.000Z', 3],
    ])
    expect(read(...change).entries).toMatchObject([{ uid: 'p/20261102', status: 'CANCELLED' }])
  })

  it.each([
    'RRULE:FREQ=SECONDLY',
    'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=31',
    'RRULE:FREQ=DAILY;INTERVAL=7;BYDAY=TU',
    'RRULE:FREQ=DAILY;INTERVAL=0',
    'RRULE:FREQ=WEEKLY;BYSETPOS=50;BYDAY=MO',
    'RRULE:x',
    'EXRULE:FREQ=DAILY',
  ])('by %s cannot be followed, and costs no other event', (rule) => {
    const { entries, skipped } = read(...practice(rule), ...event(START, 'SUMMARY:vs. Bay'))
    expect(entries.map(({ title }) => title)).toEqual(['vs. Bay'])
    expect(skipped[0]?.reason).toMatch(/^repeats in a way that cannot be followed/)
  })

  it.each([
    'FREQ=MONTHLY;BYMONTHDAY=31',
    'FREQ=MONTHLY;BYMONTHDAY=-31;INTERVAL=12',
    'FREQ=MONTHLY;BYDAY=5MO;INTERVAL=2',
    'FREQ=YEARLY;BYMONTHDAY=31;BYMONTH=2',
    'FREQ=YEARLY;BYDAY=-5SU;BYMONTH=2',
    'FREQ=YEARLY',
    'FREQ=WEEKLY;BYMONTH=2;BYDAY=TU',
    'FREQ=DAILY;BYMONTH=2;BYDAY=TU',
    'FREQ=WEEKLY;INTERVAL=999;WKST=SU',
    'FREQ=MONTHLY;INTERVAL=999;BYMONTHDAY=30',
  ])('by the rare rule %s takes no time', (rule) => {
    const started = performance.now()
    expect(daysOf(`RRULE:${rule}`).length).toBeLessThan(60)
    expect(performance.now() - started).toBeLessThan(2_000)
  })

  it('is left out where all days together are more than the file may have', () => {
    const daily = practice('RRULE:FREQ=DAILY').filter((line) => line !== 'UID:p')
    const { entries, skipped } = read(...Array(12).fill(daily).flat())
    expect(entries.length).toBe(1_800)
    expect(skipped).toHaveLength(3)
  })
})
