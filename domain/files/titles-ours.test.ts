import { describe, expect, it } from 'vitest'
import { list } from '#tests/list.ts'
import { OURS, one, readAll, shown } from '#tests/titles.ts'
import { readCalendar } from './calendar.ts'
import type { Answers, Entry } from './file.ts'
import { readTitles, type Titled } from './titles.ts'

const teams = (home: string, away: string): Partial<Entry> => ({ teams: { home, away } })
const names = (rows: readonly Titled[]) => rows.map(({ name }) => name)
const statesOf = (rows: readonly Titled[]) => rows.map(({ state }) => state)

describe('which team is ours', () => {
  const season = [
    teams('Harbor FC', 'Ridgeview SC'),
    teams('Cove United', 'Harbor FC'),
    teams('Dune Athletic', 'Harbor FC'),
  ]

  it('is known by name, or because it plays in nearly every game', () => {
    const right = ['vs. Ridgeview SC', 'at Cove United', 'at Dune Athletic']
    expect(names(readAll(season).rows)).toEqual(right)
    const unnamed = readAll([...season, teams('Mesa SC', 'Summit SC')], ['Lions'])
    expect(names(unnamed.rows).slice(0, 3)).toEqual(right)
    expect(unnamed.rows[3]).toMatchObject({ state: 'not_ours', reason: 'is a game of other teams' })
    expect(unnamed.questions).toEqual([])
  })

  it('is asked where neither settles it', () => {
    const { rows, questions } = readAll([teams('Reef', 'Lagoon')], ['Lions'])
    expect(rows[0]).toMatchObject({ state: 'unclear', opponent: null })
    expect(questions).toEqual([
      {
        id: 'us',
        line: null,
        text: 'Which team is yours?',
        choices: ['Lagoon', 'Reef'].map((team) => ({ value: team, label: team })),
      },
    ])
    const answered = readAll([teams('Reef', 'Lagoon')], ['Lions'], { us: 'Lagoon' })
    expect(answered.rows.map(shown)).toEqual([['at Reef', 'away', 'planned']])
  })

  it('is asked of a league’s file, and where names and games say different things', () => {
    const league = [teams('A1', 'B1'), teams('C1', 'D1'), teams('A1', 'C1'), teams('B1', 'D1')]
    expect(readAll(league, ['Lions']).questions.map(({ id }) => id)).toEqual(['us'])
    const contrary = [teams('Ridgeview', 'Harbor'), teams('Ridgeview', 'Cove'), teams('Dune', 'Ridgeview')]
    expect(readAll(contrary).questions.map(({ id }) => id)).toEqual(['us'])
  })

  it('is known by name in a league’s file', () => {
    const league = [teams('Harbor', 'Reef'), teams('Cove', 'Dune'), teams('Mesa', 'Harbor HS')]
    const { rows, questions } = readAll(league)
    expect(questions).toEqual([])
    expect(statesOf(rows)).toEqual(['planned', 'not_ours', 'planned'])
  })

  it('is asked where two of our own play each other', () => {
    const given = [teams('Harbor Varsity', 'Harbor JV'), teams('Harbor Varsity', 'Reef')]
    const { rows, questions } = readAll(given)
    expect(statesOf(rows)).toEqual(['unclear', 'planned'])
    expect(questions[0]?.choices.map(({ value }) => value)).toEqual(['Harbor Varsity', 'Harbor JV'])
    const [first] = readAll(given, OURS, { us: 'Harbor Varsity' }).rows
    expect(first).toMatchObject({ opponent: 'Harbor JV', venue: 'home' })
  })

  it('is never the opponent: a team that is called like us is asked about', () => {
    const given = [{ opponent: 'Harbor' }, { title: 'vs. HARBOR HS' }, { opponent: 'Cove' }]
    const { rows, questions } = readAll(given)
    expect(statesOf(rows)).toEqual(['unclear', 'unclear', 'planned'])
    expect(questions.map(({ id, line }) => [id, line])).toEqual([['own harbor', 2]])
    const by = (answer: string) => statesOf(readAll(given, OURS, { 'own harbor': answer }).rows)
    expect(by('yes')).toEqual(['planned', 'planned', 'planned'])
    expect(by('no')).toEqual(['left_out', 'left_out', 'planned'])
  })

  it('may be where we play: "JV @ Harbor" may be at home', () => {
    const by = (answer: string) => shown(one('JV Soccer @ Harbor', { 'own harbor place': answer }))
    expect(by('')).toEqual(['JV Soccer @ Harbor', 'away', 'unclear'])
    expect(by('yes')).toEqual(['at Harbor', 'away', 'planned'])
    expect(by('no')).toEqual(['JV Soccer @ Harbor', 'home', 'planned'])
  })

  it('is known in "Cove at Harbor" where the file also says "Harbor at Cove"; otherwise one question', () => {
    const both = readAll(['Cove at Harbor', 'Harbor at Dune']).rows
    expect(names(both)).toEqual(['vs. Cove', 'at Dune'])
    const { rows, questions } = readAll(['Cove at Harbor', 'Dune at Harbor'])
    expect(statesOf(rows)).toEqual(['unclear', 'unclear'])
    expect(questions.map(({ id, text }) => [id, text])).toEqual([
      ['at', 'Line 2 says "Cove at Harbor". Is that a game against Cove?'],
    ])
    const by = (at: string) => shown(one('Cove at Harbor', { at }))
    expect(by('yes')).toEqual(['vs. Cove', 'home', 'planned'])
    expect(by('no')).toEqual(['Cove at Harbor', null, 'planned'])
  })
})

