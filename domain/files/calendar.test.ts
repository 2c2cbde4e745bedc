import { describe, expect, it } from 'vitest'
import { event, file, read, START, ZONE } from '#tests/calendar-file.ts'
import { list } from '#tests/list.ts'
import { calendarText, feedUid } from '../season/calendar-feed.ts'
import { readCalendar } from './calendar.ts'
import { FileProblem } from './file.ts'

const one = (...lines: string[]) => read(...event(...lines)).entries[0]
const reasonOf = (...lines: string[]) => read(...event(...lines)).skipped[0]?.reason ?? 'taken'
const startOf = (...lines: string[]) => one(...lines, 'SUMMARY:A')?.start?.toISOString() ?? reasonOf(...lines)

const TEAM_CALENDAR = `BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Example//Team calendar//EN
BEGIN:VEVENT
UID:event-1@teamcal.example
SUMMARY:Practice: U10B-02 Palms Practice at Bay Park
DTSTART:20260811T030000Z
LOCATION:Bay Neighborhood Park\\nBay St\\, Kailua\\, HI 96734\\, USA
STATUS:CONFIRMED
END:VEVENT
BEGIN:VEVENT
UID:event-2@teamcal.example
SUMMARY:Game: U10B-02 Palms vs U10B-07 Reef
DTSTART:20260830T000000Z
DTEND:20260830T011500Z
DESCRIPTION:Game: U10B-02 Palms vs U10B-07 Reef\\nLocation: Bay Dis
	trict Park - Field 1\\nDuration: 1 hour 15 minutes
LOCATION:Bay District Park - Field 1
STATUS:CONFIRMED
END:VEVENT
BEGIN:VEVENT
UID:event-4@teamcal.example
SUMMARY:Game: U10B-02 Palms @ U10B-09 Summit (CANCELED)
DTSTART:20260912T193000Z
STATUS:CONFIRMED
END:VEVENT
END:VCALENDAR
`

const PACIFIC = list(`BEGIN:VTIMEZONE | TZID:Customized Time Zone
  | BEGIN:STANDARD | DTSTART:16010101T020000 | TZOFFSETFROM:-0700 | TZOFFSETTO:-0800
  | RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=11 | END:STANDARD
  | BEGIN:DAYLIGHT | DTSTART:16010101T020000 | TZOFFSETFROM:-0800 | TZOFFSETTO:-0700
  | RRULE:FREQ=YEARLY;BYDAY=2SU;BYMONTH=3 | END:DAYLIGHT | END:VTIMEZONE`)

const SWAPPED = list(`BEGIN:VTIMEZONE | TZID:America/New_York
  | BEGIN:DAYLIGHT | DTSTART:20070311T020000 | RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU
  | TZOFFSETFROM:-0400 | TZOFFSETTO:-0500 | END:DAYLIGHT
  | BEGIN:STANDARD | DTSTART:20071104T020000 | RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU
  | TZOFFSETFROM:-0500 | TZOFFSETTO:-0400 | END:STANDARD | END:VTIMEZONE`)

