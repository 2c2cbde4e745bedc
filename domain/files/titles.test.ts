import { describe, expect, it } from 'vitest'
import { list } from '#tests/list.ts'
import { OURS, one, readAll, shown } from '#tests/titles.ts'

/** In calendars of schools: all against Ridgeview. */
const AT_HOME = list(`Homecoming vs. Ridgeview | Harbor V Ridgeview | Harbor v. Ridgeview
  | Harbor versus Ridgeview | Soccer vs.Ridgeview | Harbor vs Ridgeview @ Memorial Stadium
  | vs. Ridgeview† | vs. Ridgeview¹ | Championship vs. Ridgeview | Ridgeview (H) | Game 3: vs. Ridgeview
  | Game #3 vs. Ridgeview | GAME - vs Ridgeview | vs. Ridgeview, 7pm | vs. Ridgeview @ 6:30 PM
  | Boys Soccer (V) vs Ridgeview (1st Round) | Girls Soccer - Varsity - vs Ridgeview
  | Field Hockey vs. Ridgeview (Double Header) | vs. vs. Ridgeview | ⚽ Harbor vs Ridgeview ⚽
  | W 3-1 vs. Ridgeview | vs Ridgeview W 3-1 | Rd 3: Harbor vs Ridgeview
  | Game 7 (if necessary) vs. Ridgeview`)
const AWAY = list(`vs. Ridgeview @ Ridgeview High School | AWAY: Ridgeview | Away game vs. Ridgeview
  | Varsity Soccer: Harbor at Ridgeview | Harbor at Ridgeview @ Main Field | Ridgeview - Away
  | Game at Ridgeview`)

const TYPES = {
  practice: list(`Practice: U10B-02 Palms Practice at Bay Park | Scrimmage vs. Ridgeview | Practice 6:00 PM
    | Scrimmage: Harbor vs Ridgeview | Practice @ Ridgeview`),
  tournament: list(`Fall Invitational @ Ridgeview | Spring Classic | Track @ Ridgeview Invite
    | Harbor Invitational @ Ridgeview | Cross Country Meet @ Ridgeview`),
  fundraiser: ['Car wash at Harbor High', 'Fundraiser dinner vs hunger'],
  game: ['Home game'],
  other: list(`Dinner at Lou’s | Team dinner @ Lou’s | Team photos | Team dinner at Harbor High
    | Meeting: parents of Harbor | Henry V auditions`),
}
const NOBODY = { opponent: null, venue: null }

