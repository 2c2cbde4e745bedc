import { describe, expect, it } from 'vitest'
import { type Answers, answerTo, asking, BLANK, type Entry } from './file.ts'
import { readTitles, type Titled } from './titles.ts'

const entry = (given: Partial<Entry>, index = 0): Entry => ({
  ...{ ...BLANK, line: index + 2, start: new Date('2026-09-12T23:00:00Z'), hasTime: true },
  ...given,
})
type Given = Partial<Entry> | string
const OURS = ['Harbor High School Boosters', 'Fall Season 2026']
const readAll = (
  given: readonly Given[],
  ownNames: readonly string[] = OURS,
  answers: Answers = {},
  hasOpponents = true,
) => {
  const { ask, questions } = asking((question) => answerTo(question, answers))
  const entries = given.map((one, index) => entry(typeof one === 'string' ? { title: one } : one, index))
  return { rows: readTitles(entries, { ownNames, ask, hasOpponents }), questions }
}
const one = (given: Given, answers: Answers = {}, ownNames = OURS) =>
  readAll([given], ownNames, answers).rows[0] as Titled
const shown = ({ name, venue, state }: Titled) => [name, venue, state]

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
    ['Homecoming vs. Ridgeview', 'vs. Ridgeview', 'home'],
    ['League Game vs St. Mary’s', 'vs. St. Mary’s', 'home'],
    ['Harbor V Ridgeview', 'vs. Ridgeview', 'home'],
    ['Harbor v. Ridgeview', 'vs. Ridgeview', 'home'],
    ['Harbor versus Ridgeview', 'vs. Ridgeview', 'home'],
    ['Soccer vs.Ridgeview', 'vs. Ridgeview', 'home'],
    ['vs. Ridgeview (game 2)', 'vs. Ridgeview (game 2)', 'home'],
    ['vs. Ridgeview @ Ridgeview High School', 'at Ridgeview', 'away'],
    ['Harbor vs Ridgeview @ Memorial Stadium', 'vs. Ridgeview', 'home'],
    ['vs. Ridgeview†', 'vs. Ridgeview', 'home'],
    ['vs. Ridgeview¹', 'vs. Ridgeview', 'home'],
    ['Senior Night vs. Cup City', 'vs. Cup City', 'home'],
    ['Championship vs. Ridgeview', 'vs. Ridgeview', 'home'],
    ['Ridgeview (H)', 'vs. Ridgeview', 'home'],
    ['AWAY: Ridgeview', 'at Ridgeview', 'away'],
    ['Away game vs. Ridgeview', 'at Ridgeview', 'away'],
    ['Game 3: vs. Ridgeview', 'vs. Ridgeview', 'home'],
    ['Game #3 vs. Ridgeview', 'vs. Ridgeview', 'home'],
    ['GAME - vs Ridgeview', 'vs. Ridgeview', 'home'],
    ['vs. Ridgeview, 7pm', 'vs. Ridgeview', 'home'],
    ['vs. Ridgeview @ 6:30 PM', 'vs. Ridgeview', 'home'],
    ['Varsity Soccer: Harbor at Ridgeview', 'at Ridgeview', 'away'],
    ['Boys Soccer (V) vs Ridgeview (1st Round)', 'vs. Ridgeview', 'home'],
    ['Girls Soccer - Varsity - vs Ridgeview', 'vs. Ridgeview', 'home'],
    ['Field Hockey vs. Ridgeview (Double Header)', 'vs. Ridgeview', 'home'],
    ['TBD @ Harbor', 'TBD @ Harbor', 'home'],
    ['Harbor at Ridgeview @ Main Field', 'at Ridgeview', 'away'],
    ['vs. vs. Ridgeview', 'vs. Ridgeview', 'home'],
    ['⚽ Harbor vs Ridgeview ⚽', 'vs. Ridgeview', 'home'],
    ['W 3-1 vs. Ridgeview', 'vs. Ridgeview', 'home'],
    ['vs Ridgeview W 3-1', 'vs. Ridgeview', 'home'],
    ['Ridgeview - Away', 'at Ridgeview', 'away'],
    ['Game at Ridgeview', 'at Ridgeview', 'away'],
    ['Rd 3: Harbor vs Ridgeview', 'vs. Ridgeview', 'home'],
    ['Game 7 (if necessary) vs. Ridgeview', 'vs. Ridgeview', 'home'],
    ['vs. #1201', 'Game', 'home'],
    ['vs. North Harbor', 'vs. North Harbor', 'home'],
    ['vs. \u202eegdiR\u200b  view\u2069', 'vs. egdiR view', 'home'],
  ])('%j is %s', (title, name, venue) => {
    expect(shown(one(title))).toEqual([name, venue, 'planned'])
  })

  it.each([
    ['Practice: U10B-02 Palms Practice at Bay Park', 'practice'],
    ['Scrimmage vs. Ridgeview', 'practice'],
    ['Scrimmage: Harbor vs Ridgeview', 'practice'],
    ['Practice @ Ridgeview', 'practice'],
    ['Fall Invitational @ Ridgeview', 'tournament'],
    ['Spring Classic', 'tournament'],
    ['Car wash at Harbor High', 'fundraiser'],
    ['Dinner at Lou’s', 'other'],
    ['Team dinner @ Lou’s', 'other'],
    ['Fundraiser dinner vs hunger', 'fundraiser'],
    ['Track @ Ridgeview Invite', 'tournament'],
    ['Practice 6:00 PM', 'practice'],
    ['Team photos', 'other'],
    ['Team dinner at Harbor High', 'other'],
    ['Meeting: parents of Harbor', 'other'],
    ['Henry V auditions', 'other'],
    ['Home game', 'game'],
    ['Harbor Invitational @ Ridgeview', 'tournament'],
    ['Cross Country Meet @ Ridgeview', 'tournament'],
  ])('%j keeps its name and is of type %s', (title, eventType) => {
    expect(one(title)).toMatchObject({
      name: title,
      eventType,
      opponent: null,
      venue: null,
      state: 'planned',
    })
  })

  it.each([
    ['Ridgeview', null, 'vs. Ridgeview', null],
    ['at Ridgeview', null, 'at Ridgeview', 'away'],
    ['@ Ridgeview*', null, 'at Ridgeview', 'away'],
    ['vs. Ridgeview', 'neutral', 'vs. Ridgeview', 'neutral'],
    ['Ridgeview (A)', null, 'at Ridgeview', 'away'],
    ['U14 Ridgeview', 'home', 'vs. Ridgeview', 'home'],
  ] as const)('%j in the opponent’s column (venue %s) is %s', (opponent, venue, name, where) => {
    expect(one({ opponent, venue })).toMatchObject({
      name,
      venue: where,
      eventType: 'game',
      state: 'planned',
    })
  })

  it('is what the columns say where the title says something else', () => {
    const game = { title: 'Cove at Harbor', eventType: 'game', venue: 'away' } as const
    expect(shown(one(game))).toEqual(['at Cove', 'away', 'planned'])
    expect(shown(one({ title: 'Harbor vs Ridgeview', opponent: 'Ridgeview SC', venue: 'home' }))).toEqual([
      ...['vs. Ridgeview SC', 'home', 'planned'],
    ])
    expect(one({ title: 'Team photos', eventType: 'other' })).toMatchObject({
      name: 'Team photos',
      eventType: 'other',
    })
  })

  it.each([
    ['BYE', 'left_out', null],
    ['Bye week', 'left_out', null],
    ['OPEN', 'left_out', null],
    ['No Game', 'left_out', null],
    ['Open date', 'left_out', null],
    ['vs. BYE', 'left_out', null],
    ['Harbor vs BYE', 'left_out', null],
    ['vs. TBD', 'planned', 'Game'],
    ['Harbor vs TBA', 'planned', 'Harbor vs TBA'],
    ['Semifinal vs. TBD', 'planned', 'Semifinal vs. TBD'],
    ['vs. 1201', 'planned', 'Game'],
  ])('%j is against nobody: %s', (title, state, name) => {
    expect(one({ title, eventType: 'game' })).toMatchObject({
      state,
      opponent: null,
      ...(name === null ? {} : { name }),
    })
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
    expect(rows.map(({ name, opponent, level }) => [name, opponent ?? level])).toEqual([
      ...[
        ['Week 3 vs. boredom', null],
        ['Harbor V Reef', null],
        ['at Library', null],
      ],
    ])
    expect(questions).toEqual([])
  })
})

