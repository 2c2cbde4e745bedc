import { describe, expect, it } from 'vitest'
import { readCalendar } from './calendar.ts'
import { calendarText, eventIdIn, type FeedEvent, feedUid, fold } from './calendar-feed.ts'
import { plainText, readComponents } from './calendar-lines.ts'
import { calendarZone } from './calendar-zone.ts'
import { isRefused, type ScheduleLine } from './schedule.ts'

const ZONE = 'America/Chicago'
const START = 'DTSTART:20260912T230000Z'
const file = (...lines: string[]) => ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR', ''].join('\r\n')
const event = (...lines: string[]) => file('BEGIN:VEVENT', ...lines, 'END:VEVENT')
const one = (...lines: string[]) => readCalendar(event(...lines), ZONE).lines[0] as ScheduleLine
const reasonOf = (...lines: string[]) => {
  const line = one(...lines)
  return isRefused(line) ? line.reason : 'accepted'
}

describe('a calendar file', () => {
  it('is read into components with properties, parameters and line numbers', () => {
    const text = file('BEGIN:vevent', 'summary;language="en;us";X=a=b:Go: "team"', 'END:VEVENT')
    expect(readComponents(text)).toEqual([
      { name: 'VCALENDAR', line: 1, properties: [] },
      {
        ...{ name: 'VEVENT', line: 2 },
        properties: [
          {
            name: 'SUMMARY',
            parameters: { LANGUAGE: 'en', 'US"': '', X: 'a=b' },
            value: 'Go: "team"',
            line: 3,
          },
        ],
      },
    ])
  })

  it('may begin with a byte order mark and use any of the three line endings', () => {
    expect(readComponents('\ufeffBEGIN:VCALENDAR\rX:1\nEND:VCALENDAR\r\n')[0]?.properties).toEqual([
      { name: 'X', parameters: {}, value: '1', line: 2 },
    ])
  })

  it('may have empty lines, and lines continued after a tab or a space', () => {
    const [calendar] = readComponents(file('', 'X:a', '\tb', ' c', '  ', 'Y:d'))
    expect(calendar?.properties.map(({ value, line }) => [value, line])).toEqual([
      ['abc ', 3],
      ['d', 7],
    ])
  })

  it.each([
    ['a line without a colon', file('hello'), 'Line 2 does not belong'],
    ['a line without a name', file(':x'), 'Line 2 does not belong'],
    ['a property name with an underscore', file('A_B:x'), 'Line 2 does not belong'],
    ['a property name that begins with an underscore', file('_AB:x'), 'Line 2 does not belong'],
    ['a colon only inside quotes', file('A;B="x:y"'), 'Line 2 does not belong'],
    ['a file that is cut off', 'BEGIN:VCALENDAR\nBEGIN:VEVENT\nEND:VEVENT', 'is incomplete'],
    ['an end without a beginning', 'BEGIN:VCALENDAR\nEND:VCALENDAR\nEND:VEVENT', 'Line 3 ends something'],
    ['a line outside the calendar', 'BEGIN:VCALENDAR\nEND:VCALENDAR\nX:1', 'Line 3 is outside'],
    ['not a calendar', 'BEGIN:VCARD\nEND:VCARD', 'does not begin'],
    ['an empty file', '', 'does not begin'],
    [
      'a file nested five levels deep',
      'BEGIN:VCALENDAR\nBEGIN:A\nBEGIN:B\nBEGIN:C\nBEGIN:D',
      'Line 5 is nested too deeply',
    ],
    ['a line of 20,001 characters', file(`X:${'x'.repeat(19_999)}`), 'Line 2 of the file is too long'],
  ])('is refused with a reason for %s', (_, text, words) => {
    expect(() => readComponents(text)).toThrow(words)
  })

  it('may be four levels deep, with lines of 20,000 characters', () => {
    expect(readComponents(file('BEGIN:A', 'BEGIN:B', 'BEGIN:C', 'END:C', 'END:B', 'END:A'))).toHaveLength(4)
    expect(readComponents(file(`X:${'x'.repeat(19_998)}`))).toHaveLength(1)
  })

  it('may have 60,000 lines and no more', () => {
    const lines = Array.from({ length: 59_998 }, () => 'X:1')
    expect(
      readComponents(['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR'].join('\n'))[0]?.properties.length,
    ).toBe(59_998)
    expect(() => readComponents(['BEGIN:VCALENDAR', ...lines, 'X:1', 'END:VCALENDAR'].join('\n'))).toThrow(
      'too many',
    )
  })
})