describe('whom a title is against', () => {
  it.each([
    // TeamSnap
    ['vs. Ridgeview', 'vs. Ridgeview', 'home'],
    ['at Ridgeview', 'at Ridgeview', 'away'],
    ['@ Ridgeview', 'at Ridgeview', 'away'],
    ['@Ridgeview', 'at Ridgeview', 'away'],
    ['Game: U10B-02 Harbor vs U10B-07 Reef', 'vs. Reef', 'home'],
    ['Game: U10B-11 Lagoon vs U10B-02 Harbor', 'at Lagoon', 'away'],
    ['Game: U10B-02 Harbor @ U10B-09 Summit', 'at Summit', 'away'],
    // SportsEngine
    ['Harbor FC vs Ridgeview SC', 'vs. Ridgeview SC', 'home'],
    ['14U Harbor vs 14U Ridgeview', 'vs. Ridgeview', 'home'],
    ['Harbor at Ridgeview', 'at Ridgeview', 'away'],
    // Arbiter
    ['Harbor HS at Ridgeview HS - Varsity Football', 'at Ridgeview HS', 'away'],
    ['Ridgeview HS vs. Harbor HS (Boys Soccer - JV)', 'at Ridgeview HS', 'away'],
    // MaxPreps
    ['Harbor @ Ridgeview', 'at Ridgeview', 'away'],
    ['Ridgeview @ Harbor', 'vs. Ridgeview', 'home'],
    ['Harbor vs. Ridgeview (Football - Varsity)', 'vs. Ridgeview', 'home'],
    ['Ridgeview*', 'Ridgeview', null],
    // rSchoolToday
    ['Boys Basketball V vs. Ridgeview', 'vs. Ridgeview', 'home'],
    ['Boys Basketball V @ Ridgeview', 'at Ridgeview', 'away'],
    ['Football: Varsity vs. Ridgeview High School (Home)', 'vs. Ridgeview High School', 'home'],
    ['B V Basketball vs Ridgeview (Away)', 'at Ridgeview', 'away'],
    // ArbiterLive
    ['Girls Varsity Soccer vs Ridgeview High School', 'vs. Ridgeview High School', 'home'],
    ['Soccer: Girls JV at Ridgeview', 'at Ridgeview', 'away'],
    ['Girls Varsity: Harbor vs Ridgeview', 'vs. Ridgeview', 'home'],
    // GameChanger
    ['Harbor 12U vs Ridgeview 12U', 'vs. Ridgeview 12U', 'home'],
    ['Harbor 12U @ Ridgeview Thunder 12U', 'at Ridgeview Thunder 12U', 'away'],
    ['Harbor vs Ridgeview (W 5-2)', 'vs. Ridgeview', 'home'],
    // LeagueApps
    ['Ridgeview SC vs. Harbor FC (N)', 'vs. Ridgeview SC', 'neutral'],
    ['Match: HARBOR vs Ridgeview', 'vs. Ridgeview', 'home'],
    // Calendars of schools
    ['Varsity Soccer vs. Bay (WA)', 'vs. Bay (WA)', 'home'],
    ['League Game vs St. Mary’s', 'vs. St. Mary’s', 'home'],
    ['vs. Ridgeview (game 2)', 'vs. Ridgeview (game 2)', 'home'],
    ['Senior Night vs. Cup City', 'vs. Cup City', 'home'],
    ['TBD @ Harbor', 'TBD @ Harbor', 'home'],
    ['vs. #1201', 'Game', 'home'],
    ['vs. North Harbor', 'vs. North Harbor', 'home'],
    ['vs. \u202eegdiR\u200b  view\u2069', 'vs. egdiR view', 'home'],
  ])('%j is %s', (title, name, venue) => {
    expect(shown(one(title))).toEqual([name, venue, 'planned'])
  })

  it.each(AT_HOME)('%j is Ridgeview at home', (title) => {
    expect(shown(one(title))).toEqual(['vs. Ridgeview', 'home', 'planned'])
  })

  it.each(AWAY)('%j is at Ridgeview', (title) => {
    expect(shown(one(title))).toEqual(['at Ridgeview', 'away', 'planned'])
  })

  it.each(Object.entries(TYPES).flatMap(([type, titles]) => titles.map((title) => [title, type] as const)))(
    '%j keeps its name and is of type %s',
    (title, eventType) => {
      expect(one(title)).toMatchObject({ name: title, eventType, ...NOBODY, state: 'planned' })
    },
  )

  it.each([
    ['Ridgeview', null, 'vs. Ridgeview', null],
    ['at Ridgeview', null, 'at Ridgeview', 'away'],
    ['@ Ridgeview*', null, 'at Ridgeview', 'away'],
    ['vs. Ridgeview', 'neutral', 'vs. Ridgeview', 'neutral'],
    ['Ridgeview (A)', null, 'at Ridgeview', 'away'],
    ['U14 Ridgeview', 'home', 'vs. Ridgeview', 'home'],
  ] as const)('%j in the opponent’s column (venue %s) is %s', (opponent, venue, name, where) => {
    expect(shown(one({ opponent, venue }))).toEqual([name, where, 'planned'])
    expect(one({ opponent, venue }).eventType).toBe('game')
  })

  it('is what the columns say where the title says something else', () => {
    const game = { title: 'Cove at Harbor', eventType: 'game', venue: 'away' } as const
    expect(shown(one(game))).toEqual(['at Cove', 'away', 'planned'])
    expect(shown(one({ title: 'Harbor vs Ridgeview', opponent: 'Ridgeview SC', venue: 'home' }))).toEqual([
      'vs. Ridgeview SC',
      'home',
      'planned',
    ])
    const photos = { title: 'Team photos', eventType: 'other' } as const
    expect(one(photos)).toMatchObject({ name: 'Team photos', eventType: 'other' })
  })

  it.each(list('BYE | Bye week | OPEN | No Game | Open date | vs. BYE | Harbor vs BYE'))(
    '%j is a day without a game',
    (title) => {
      expect(one({ title, eventType: 'game' })).toMatchObject({ state: 'left_out', opponent: null })
    },
  )

  it.each([
    ['vs. TBD', 'Game'],
    ['Harbor vs TBA', 'Harbor vs TBA'],
    ['Semifinal vs. TBD', 'Semifinal vs. TBD'],
    ['vs. 1201', 'Game'],
  ])('%j is against nobody yet, and called %s', (title, name) => {
    expect(one({ title, eventType: 'game' })).toMatchObject({ state: 'planned', opponent: null, name })
  })

  it.each(['TBD', '1201', 'Game #1201', '-'])('%j in the opponent’s column is no name', (opponent) => {
    const { opponent: found, name } = one({ opponent, eventType: 'game' })
    expect([found, /\d/.test(name)]).toEqual([null, false])
  })

  it.each([
    ['=HYPERLINK("http://x")', 'the name looks like a formula'],
    ['+1+cmd|calc', 'the name looks like a formula'],
    ['@SUM(A1)', 'the name looks like a formula'],
    ['vs. =SUM(A1)', 'the opponent looks like a formula'],
    ['Canceled: =SUM(A1)', 'the name looks like a formula'],
    ['Rescheduled =SUM(A1) vs Reef', 'the name looks like a formula'],
    ['\u0007Harbor', 'the name looks like a formula'],
    ['Łu\ufffdd', 'contains characters that cannot be read: save the file as UTF-8'],
    ['x'.repeat(201), 'the name has more than 200 characters'],
    [`x${' v'.repeat(49_000)}\u2028x`, 'the name has more than 200 characters'],
  ])('%j is left out with a reason', (title, reason) => {
    expect(one(title)).toMatchObject({ state: 'left_out', reason })
  })

  it('is asked of no campaign that plays against nobody', () => {
    const { rows, questions } = readAll(['Week 3 vs. boredom', 'Harbor V Reef', '@ Library'], OURS, {}, false)
    const names = ['Week 3 vs. boredom', 'Harbor V Reef', 'at Library']
    expect(rows.map(({ name, opponent, level }) => [name, opponent ?? level])).toEqual(
      names.map((name) => [name, null]),
    )
    expect(questions).toEqual([])
  })
})