describe('a calendar file', () => {
  it('of a team in Hawaii has its events with lines, places and instants', () => {
    const { entries, skipped, name } = readCalendar(TEAM_CALENDAR, 'Pacific/Honolulu')
    expect([name, skipped]).toEqual([null, []])
    expect(entries).toMatchObject([
      {
        line: 4,
        uid: 'event-1@teamcal.example',
        start: new Date('2026-08-11T03:00:00Z'),
        end: undefined,
        location: 'Bay Neighborhood Park, Bay St, Kailua, HI 96734, USA',
      },
      {
        line: 11,
        title: 'Game: U10B-02 Palms vs U10B-07 Reef',
        status: 'CONFIRMED',
        hasTime: true,
        start: new Date('2026-08-30T00:00:00Z'),
        end: new Date('2026-08-30T01:15:00Z'),
        location: 'Bay District Park - Field 1',
        description: undefined,
      },
      { line: 21, title: 'Game: U10B-02 Palms @ U10B-09 Summit (CANCELED)', location: undefined },
    ])
  })

  it('is called by the name it shows', () => {
    expect(read('X-WR-CALNAME:Harbor\\, Boys').name).toBe('Harbor, Boys')
    expect(read('NAME:Harbor JV').name).toBe('Harbor JV')
    expect(read().name).toBeNull()
  })

  it('says all that an entry can have', () => {
    expect(one('UID:g1', START, 'SUMMARY:vs. Harbor\\, JV', 'STATUS:tentative')).toEqual({
      line: 3,
      uid: 'g1',
      start: new Date('2026-09-12T23:00:00Z'),
      hasTime: true,
      end: undefined,
      title: 'vs. Harbor, JV',
      opponent: null,
      venue: null,
      teams: null,
      level: null,
      status: 'tentative',
      eventType: null,
      location: undefined,
      description: undefined,
      person: null,
      figures: {},
    })
  })

  it('may have several calendars, alarms, tasks and lines continued anywhere', () => {
    const alarm = ['BEGIN:VALARM', 'SUMMARY:Soon', 'END:VALARM']
    const continued = file(...event(START, 'SUMMARY:vs. Har', ' bor High Sch', '\tool', ...alarm))
    const tasks = file('BEGIN:VTODO', 'SUMMARY:Balls', 'END:VTODO', ...event(START, 'SUMMARY:B'))
    const { entries } = readCalendar(continued + tasks, ZONE)
    expect(entries.map(({ title }) => title)).toEqual(['vs. Harbor High School', 'B'])
  })

  it('of our own is read as it was written', () => {
    const start = new Date('2026-11-07T00:30:00Z')
    const game = {
      id: 'g',
      name: 'vs. Harbor; the derby, at last',
      startTime: start,
      hasTime: true,
      endTime: null,
      location: 'Łódź Field\nGate 3',
      description: 'A;\nB\\',
      version: 3,
      changedAt: start,
    }
    const ours = { product: 'P', title: 'Fall, Season', timeZone: ZONE, url: 'http://x' }
    const { name, entries } = readCalendar(calendarText({ ...ours, events: [game] }), ZONE)
    expect(name).toBe('Fall, Season')
    expect(entries).toMatchObject([
      { uid: feedUid('g'), title: game.name, start, end: undefined, location: 'Łódź Field, Gate 3' },
    ])
  })

  it('that calls off its events says so of each', () => {
    const { entries } = read('METHOD:CANCEL', ...event(START, 'SUMMARY:A', 'STATUS:CONFIRMED'))
    expect(entries[0]?.status).toBe('CANCELLED')
  })
})

