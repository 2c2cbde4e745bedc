import { describe, expect, it, test } from 'vitest'
import { readCalendar } from './calendar.ts'
import { calendarText, eventIdIn, type FeedEvent, feedUid, fold } from './calendar-feed.ts'
import { CalendarProblem } from './calendar-lines.ts'
import { calendarZone } from './calendar-zone.ts'
import { isRefused, type ScheduleLine } from './schedule.ts'

const ZONE = 'America/Chicago'
const file = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n')
const event = (...lines: string[]) => file('BEGIN:VEVENT', ...lines, 'END:VEVENT')
const one = (...lines: string[]): ScheduleLine => readCalendar(event(...lines), ZONE).lines[0] as ScheduleLine
const reasonOf = (line: ScheduleLine): string => (isRefused(line) ? line.reason : 'accepted')

describe('an event of a calendar file', () => {
  it('is read with its UID, time zone, name, opponent and location', () => {
    expect(
      one(
        'UID:game-17@league.example',
        'DTSTART;TZID=America/New_York:20261106T190000',
        'DTEND;TZID="America/New_York":20261106T210000',
        'SUMMARY:Varsity Soccer vs. Harbor\\, JV',
        'LOCATION:Main Field\\; gate 3\\n12 Oak St',
      ),
    ).toEqual({
      ...{ line: 3, uid: 'game-17@league.example', eventType: 'game', venue: 'home' },
      ...{ name: 'Varsity Soccer vs. Harbor, JV', opponent: 'Harbor, JV' },
      ...{ start: new Date('2026-11-07T00:00:00Z'), hasTime: true, end: new Date('2026-11-07T02:00:00Z') },
      ...{ location: 'Main Field; gate 3 12 Oak St', description: undefined },
    })
  })

  test.each([
    ['DTSTART:20260912T230000Z', '2026-09-12T23:00:00Z', true],
    ['DTSTART:20260912T180000', '2026-09-12T23:00:00Z', true],
    ['DTSTART;TZID=Pacific Standard Time:20260912T160000', '2026-09-12T23:00:00Z', true],
    ['DTSTART;TZID=/example.org/2024/America/Denver:20260912T170000', '2026-09-12T23:00:00Z', true],
    ['DTSTART;VALUE=DATE:20260912', '2026-09-12T17:00:00Z', false],
    // A time skipped by daylight saving becomes the next existing one; a repeated one is either of the two.
    ['DTSTART;TZID=America/Chicago:20260308T023000', '2026-03-08T08:30:00Z', true],
  ])('with %s starts at %s', (start, at, hasTime) => {
    expect(one(start, 'SUMMARY:Senior night')).toMatchObject({ start: new Date(at), hasTime })
  })

  it('is in the time zone of its file if it names none itself', () => {
    const text = file(
      'X-WR-TIMEZONE:America/Denver',
      'BEGIN:VEVENT',
      'DTSTART:20260912T170000',
      'SUMMARY:A',
      'END:VEVENT',
    )
    expect(readCalendar(text, ZONE).lines[0]).toMatchObject({ start: new Date('2026-09-12T23:00:00Z') })
  })

  it('ends after its DURATION or on its DTEND', () => {
    const start = 'DTSTART:20260912T230000Z'
    expect(one(start, 'SUMMARY:A', 'DURATION:PT1H30M')).toMatchObject({
      end: new Date('2026-09-13T00:30:00Z'),
    })
    expect(one(start, 'SUMMARY:A')).toMatchObject({ end: undefined })
    const days = ['DTSTART;VALUE=DATE:20260912', 'DTEND;VALUE=DATE:20260914']
    expect(one(...days, 'SUMMARY:Fall Classic')).toMatchObject({
      ...{ eventType: 'tournament', end: new Date('2026-09-13T17:00:00Z') },
    })
  })

  it('has a name that continues on lines beginning with a space or a tab', () => {
    expect(one('DTSTART:20260912T230000Z', 'SUMMARY:vs. Har', ' bor High Sch', '\tool')).toMatchObject({
      name: 'vs. Harbor High School',
    })
  })

  test.each([
    [['SUMMARY:A'], 'has no start (DTSTART)'],
    [['DTSTART:20260912T230000Z'], 'has no name (SUMMARY)'],
    [['DTSTART:tomorrow', 'SUMMARY:A'], 'DTSTART is not a date: "tomorrow"'],
    [['DTSTART:20260231T100000Z', 'SUMMARY:A'], 'DTSTART is not a date: "20260231T100000Z"'],
    [['DTSTART:20260912T250000Z', 'SUMMARY:A'], 'DTSTART is not a time: "20260912T250000Z"'],
    [
      ['DTSTART:20260912T230000Z', 'SUMMARY:A', 'RRULE:FREQ=WEEKLY'],
      'repeats: export the schedule with each game as a separate event',
    ],
    [
      ['DTSTART:20260912T230000Z', 'SUMMARY:A', 'RECURRENCE-ID:20260912T230000Z'],
      'repeats: export the schedule with each game as a separate event',
    ],
    [
      ['DTSTART;TZID=Mars/Olympus:20260912T230000', 'SUMMARY:A'],
      'is in the time zone "Mars/Olympus", which we don’t know: export it with a zone such as America/New_York',
    ],
    [['DTSTART:20260912T230000Z', 'DTEND:20260912T220000Z', 'SUMMARY:A'], 'ends before it starts'],
    [['DTSTART:20260912T230000Z', 'DURATION:soon', 'SUMMARY:A'], 'has a DURATION that cannot be read'],
    [['DTSTART:20260912T230000Z', 'SUMMARY:A', 'SUMMARY:B'], 'says SUMMARY twice: the file may be damaged'],
    [['DTSTART:20260912T230000Z', 'SUMMARY:=cmd|calc'], 'the name looks like a formula'],
    [['DTSTART:20260912T230000Z', `SUMMARY:${'A'.repeat(201)}`], 'the name has more than 200 characters'],
    [
      ['DTSTART:20260912T230000Z', 'SUMMARY:Łu\ufffdd'],
      'contains characters that cannot be read: save the file as UTF-8',
    ],
    [
      ['DTSTART:20260912T230000Z', 'SUMMARY:A', `UID:${'u'.repeat(256)}`],
      'has a UID of more than 255 characters',
    ],
  ])('with %j is refused with a reason', (lines, reason) => expect(reasonOf(one(...lines))).toBe(reason))

  it('that was cancelled is left out and counted; tasks, alarms and time zones are not events', () => {
    const text = file(
      ...[
        'BEGIN:VTIMEZONE',
        'TZID:X',
        'BEGIN:STANDARD',
        'DTSTART:19701101T020000',
        'END:STANDARD',
        'END:VTIMEZONE',
      ],
      ...['BEGIN:VTODO', 'SUMMARY:Buy balls', 'END:VTODO'],
      ...['BEGIN:VEVENT', 'DTSTART:20260912T230000Z', 'SUMMARY:A', 'STATUS:CANCELLED', 'END:VEVENT'],
      ...['BEGIN:VEVENT', 'DTSTART:20260913T230000Z', 'SUMMARY:B'],
      ...['BEGIN:VALARM', 'SUMMARY:Soon', 'TRIGGER:-PT1H', 'END:VALARM', 'END:VEVENT'],
    )
    const { lines, calledOff } = readCalendar(text, ZONE)
    expect(lines).toMatchObject([{ name: 'B' }])
    expect(calledOff).toBe(1)
  })
})