describe('the status of a row', () => {
  it.each(
    list(`vs. Ridgeview (CANCELED) | vs. Ridgeview CANCELLED | vs. Ridgeview PPD
    | vs. Ridgeview - POSTPONED | vs. Ridgeview RAINED OUT | vs. Ridgeview Rainout
    | vs. Ridgeview - Snow out | Canceled: vs. Ridgeview | *CANCELLED* vs. Ridgeview
    | CANCELLED - vs. Ridgeview | [PPD] vs. Ridgeview | Cancelled vs. Ridgeview
    | Game Cancelled - vs. Ridgeview | Game: Harbor vs Ridgeview (CANCELED)`),
  )('%j is called off, and named without it', (title) => {
    expect(shown(one(title))).toEqual(['vs. Ridgeview', 'home', 'called_off'])
  })

  it.each(
    list(`Cancelled | canceled | POSTPONED | PPD | Rainout | Rained Out | Deleted | Called off
    | Postponed - weather`),
  )('with %j in its column is called off', (status) => {
    expect(one({ opponent: 'Ridgeview', status }).state).toBe('called_off')
  })

  it.each([
    ...list('Completed | Final | Normal | CONFIRMED | Scheduled | TENTATIVE | Unscheduled | Active'),
    '',
    null,
  ])('with %j in its column is planned', (status) => {
    expect(one({ opponent: 'Ridgeview', status }).state).toBe('planned')
  })

  it.each([
    { status: 'Forfeit' },
    { status: 'FF' },
    { opponent: 'Ridgeview (Forfeit)' },
    { opponent: 'Ridgeview FF' },
  ])('of %j is a forfeit', (given) => {
    const forfeit = { state: 'forfeit', name: 'vs. Ridgeview' }
    expect(one({ opponent: 'Ridgeview', ...given })).toMatchObject(forfeit)
  })

  it('that nobody knows is asked about', () => {
    const given = { line: 6, opponent: 'Mesa', status: 'Suspended' }
    expect(readAll([given]).questions).toEqual([
      {
        id: 'line 6 status',
        line: 6,
        text: 'Line 6 says "Suspended". Is this game on the schedule?',
        choices: [
          { value: 'yes', label: 'Yes, keep it' },
          { value: 'no', label: 'No, leave it out' },
        ],
      },
    ])
    const stateBy = (answer: string) => one(given, { 'line 6 status': answer }).state
    const states = [one(given).state, stateBy('yes'), stateBy('no'), stateBy('perhaps')]
    expect(states).toEqual(['unclear', 'planned', 'left_out', 'unclear'])
  })
})

it('a row that only says that it is called off is one', () => {
  expect(one('RAINED OUT')).toMatchObject({ name: 'Game', eventType: 'game', state: 'called_off' })
})

it.each(['Rescheduled: vs. Ridgeview', 'vs. Ridgeview (Rescheduled)', 'vs. Ridgeview - DELAYED'])(
  '%j may be the old day or the new one: asked',
  (title) => {
    const { rows, questions } = readAll([title])
    expect(rows.map(shown)).toEqual([['vs. Ridgeview', 'home', 'unclear']])
    const text = /^Line 2 says "(Rescheduled|DELAYED)"\. Is this game on the schedule\?$/
    expect(questions[0]?.text).toMatch(text)
  },
)

it('titles that are made to be slow take no time', () => {
  const nasty = [' vs', '(', '- ', 'U10B-', '*', 'canceled '].map((part) => part.repeat(300 / part.length))
  const started = performance.now()
  readAll(Array.from({ length: 50 }, () => nasty).flat())
  expect(performance.now() - started).toBeLessThan(2_000)
})