describe('the hour of an event', () => {
  it.each([
    ['Customized Time Zone', '20261010T190000', '2026-10-11T02:00:00.000Z'],
    ['Customized Time Zone', '20261110T190000', '2026-11-11T03:00:00.000Z'],
    ['Eastern Standard Time 1', '20261017T190000', '2026-10-17T23:00:00.000Z'],
    ['"(UTC-05:00) Eastern Time (US & Canada)"', '20261024T190000', '2026-10-24T23:00:00.000Z'],
    ['US Mountain Standard Time', '20261107T190000', '2026-11-08T02:00:00.000Z'],
    ['Mountain Standard Time', '20261107T190000', '2026-11-08T02:00:00.000Z'],
    ['US Mountain Standard Time', '20261010T190000', '2026-10-11T02:00:00.000Z'],
    ['Mountain Standard Time', '20261010T190000', '2026-10-11T01:00:00.000Z'],
  ])('in %s at %s is %s', (zone, wall, at) => {
    const { entries } = read(...PACIFIC, ...event(`DTSTART;TZID=${zone}:${wall}`, 'SUMMARY:vs. Harbor'))
    expect(entries[0]?.start?.toISOString()).toBe(at)
  })

  it('is that of the zone’s name where the file has its offsets the wrong way around', () => {
    const at = (wall: string) =>
      read(...SWAPPED, ...event(`DTSTART;TZID=America/New_York:${wall}`, 'SUMMARY:A')).entries[0]?.start
    expect(at('20261204T190000')).toEqual(new Date('2026-12-05T00:00:00Z'))
    expect(at('20260320T190000')).toEqual(new Date('2026-03-20T23:00:00Z'))
  })

  it('is on the clock of the file, or else of the campaign, where it names none', () => {
    const floating = event('DTSTART:20260912T170000', 'SUMMARY:A')
    const at = (...lines: string[]) => read(...lines, ...floating).entries[0]?.start?.toISOString()
    expect(at('X-WR-TIMEZONE:America/Denver')).toBe('2026-09-12T23:00:00.000Z')
    expect(at('X-WR-TIMEZONE:Mars/Olympus')).toBe('2026-09-12T22:00:00.000Z')
    expect(at()).toBe('2026-09-12T22:00:00.000Z')
  })

  it('is noon in the campaign’s zone for a whole day', () => {
    const day = ['DTSTART;VALUE=DATE:20260912', 'SUMMARY:Fall Classic']
    const { entries } = read('X-WR-TIMEZONE:America/Denver', ...event(...day, 'DTEND;VALUE=DATE:20260914'))
    expect(entries).toMatchObject([
      { hasTime: false, start: new Date('2026-09-12T17:00:00Z'), end: new Date('2026-09-13T17:00:00Z') },
    ])
    expect(one(...day, 'DTEND;VALUE=DATE:20260913')).toMatchObject({ end: undefined })
    expect(one('DTSTART:20260912', 'SUMMARY:A')).toMatchObject({ hasTime: false })
  })

  it.each([
    ['DTSTART:20260912T235959Z', '2026-09-12T23:59:59.000Z'],
    ['DTSTART: 20260912T000000Z ', '2026-09-12T00:00:00.000Z'],
    ['DTSTART;TZID=/example.org/2024/America/Denver:20260912T170000', '2026-09-12T23:00:00.000Z'],
    ['DTSTART;TZID=EST:20260912T190000', '2026-09-12T23:00:00.000Z'],
    ['DTSTART;TZID=America/Chicago:20260308T023000', '2026-03-08T08:30:00.000Z'],
  ])('of %s is %s', (line, at) => {
    expect(startOf(line)).toBe(at)
  })

  it.each([
    ['DTSTART:tomorrow', 'DTSTART is not a date: "tomorrow"'],
    ['DTSTART:20260231T100000Z', 'DTSTART is not a date: "20260231T100000Z"'],
    ['DTSTART:20260912T250000Z', 'DTSTART is not a time: "20260912T250000Z"'],
    ['DTSTART:20260912T230000ZZ', 'DTSTART is not a date: "20260912T230000ZZ"'],
    [`DTSTART:${'9'.repeat(40)}`, `DTSTART is not a date: "${'9'.repeat(30)}"`],
    ...['Mars/Olympus', 'Customized Time Zone'].map((zone) => [
      `DTSTART;TZID=${zone}:20260912T230000`,
      `is in the time zone "${zone}", which we don’t know: export it with a zone such as America/New_York`,
    ]),
  ])('of %s costs this event only', (line = '', reason) => {
    const { entries, skipped } = read(...event(line, 'SUMMARY:A'), ...event(START, 'SUMMARY:B'))
    expect([entries.map(({ title }) => title), skipped]).toEqual([['B'], [{ line: 3, reason }]])
  })

  it('before the first change of the file’s own zone is the one from which it changed', () => {
    const zone = PACIFIC.map((line) =>
      line.replace('16010101T020000', '20260308T020000').replace(/^RRULE.*/, 'X-A:1'),
    )
    const only = [...zone.slice(0, 2), ...zone.slice(zone.indexOf('BEGIN:DAYLIGHT'))]
    const at = (wall: string) =>
      read(...only, ...event(`DTSTART;TZID=Customized Time Zone:${wall}`, 'SUMMARY:A')).entries[0]?.start
    expect(at('20260210T190000')).toEqual(new Date('2026-02-11T03:00:00Z'))
    expect(at('20260510T190000')).toEqual(new Date('2026-05-11T02:00:00Z'))
  })

  it('does not take long where a zone is defined to take long', () => {
    const zone = PACIFIC.map((line) => line.replace(/FREQ=.*/, 'FREQ=SECONDLY'))
    const given = event('DTSTART;TZID=Customized Time Zone:20261010T190000', 'SUMMARY:A')
    expect(read(...zone, ...given).skipped).toHaveLength(1)
  })
})