describe('which of a school’s teams', () => {
  it.each([
    ['Boys Basketball V vs. Ridgeview', 'Varsity'],
    ['JV Soccer vs. Ridgeview', 'JV'],
    ['Junior Varsity vs. Ridgeview', 'JV'],
    ['Frosh/Soph Football @ Ridgeview', 'Frosh/Soph'],
    ['Freshman Football @ Ridgeview', 'Freshman'],
    ['12U Red vs. Ridgeview', '12U Red'],
    ['U-14 vs. Ridgeview', '14U'],
    ['Game: U10B-02 Harbor vs U10B-07 Reef', '10U'],
    ['7th grade vs. Ridgeview', '7th grade'],
    ['vs. Ridgeview, JV', 'JV'],
    ['Harbor vs Ridgeview (Football - Varsity)', 'Varsity'],
    ['JV/Varsity Soccer vs. Ridgeview', 'Varsity & JV'],
    ['vs. 13U Ridgeview', null],
    ['Harbor 12U vs Ridgeview 13U', '12U'],
    ['Practice 12U', '12U'],
    ['Harbor V Ridgeview', null],
    ['Boys Soccer V Ridgeview', null],
    ['vs. Ridgeview', null],
  ])('%j is of %s', (title, level) => {
    expect(one(title).level).toBe(level)
  })

  it.each([
    ['V', 'Varsity'],
    ['Varsity', 'Varsity'],
    ['JV', 'JV'],
    ['B', 'B'],
    ['C', 'C'],
    ['U14', '14U'],
    ['Gold', 'Gold'],
  ])('with %j in the column is %s', (level, label) => {
    expect(one({ opponent: 'Ridgeview', level }).level).toBe(label)
  })

  const both = [
    { ...teams('Harbor', 'Ridgeview'), level: 'Varsity' },
    { ...teams('Ridgeview', 'Harbor'), level: 'JV' },
    { ...teams('Cove', 'Harbor'), level: 'Varsity', status: 'Rainout' },
    'Team photos',
  ]
  const states = (ownNames: string[], answers: Answers = {}) =>
    statesOf(readAll(both, ownNames, answers).rows)

  it('is asked where the file has several', () => {
    const levels = ['Varsity', 'JV'].map((label) => ({ value: label, label }))
    expect(readAll(both).questions).toEqual([
      {
        id: 'level',
        line: null,
        text: 'Which team’s games are these? The file has several levels.',
        choices: [...levels, { value: 'all', label: 'All of them' }],
      },
    ])
    expect(states(OURS)).toEqual(['unclear', 'unclear', 'unclear', 'planned'])
    expect(states(OURS, { level: 'JV' })).toEqual(['not_ours', 'planned', 'not_ours', 'planned'])
    expect(states(OURS, { level: 'all' })).toEqual(['planned', 'planned', 'called_off', 'planned'])
  })

  it('is known by the campaign’s name where that says one', () => {
    const named = states(['Harbor High', 'Harbor Girls JV Soccer'])
    expect(named).toEqual(['not_ours', 'planned', 'not_ours', 'planned'])
    expect(readAll(both, ['Harbor JV']).questions).toEqual([])
    expect(readAll(both, ['Harbor Varsity and JV']).questions.map(({ id }) => id)).toEqual(['level'])
  })

  it.each([
    {
      what: 'has the sport with it where the file has several',
      given: [
        'Boys Basketball V vs. Cove',
        'Girls Soccer JV @ Dune',
        'Girls Soccer V vs. Mesa',
        'Soccer vs. Bay',
      ],
      choices: ['Boys Varsity Basketball', 'Girls JV Soccer', 'Girls Varsity Soccer', 'Soccer', 'all'],
      ownNames: ['Harbor Girls Varsity Soccer'],
      answers: {} as Answers,
      states: ['not_ours', 'not_ours', 'planned', 'not_ours'],
    },
    {
      what: 'may be two in one event',
      given: ['JV vs. Cove', 'Varsity vs. Cove', 'V/JV vs. Bay'],
      choices: ['JV', 'Varsity', 'all'],
      ownNames: OURS,
      answers: { level: 'JV' },
      states: ['planned', 'not_ours', 'planned'],
    },
    {
      what: 'may also be the one without a level',
      given: ['JV vs. Cove', 'Varsity vs. Cove', 'vs. Bay'],
      choices: ['JV', 'Varsity', 'none', 'all'],
      ownNames: OURS,
      answers: { level: 'none' },
      states: ['not_ours', 'not_ours', 'planned'],
    },
  ])('$what', ({ given, choices, ownNames, answers, states: expected }) => {
    expect(readAll(given).questions[0]?.choices.map(({ value }) => value)).toEqual(choices)
    expect(statesOf(readAll(given, ownNames, answers).rows)).toEqual(expected)
  })
})