describe('the status of a row', () => {
  it.each([
    'vs. Ridgeview (CANCELED)',
    'vs. Ridgeview CANCELLED',
    'vs. Ridgeview PPD',
    'vs. Ridgeview - POSTPONED',
    'vs. Ridgeview RAINED OUT',
    'vs. Ridgeview Rainout',
    'vs. Ridgeview - Snow out',
    'Canceled: vs. Ridgeview',
    '*CANCELLED* vs. Ridgeview',
    'CANCELLED - vs. Ridgeview',
    '[PPD] vs. Ridgeview',
    'Cancelled vs. Ridgeview',
    'Game Cancelled - vs. Ridgeview',
    'Game: Harbor vs Ridgeview (CANCELED)',
  ])('%j is called off, and named without it', (title) => {
    expect(shown(one(title))).toEqual(['vs. Ridgeview', 'home', 'called_off'])
  })

  it.each([
    'Cancelled',
    'canceled',
    'POSTPONED',
    'PPD',
    'Rainout',
    'Rained Out',
    'Deleted',
    'Called off',
    'Postponed - weather',
  ])('with %j in its column is called off', (status) => {
    expect(one({ opponent: 'Ridgeview', status }).state).toBe('called_off')
  })

  it.each([
    'Completed',
    'Final',
    'Normal',
    'CONFIRMED',
    'Scheduled',
    'TENTATIVE',
    'Unscheduled',
    'Active',
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
    expect(one({ opponent: 'Ridgeview', ...given })).toMatchObject({
      state: 'forfeit',
      name: 'vs. Ridgeview',
    })
  })

  it('that nobody knows is asked about', () => {
    const given = { line: 6, opponent: 'Mesa', status: 'Suspended' }
    expect(readAll([given]).questions).toEqual([
      {
        ...{ id: 'line 6 status', line: 6, text: 'Line 6 says "Suspended". Is this game on the schedule?' },
        choices: [
          { value: 'yes', label: 'Yes, keep it' },
          { value: 'no', label: 'No, leave it out' },
        ],
      },
    ])
    const stateBy = (answer: string) => one(given, { 'line 6 status': answer }).state
    expect([one(given).state, stateBy('yes'), stateBy('no'), stateBy('perhaps')]).toEqual([
      ...['unclear', 'planned', 'left_out', 'unclear'],
    ])
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
    expect(questions[0]?.text).toMatch(
      /^Line 2 says "(Rescheduled|DELAYED)"\. Is this game on the schedule\?$/,
    )
  },
)

it('titles that are made to be slow take no time', () => {
  const nasty = [
    ' vs'.repeat(99),
    '('.repeat(300),
    '- '.repeat(150),
    'U10B-'.repeat(60),
    '*'.repeat(300),
    'canceled '.repeat(33),
  ]
  const started = performance.now()
  readAll(Array.from({ length: 50 }, () => nasty).flat())
  expect(performance.now() - started).toBeLessThan(2_000)
})