describe('an event of a calendar file', () => {
  it.each([
    [['DURATION:PT1H30M'], '2026-09-13T00:30:00.000Z'],
    [['DURATION:P1DT2H3M4S'], '2026-09-14T01:03:04.000Z'],
    [['DTEND:20260913T010000Z'], '2026-09-13T01:00:00.000Z'],
    [['DTEND;VALUE=DATE:20260913'], undefined],
    [[], undefined],
  ])('with %j ends at %s', (lines, end) => {
    expect(one(START, 'SUMMARY:A', ...lines)?.end?.toISOString()).toBe(end)
  })

  it.each([
    [['SUMMARY:A'], 'has no start (DTSTART)'],
    [[START], 'has no name (SUMMARY)'],
    [[START, 'SUMMARY:A', 'DTEND:20260912T220000Z'], 'ends before it starts'],
    [[START, 'SUMMARY:A', 'DURATION:soon'], 'has a DURATION that cannot be read'],
    [[START, 'SUMMARY:A', `DURATION:P${'9'.repeat(15_000)}`], 'has a DURATION that cannot be read'],
    [[START, 'SUMMARY:A', 'SUMMARY:B'], 'says SUMMARY twice: the file may be damaged'],
    [[START, 'SUMMARY:A', 'LOCATION:=1+1'], 'the location looks like a formula'],
    [[START, 'SUMMARY:A', 'hello'], 'Line 6 does not belong in a calendar file: the file may be damaged'],
    [[START, 'SUMMARY;X:A'], 'has a SUMMARY that cannot be read'],
  ])('with %j is left out with a reason', (lines, reason) => {
    expect(reasonOf(...lines)).toBe(reason)
  })

  it('may have a description with line breaks that are not marked', () => {
    expect(one(START, 'SUMMARY:A', 'DESCRIPTION:Bring water', 'and shade', '')).toMatchObject({ title: 'A' })
  })

  it.each([
    ['UID:g1', 'g1'],
    ['UID: ', null],
    [`UID:${'u'.repeat(255)}`, 'u'.repeat(255)],
    [`UID:${'u'.repeat(256)}`, null],
    ['UID:u\u0007', null],
  ])('with %j has the id %j', (line, uid) => {
    expect(one(START, 'SUMMARY:A', line)?.uid).toBe(uid)
  })

  it('is taken in its newest version', () => {
    const version = (sequence: number, hour: string) =>
      event('UID:g1', `SEQUENCE:${sequence}`, `DTSTART:20260912T${hour}0000Z`, 'SUMMARY:A')
    const { entries, skipped } = read(...version(2, '20'), ...version(1, '19'))
    expect(entries).toMatchObject([{ uid: 'g1', start: new Date('2026-09-12T20:00:00Z') }])
    expect(skipped).toEqual([{ line: 9, reason: 'is another version of the event on line 3' }])
  })

  it('has no id where the file gives all events the same one', () => {
    const game = (day: string) => event('UID:x', `DTSTART:202609${day}T190000Z`, 'SUMMARY:A')
    expect(read(...game('12'), ...game('19')).entries.map(({ uid }) => uid)).toEqual([null, null])
  })
})

const TOO_MANY = Array(2_001).fill(event(START, 'SUMMARY:A'))

describe('a file that is not a valid calendar', () => {
  it.each([
    ['a web page', '<html></html>', /does not begin with BEGIN:VCALENDAR/],
    ['an empty file', '', /does not begin/],
    ['a file that was cut off', file(...event('SUMMARY:A')).slice(0, -20), /cut off|damaged/],
    ['a file cut off between lines', 'BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:A', /cut off/],
    ['overlapping components', 'BEGIN:VCALENDAR\nBEGIN:VEVENT\nEND:VCALENDAR\nEND:VEVENT', /was not started/],
    ['text in the middle', file('hello'), /Line 3 does not belong in a calendar file/],
    ['something after the end', `${file()}SUMMARY:A`, /outside the calendar/],
    ['deeply nested components', `BEGIN:VCALENDAR\n${'BEGIN:X\n'.repeat(9)}`, /too deep/],
    ['an endless line', file(`SUMMARY:${'x'.repeat(20_001)}`), /too long/],
    ['an endlessly continued line', file(`SUMMARY:x${'\r\n y'.repeat(20_001)}`), /too long/],
    ['more lines than any season', file(...Array.from({ length: 60_001 }, () => 'X:1')), /too many lines/],
    ['more events than any season', file(...TOO_MANY.flat()), /more than 2,000/],
  ])('is refused with a reason: %s', (_, text, words) => {
    expect(() => readCalendar(text, ZONE)).toThrow(FileProblem)
    expect(() => readCalendar(text, ZONE)).toThrow(words)
  })

  it('is done with at once when it is made to be slow', () => {
    const started = performance.now()
    const nasty = [
      file(`SUMMARY${';A="'.repeat(4_000)}:x`),
      file(...event(`SUMMARY${';A="x"'.repeat(3_000)}:x`, START)),
      file(...event(`DTSTART;TZID=${'A/'.repeat(9_000)}:20260912T230000`, 'SUMMARY:A')),
      file(...event(START, `SUMMARY:${' vs'.repeat(6_000)}`)),
      file(...event(START, 'SUMMARY:A', `RRULE:FREQ=DAILY;BYDAY=${'MO,'.repeat(6_000)}MO`)),
    ]
    for (const text of nasty) {
      try {
        readCalendar(text, ZONE)
      } catch (error) {
        expect(error).toBeInstanceOf(FileProblem)
      }
    }
    expect(performance.now() - started).toBeLessThan(5_000)
  })
})