describe('whole files', () => {
  const row = (level: string, home: string, away: string, status: string) => ({
    ...teams(home, away),
    level,
    status,
  })

  it('TeamSnap’s calendar: first named is at home, and what is canceled is called off', () => {
    const titles = [
      'Practice: U10B-02 Palms Practice at Bay Park',
      'Game: U10B-02 Palms vs U10B-07 Reef',
      'Game: U10B-11 Lagoon vs U10B-02 Palms',
      'Game: U10B-02 Palms @ U10B-09 Summit (CANCELED)',
    ]
    const { rows, questions } = readAll(titles, ['Kailua Youth League'])
    expect(rows.map(shown)).toEqual([
      ['Practice: U10B-02 Palms Practice at Bay Park', null, 'planned'],
      ['vs. Reef', 'home', 'planned'],
      ['at Lagoon', 'away', 'planned'],
      ['at Summit', 'away', 'called_off'],
    ])
    expect(questions).toEqual([])
  })

  it('SportsEngine’s season: home and away teams with a status', () => {
    const rows = [
      row('U14', 'Harbor FC', 'Ridgeview SC', 'Completed'),
      row('U14', 'Cove United', 'Harbor FC', 'Unscheduled'),
      row('U14', 'Dune Athletic', 'Harbor FC', 'Forfeit'),
      row('U14', 'Harbor FC', 'Mesa SC', 'Cancelled'),
      row('U14', 'Harbor FC', 'Summit SC', 'Deleted'),
    ]
    const read = readAll(rows, ['Spring campaign'])
    expect(read.questions).toEqual([])
    expect(read.rows.map(shown)).toEqual([
      ['vs. Ridgeview SC', 'home', 'planned'],
      ['at Cove United', 'away', 'planned'],
      ['at Dune Athletic', 'away', 'forfeit'],
      ['vs. Mesa SC', 'home', 'called_off'],
      ['vs. Summit SC', 'home', 'called_off'],
    ])
  })

  it('an assigner’s schedule: levels apart, numbers are no names', () => {
    const rows = [
      row('Varsity', 'Harbor', 'Ridgeview', 'Normal'),
      row('JV', 'Ridgeview', 'Harbor', 'Normal'),
      row('Varsity', 'Cove', 'Harbor', 'Rainout'),
      row('Varsity', 'Harbor', 'Dune', 'Forfeit'),
      row('Varsity', 'Harbor', 'Mesa', 'Suspended'),
    ]
    const read = readAll(rows, ['Spring campaign'], { level: 'Varsity', 'line 6 status': 'no' })
    expect(read.questions.map(({ id }) => id)).toEqual(['level', 'line 6 status'])
    expect(read.rows.map(shown)).toEqual([
      ['vs. Ridgeview', 'home', 'planned'],
      ['at Ridgeview', 'away', 'not_ours'],
      ['at Cove', 'away', 'called_off'],
      ['vs. Dune', 'home', 'forfeit'],
      ['vs. Mesa', 'home', 'left_out'],
    ])
  })

  it('a league’s page: opponents with footnotes, at home where nothing is said', () => {
    const rows = [
      { opponent: '@ Ridgeview*' },
      { opponent: 'Cove' },
      { opponent: 'Mesa', status: 'Postponed' },
    ]
    expect(readAll(rows).rows.map(shown)).toEqual([
      ['at Ridgeview', 'away', 'planned'],
      ['vs. Cove', null, 'planned'],
      ['vs. Mesa', null, 'called_off'],
    ])
  })

  it('a school’s feed, from the file to its names', () => {
    const text = list(`BEGIN:VCALENDAR | X-WR-CALNAME:Lions Boys Basketball
      | BEGIN:VEVENT | DTSTART:20261205T000000Z | SUMMARY:Boys Basketball V vs. Harbor | END:VEVENT
      | BEGIN:VEVENT | DTSTART:20270320T230000Z | SUMMARY:Boys Basketball V @ Ridgeview | END:VEVENT
      | END:VCALENDAR`).join('\r\n')
    const { entries, name } = readCalendar(text, 'America/New_York')
    const rows = readTitles(entries, { ownNames: ['Lions', name ?? ''], hasOpponents: true, ask: () => null })
    expect(rows.map(shown)).toEqual([
      ['vs. Harbor', 'home', 'planned'],
      ['at Ridgeview', 'away', 'planned'],
    ])
  })
})
