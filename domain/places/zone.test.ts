import { describe, expect, it, vi } from 'vitest'
import {
  addDays,
  dateIn,
  dateTimeIn,
  earliestDay,
  endOfDay,
  instantIn,
  isCalendarDay,
  isTimeZone,
  latestDay,
  startOfDay,
} from './zone.ts'

const NEW_YORK = 'America/New_York'
const at = (text: string) => new Date(text)

/** The instants at which a zone's clocks change, from 1980 to 2040, to the second. */
function changesOf(timeZone: string): number[] {
  const clock = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  const offsetAt = (ms: number) => clock.formatToParts(ms).find(({ type }) => type === 'timeZoneName')?.value
  const changes: number[] = []
  const weekMs = 7 * 24 * 3_600_000
  for (let ms = Date.UTC(1980, 0); ms < Date.UTC(2040, 0); ms += weekMs) {
    if (offsetAt(ms) === offsetAt(ms + weekMs)) continue
    let [before, after] = [ms, ms + weekMs]
    while (after - before > 1_000) {
      const middle = Math.floor((before + after) / 2_000) * 1_000
      if (offsetAt(middle) === offsetAt(ms)) before = middle
      else after = middle
    }
    changes.push(after)
  }
  return changes
}

// Some of these change their clocks a minute after the hour or the half hour.
it.each([
  'America/New_York',
  'America/St_Johns',
  'America/Goose_Bay',
  'Antarctica/Casey',
  'Asia/Gaza',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Pacific/Apia',
])('local times in %s match Intl on both sides of each change, cached or not', (timeZone) => {
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  for (const change of changesOf(timeZone))
    for (const ms of [change, change - 1, change + 59_999, change - 60_000, change, change - 1])
      expect(dateTimeIn(timeZone, new Date(ms))).toBe(clock.format(ms).replace(' ', 'T'))
})

describe('the instant of a local time (R22)', () => {
  it.each([
    ['in winter', NEW_YORK, '2026-01-15', '19:30', '2026-01-16T00:30:00.000Z'],
    ['in summer', NEW_YORK, '2026-07-15', '19:30', '2026-07-15T23:30:00.000Z'],
    ['with seconds', 'America/Denver', '2026-07-15', '19:30:15', '2026-07-16T01:30:15.000Z'],
    [
      'in a time zone without daylight saving time',
      'America/Phoenix',
      '2026-07-15',
      '19:30',
      '2026-07-16T02:30:00.000Z',
    ],
    ['just before the clocks go forward', NEW_YORK, '2026-03-08', '01:59', '2026-03-08T06:59:00.000Z'],
    ['just after the clocks go forward', NEW_YORK, '2026-03-08', '03:00', '2026-03-08T07:00:00.000Z'],
    ['at midnight of that day', NEW_YORK, '2026-03-08', '00:00', '2026-03-08T05:00:00.000Z'],
    ['after the clocks went back', NEW_YORK, '2026-11-01', '02:00', '2026-11-01T07:00:00.000Z'],
    ['of the last second of a year', NEW_YORK, '2026-12-31', '23:59:59', '2027-01-01T04:59:59.000Z'],
    ['in a leap year', NEW_YORK, '2028-02-29', '12:00', '2028-02-29T17:00:00.000Z'],
  ])('is found %s', (_, zone, date, time, expected) => {
    expect(instantIn(zone, date, time).toISOString()).toBe(expected)
  })

  it('is the next existing one for a time skipped by daylight saving', () => {
    const skipped = instantIn(NEW_YORK, '2026-03-08', '02:30')
    expect(skipped.getTime()).toBeGreaterThanOrEqual(at('2026-03-08T06:30:00Z').getTime())
    expect(skipped.getTime()).toBeLessThanOrEqual(at('2026-03-08T07:30:00Z').getTime())
  })

  it('is midnight if no time is given', () => {
    expect(instantIn(NEW_YORK, '2026-07-15').toISOString()).toBe('2026-07-15T04:00:00.000Z')
  })
})