describe('a file that is not a valid calendar', () => {
  test.each([
    ['a web page', '<html></html>', /does not begin with BEGIN:VCALENDAR|damaged/],
    ['a file that was cut off', event('SUMMARY:A').slice(0, -20), /cut off|damaged/],
    ['overlapping components', 'BEGIN:VCALENDAR\nBEGIN:VEVENT\nEND:VCALENDAR\nEND:VEVENT', /was not started/],
    ['text in the middle', file('hello'), /Line 3 does not belong in a calendar file/],
    ['something after the end', `${file()}SUMMARY:A`, /outside the calendar/],
    ['deeply nested components', `BEGIN:VCALENDAR\n${'BEGIN:X\n'.repeat(9)}`, /too deep/],
    ['an endless line', file(`SUMMARY:${'x'.repeat(20_001)}`), /too long/],
    ['an endlessly continued line', file(`SUMMARY:x${'\r\n y'.repeat(20_001)}`), /too long/],
    ['more lines than any season', file(...Array.from({ length: 60_001 }, () => 'X:1')), /too many lines/],
  ])('is refused with a reason: %s', (_, text, words) => {
    expect(() => readCalendar(text, ZONE)).toThrow(CalendarProblem)
    expect(() => readCalendar(text, ZONE)).toThrow(words)
  })

  it('is refused within seconds when it is made to be slow', () => {
    const started = performance.now()
    const nasty = [
      file(`SUMMARY${';A="'.repeat(4_000)}:x`),
      event(`DTSTART;TZID=${'A/'.repeat(9_000)}:20260912T230000`, 'SUMMARY:A'),
      event('DTSTART:20260912T230000Z', `DURATION:P${'9'.repeat(15_000)}`, 'SUMMARY:A'),
      event('DTSTART:20260912T230000Z', `SUMMARY:${' vs'.repeat(6_000)}`),
    ]
    for (const text of nasty) {
      try {
        expect(readCalendar(text, ZONE).lines.every(isRefused)).toBe(true)
      } catch (error) {
        expect(error).toBeInstanceOf(CalendarProblem)
      }
    }
    expect(performance.now() - started).toBeLessThan(5_000)
  })
})