it.each([
  [' a\\nb\\Nc ', 'a b c'],
  ['a\\, b\\; c\\\\', 'a, b; c\\'],
  ['a\t\tb', 'a b'],
])('calendar text %j is read as one line', (value, text) => {
  expect(plainText(value)).toBe(text)
})

describe('the time zone of a calendar', () => {
  it.each([
    [' America/New_York ', 'America/New_York'],
    ['/x/America/Port-au-Prince', 'America/Port-au-Prince'],
    ['Mountain Standard Time', 'America/Denver'],
    ['xAmerica/New_York', null],
    ['America/New_York/', null],
    ['America/new_york_', null],
    ['Mars/Olympus', null],
  ])('%j is read as %j', (name, zone) => {
    expect(calendarZone(name)).toBe(zone)
  })
})

describe('the time of an event', () => {
  it.each([
    ['DTSTART:20260912T235959Z', '2026-09-12T23:59:59Z'],
    ['DTSTART: 20260912T000000Z ', '2026-09-12T00:00:00Z'],
    ['DTSTART:20260912T190000', '2026-09-13T00:00:00Z'],
  ])('%j is read', (start, at) => {
    expect(one(start, 'SUMMARY:A')).toMatchObject({ start: new Date(at), hasTime: true })
  })

  it.each([
    ['DTSTART:20260912T240000Z', 'DTSTART is not a time: "20260912T240000Z"'],
    ['DTSTART:20260912T236000Z', 'DTSTART is not a time: "20260912T236000Z"'],
    ['DTSTART:20260912T235960Z', 'DTSTART is not a time: "20260912T235960Z"'],
    ['DTSTART:x20260912', 'DTSTART is not a date: "x20260912"'],
    ['DTSTART:20260912T230000ZZ', 'DTSTART is not a date: "20260912T230000ZZ"'],
    [`DTSTART:${'9'.repeat(40)}`, `DTSTART is not a date: "${'9'.repeat(30)}"`],
    [
      `DTSTART;TZID=${'X'.repeat(50)}:20260912T230000`,
      `is in the time zone "${'X'.repeat(40)}", which we don’t know: export it with a zone such as America/New_York`,
    ],
  ])('%j is refused with a reason', (start, reason) => {
    expect(reasonOf(start, 'SUMMARY:A')).toBe(reason)
  })

  it.each([
    ['DURATION:P1W', '2026-09-19T23:00:00Z'],
    ['DURATION:P1DT2H3M4S', '2026-09-14T01:03:04Z'],
    ['DURATION: PT45M ', '2026-09-12T23:45:00Z'],
    ['DTEND:20260912T230000Z', '2026-09-12T23:00:00Z'],
    ['DTEND:20260913T010000Z', '2026-09-13T01:00:00Z'],
  ])('with %j has its end at %s', (end, at) => {
    expect(one(START, 'SUMMARY:A', end)).toMatchObject({ end: new Date(at) })
  })

  it.each(['DURATION:xPT1H', 'DURATION:PT1Hx', 'DURATION:1H', 'DURATION:-PT1H'])(
    'with %j is refused',
    (end) => {
      expect(reasonOf(START, 'SUMMARY:A', end)).toBe('has a DURATION that cannot be read')
    },
  )

  const day = 'DTSTART;VALUE=DATE:20260912'
  it.each([
    ['DTEND;VALUE=DATE:20260913', undefined],
    ['DTEND;VALUE=DATE:20260914', new Date('2026-09-13T17:00:00Z')],
    ['DTEND;VALUE=DATE:20260231', undefined],
    ['DTEND:20260914T100000Z', undefined],
    ['DTEND;VALUE=DATE:202609140', undefined],
    ['DURATION:P3D', undefined],
  ])('with %j gives an all-day event the right last day', (end, expected) => {
    expect(one(day, 'SUMMARY:A', end)).toMatchObject({ hasTime: false, end: expected })
  })
})