describe('the day of an instant', () => {
  it('is the local day, not that of UTC', () => {
    expect(dateIn(NEW_YORK, at('2026-07-15T03:59:59Z'))).toBe('2026-07-14')
    expect(dateIn(NEW_YORK, at('2026-07-15T04:00:00Z'))).toBe('2026-07-15')
  })

  it('comes with the local time', () => {
    expect(dateTimeIn(NEW_YORK, at('2026-01-01T04:07:59Z'))).toBe('2025-12-31T23:07')
  })

  it('depends on the time zone', () => {
    const instant = at('2026-07-15T05:30:00Z')
    expect([NEW_YORK, 'America/Denver'].map((zone) => dateIn(zone, instant))).toEqual([
      '2026-07-15',
      '2026-07-14',
    ])
  })

  it('is that of UTC for the whole country', () => {
    expect(latestDay(at('2026-07-15T23:59:59.999Z'))).toBe('2026-07-15')
  })

  it('has begun in the whole country once it has begun in Hawaii (R22)', () => {
    expect(earliestDay(at('2026-12-01T09:59:59.999Z'))).toBe('2026-11-30')
    expect(earliestDay(at('2026-12-01T10:00:00Z'))).toBe('2026-12-01')
  })
})

describe('the bounds of a day', () => {
  it('are its first and last local millisecond', () => {
    expect(startOfDay(NEW_YORK, '2026-07-15').toISOString()).toBe('2026-07-15T04:00:00.000Z')
    expect(endOfDay(NEW_YORK, '2026-07-15').toISOString()).toBe('2026-07-16T03:59:59.999Z')
  })

  it('are 23 hours apart when the clocks go forward', () => {
    const length = endOfDay(NEW_YORK, '2026-03-08').getTime() - startOfDay(NEW_YORK, '2026-03-08').getTime()
    expect(length).toBe(23 * 3_600_000 - 1)
  })
})

it.each([
  ['2026-02-28', 1, '2026-03-01'],
  ['2028-02-28', 1, '2028-02-29'],
  ['2026-01-01', -1, '2025-12-31'],
  ['2026-12-31', 7, '2027-01-07'],
])('%s plus %j days is %s', (date, days, expected) => {
  expect(addDays(date, days)).toBe(expected)
})

it.each(['2026-02-28', '2028-02-29', '1999-12-31', '2199-01-01', '1900-01-01'])(
  '%s is a calendar day',
  (text) => {
    expect(isCalendarDay(text)).toBe(true)
  },
)

it.each([
  '2026-02-29',
  '2026-02-30',
  '2026-13-01',
  '2026-00-10',
  '1899-12-31',
  '2200-01-01',
  '0000-01-01',
  '2026-2-3',
  '2026-02-3',
  '2026-2-03',
  ' 2026-02-03',
  '2026-02-03 ',
  '12026-02-03',
  '2026-02-031',
  '',
  '20260203',
  '2026-ab-01',
  '2026-01-ab',
  '20ab-01-01',
  '2026-04-31',
])('%j is not a calendar day', (text) => {
  expect(isCalendarDay(text)).toBe(false)
})

it.each([NEW_YORK, 'America/Indiana/Indianapolis', 'Etc/GMT+5', 'America/Port-au-Prince'])(
  '%s is a time zone',
  (text) => {
    expect(isTimeZone(text)).toBe(true)
  },
)

it.each([
  'UTC',
  'EST',
  'America/Nowhere',
  '',
  ' America/New_York',
  'America/New_York ',
  '1/America/New_York',
  '+05:00',
])('%j is not an accepted time zone', (text) => {
  expect(isTimeZone(text)).toBe(false)
})

describe('a time zone', () => {
  it('is kept once, however it is spelled', () => {
    const instant = new Date('2026-09-12T03:00:00Z')
    expect(dateIn('America/New_York', instant)).toBe('2026-09-11')
    const made = vi.spyOn(Intl, 'DateTimeFormat')
    expect(dateIn('aMERICA/nEW_yORK', instant)).toBe('2026-09-11')
    expect(made).not.toHaveBeenCalled()
    made.mockRestore()
  })
})