test.each([
  ['America/New_York', 'America/New_York'],
  ['Central Standard Time', 'America/Chicago'],
  ['/citadel.org/20240101_1/America/Indiana/Indianapolis', 'America/Indiana/Indianapolis'],
  ['UTC', 'UTC'],
  ['Custom', null],
  ['', null],
])('the calendar time zone %s is read as %s', (name, zone) => expect(calendarZone(name)).toBe(zone))

describe('the schedule that calendars subscribe to', () => {
  const game: FeedEvent = {
    id: '0198c0de-0000-7000-8000-000000000001',
    name: 'vs. Harbor; the derby, at last',
    ...{
      hasTime: true,
      startTime: new Date('2026-11-07T00:30:00Z'),
      endTime: null,
      location: 'Łódź Field\nGate 3',
      description: null,
    },
    ...{ version: 3, changedAt: new Date('2026-09-01T16:00:00.123Z') },
  }
  const text = calendarText({
    ...{ product: 'Pledgeraiser', title: 'Fall Season (Harbor High Boosters)', timeZone: ZONE },
    ...{ url: 'http://localhost:3000/campaigns/x', events: [game] },
  })

  it('has lines of at most 75 bytes that end in CRLF and split no character', () => {
    const long = calendarText({
      ...{ product: 'P', title: '🏟️'.repeat(60), timeZone: ZONE, url: 'http://x', events: [] },
    })
    for (const line of long.split('\r\n'))
      expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
    expect(long.replace(/\r\n /g, '')).toContain('🏟️'.repeat(60))
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    expect(fold('short')).toBe('short')
  })

  it('keeps the UID of an event and counts its changes', () => {
    expect(text).toContain(`UID:${feedUid(game.id)}\r\n`)
    expect(text).toContain('SEQUENCE:2\r\n')
    expect(text).toContain('DTSTART:20261107T003000Z\r\n')
    expect(text).toContain('LAST-MODIFIED:20260901T160000Z\r\n')
    expect(text).toContain('SUMMARY:vs. Harbor\\; the derby\\, at last\r\n')
    expect(text).toContain('LOCATION:Łódź Field\\nGate 3\r\n')
    expect(text).toContain(`X-WR-TIMEZONE:${ZONE}\r\n`)
    expect(eventIdIn(feedUid(game.id))).toBe(game.id)
    expect(eventIdIn('game@league.example')).toBeNull()
  })

  it.each([
    ['one day', null, ['DTSTART;VALUE=DATE:20261107'], '2026-11-07T18:00:00Z'],
    [
      'three days',
      new Date('2026-11-09T18:00:00Z'),
      ['DTSTART;VALUE=DATE:20261107', 'DTEND;VALUE=DATE:20261110'],
      '2026-11-07T18:00:00Z',
    ],
  ])('has an event without a time on the whole of %s', (_, endTime, lines, noon) => {
    const day = { ...game, hasTime: false, startTime: new Date(noon), endTime }
    const published = calendarText({
      ...{ product: 'P', title: 'Fall', timeZone: ZONE, url: 'http://x', events: [day] },
    })
    expect(published.split('\r\n').filter((line) => /^DT(START|END)/.test(line))).toEqual(lines)
    expect(readCalendar(published, ZONE).lines).toMatchObject([{ hasTime: false, start: day.startTime }])
  })

  it('can be imported again with the same events', () => {
    expect(readCalendar(text, ZONE).lines).toMatchObject([
      {
        ...{ uid: feedUid(game.id), name: game.name, start: game.startTime, end: undefined },
        ...{ opponent: 'Harbor; the derby, at last', venue: 'home', location: 'Łódź Field Gate 3' },
      },
    ])
  })
})