describe('an event of a calendar file', () => {
  it.each(['RRULE', 'RDATE', 'EXRULE', 'RECURRENCE-ID'])('that repeats by %s is refused', (name) => {
    expect(reasonOf(START, 'SUMMARY:A', `${name}:x`)).toMatch(/^repeats/)
  })

  it.each(['DTSTART', 'DTEND', 'DURATION', 'SUMMARY', 'LOCATION', 'UID', 'STATUS'])(
    'that has %s twice is refused',
    (name) => {
      const others = [START, 'SUMMARY:A'].filter((line) => !line.startsWith(name))
      expect(reasonOf(...others, `${name}:x`, `${name}:x`)).toBe(
        `says ${name} twice: the file may be damaged`,
      )
    },
  )

  it('with a lowercase cancelled status counts as cancelled', () => {
    expect(readCalendar(event(START, 'SUMMARY:A', 'STATUS: cancelled'), ZONE)).toEqual({
      lines: [],
      calledOff: 1,
    })
    expect(readCalendar(event(START, 'SUMMARY:A', 'STATUS:CONFIRMED'), ZONE).calledOff).toBe(0)
  })

  it('named "@ Harbor" is an away game against Harbor, unless it is a practice', () => {
    expect(one(START, 'SUMMARY:@ Harbor')).toMatchObject({
      name: 'at Harbor',
      opponent: 'Harbor',
      venue: 'away',
    })
    expect(one(START, 'SUMMARY:Practice @ Harbor')).toMatchObject({
      opponent: null,
      venue: null,
      eventType: 'practice',
    })
  })

  it('has a location only if it names one, and no formula', () => {
    expect(one(START, 'SUMMARY:A')).toMatchObject({ location: undefined })
    expect(one(START, 'SUMMARY:A', 'LOCATION: ')).toMatchObject({ location: null })
    expect(reasonOf(START, 'SUMMARY:A', 'LOCATION:=1+1')).toBe('the location looks like a formula')
  })

  it('may have a UID of up to 255 characters that begins with any character', () => {
    expect(one(START, 'SUMMARY:A', 'UID: ')).toMatchObject({ uid: null })
    expect(one(START, 'SUMMARY:A', `UID:=${'u'.repeat(254)}`)).toMatchObject({ uid: `=${'u'.repeat(254)}` })
    expect(reasonOf(START, 'SUMMARY:A', 'UID:u\u0007')).toBe('has a UID that cannot be read')
  })

  it('is in the campaign’s time zone when the file names an unknown one', () => {
    const text = file(
      'X-WR-TIMEZONE:Mars/Olympus',
      'BEGIN:VEVENT',
      'DTSTART:20260912T180000',
      'SUMMARY:A',
      'END:VEVENT',
    )
    expect(readCalendar(text, ZONE).lines[0]).toMatchObject({ start: new Date('2026-09-12T23:00:00Z') })
  })
})

describe('the published schedule', () => {
  const game: FeedEvent = {
    ...{ id: 'g', name: 'vs. Harbor', startTime: new Date('2026-11-07T00:30:00Z'), hasTime: true },
    ...{
      endTime: new Date('2026-11-07T02:30:00Z'),
      location: null,
      description: 'Bring water;\nand shade\\',
    },
    ...{ version: 1, changedAt: new Date('2026-09-01T16:00:00.123Z') },
  }
  const feed = { product: 'P', title: 'Fall, Season', timeZone: ZONE, url: 'http://x' }

  it('has every event with all its calendar properties', () => {
    expect(calendarText({ ...feed, events: [game] }).split('\r\n')).toEqual([
      ...[
        'BEGIN:VCALENDAR',
        'VERSION:2.0',
        'PRODID:-//P//Schedule//EN',
        'CALSCALE:GREGORIAN',
        'METHOD:PUBLISH',
      ],
      ...['NAME:Fall\\, Season', 'X-WR-CALNAME:Fall\\, Season', `X-WR-TIMEZONE:${ZONE}`],
      ...['REFRESH-INTERVAL;VALUE=DURATION:PT6H', 'X-PUBLISHED-TTL:PT6H'],
      ...['BEGIN:VEVENT', 'UID:g@schedule.pledgeraiser', 'DTSTAMP:20260901T160000Z'],
      ...[
        'LAST-MODIFIED:20260901T160000Z',
        'SEQUENCE:0',
        'DTSTART:20261107T003000Z',
        'DTEND:20261107T023000Z',
      ],
      ...[
        'SUMMARY:vs. Harbor',
        'DESCRIPTION:Bring water\\;\\nand shade\\\\',
        'URL:http://x',
        'STATUS:CONFIRMED',
      ],
      ...['END:VEVENT', 'END:VCALENDAR', ''],
    ])
  })

  it('folds a line after 75 bytes, and its continuation after 74', () => {
    expect(fold('x'.repeat(75))).toBe('x'.repeat(75))
    expect(fold('x'.repeat(150))).toBe(`${'x'.repeat(75)}\r\n ${'x'.repeat(74)}\r\n x`)
    expect(fold(`${'x'.repeat(74)}é`)).toBe(`${'x'.repeat(74)}\r\n é`)
  })

  it('recognizes its own events by their UID', () => {
    expect(eventIdIn(feedUid('g'))).toBe('g')
    expect(eventIdIn('g@schedule.pledgeraiser.x')).toBeNull()
  })
})
