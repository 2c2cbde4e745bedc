import { describe, expect, it } from 'vitest'
import { alikeOf, isMatch, likeness, type Match, sureMatch } from './match-identity.ts'

const title = (name: string): Match => ({ name, opponent: null })
const against = (opponent: string, name = `vs. ${opponent}`): Match => ({ name, opponent })
const redmond = against('Redmond')

describe('names of the same match (R19):', () => {
  it.each([
    'Redmond',
    'vs. Redmond',
    'vs Redmond',
    'VS REDMOND',
    'v Redmond',
    'v. Redmond',
    'versus Redmond',
    '@ Redmond',
    '@Redmond',
    'at Redmond',
    'against Redmond',
    'Redmond (away)',
    'Redmond (home)',
    'Redmond (A)',
    'Redmond (H)',
    'Redmond - away',
    'Away at Redmond',
    'Home vs. Redmond',
    'REDMOND!',
    'Varsity Soccer vs. Redmond',
    'Girls Varsity @ Redmond',
    'Game 7 vs. Redmond',
    'Homecoming vs. Redmond',
    'vs. Redmond (game 1)',
    'vs. Redmond, Game 1',
    'Rédmond',
    '  vs.   Redmond  ',
  ])('%s and Redmond', (name) => {
    expect(likeness(redmond, title(name))).toBe('same')
    expect(likeness(title(name), redmond)).toBe('same')
  })

  it.each([
    ["St. Mary's", 'Saint Marys'],
    ['Mt. Hood', 'Mount Hood'],
    ['Mid-Land', 'Midland'],
    ['Atlético San José', 'atletico san jose'],
    ['Bonnie & Clyde Prep', 'Bonnie and Clyde Prep'],
    ['Redmond Eagles', 'Eagles, Redmond'],
  ])('%s and %s', (first, second) => {
    expect(likeness(against(first), title(`at ${second}`))).toBe('same')
  })

  it('equal titles, although the opponent is written differently', () => {
    expect(likeness(against('Eagles', 'vs. Redmond'), redmond)).toBe('same')
  })

  it('equal titles that name no opponent', () => {
    expect(likeness(title('Game 3'), title('game #3'))).toBe('same')
    expect(likeness(title('Homecoming'), title('HOMECOMING'))).toBe('same')
  })
})

describe('names that could be the same match (R19):', () => {
  it.each([
    'Redmond Eagles',
    'vs. Redmond Eagles',
    'Redmond High School',
    'Redmond HS',
    'Summit at Redmond',
    'Redmond vs. Summit',
    'Senior Night: Redmond',
    'vs. Redmond at Hillside Park',
    'Redmond JV',
    'Game 3',
    'Homecoming',
    'Homecoming 2026',
    'vs. Opponent',
    'vs. TBD (homecoming)',
    'Senior Night',
    'Varsity Soccer',
    'Match 12',
    'League Match',
    'TBD',
    'vs. TBD',
    'Home game',
    'Season Opener',
    'State Semifinal',
    'Battle of the Bridge',
    'Spring Classic',
    '⚽',
  ])('%s and Redmond', (name) => {
    expect(likeness(redmond, title(name))).toBe('could_be')
    expect(likeness(title(name), redmond)).toBe('could_be')
  })

  it('two similar opponents, or two titles without one', () => {
    expect(likeness(redmond, against('Redmond Eagles'))).toBe('could_be')
    expect(likeness(against('Redmond High'), against('Redmond Eagles'))).toBe('could_be')
    expect(likeness(title('Homecoming'), title('Game 3'))).toBe('could_be')
  })
})

describe('names of different matches (R19):', () => {
  it.each([
    [redmond, against('Harbor')],
    [redmond, title('vs. Harbor')],
    [title('@ Redmond'), title('vs. Harbor')],
    [title('Redmond'), title('Harbor')],
    [against('Manchester United'), against('Manchester City')],
    [against('West High'), against('East High')],
    [against('Team 0'), against('Team 5')],
    [against('Team A'), against('Team B')],
    [against('Opponent 1'), against('Opponent 12')],
    [title('vs. Rival 1'), against('Rival 2')],
    [title('Rival A'), title('Rival B')],
    [title('Round 2'), title('Round 3')],
    [against('G1'), against('G2')],
    [title('Varsity vs. Redmond'), title('JV vs. Redmond')],
    [title('Boys @ Redmond'), title('Girls @ Redmond')],
    [title('U12 vs. Redmond'), title('U14 vs. Redmond')],
  ])('%j and %j', (first, second) => {
    expect(likeness(first, second)).toBe('different')
    expect(likeness(second, first)).toBe('different')
  })

  it.each([
    ['vs. Redmond', 'vs. Redmond (game 2)'],
    ['vs. Redmond (game 1)', 'vs. Redmond (game 2)'],
    ['vs. Redmond, Game 1', 'vs. Redmond, Game 2'],
    ['Redmond DH 1', 'Redmond DH 2'],
    ['Game 1 vs. Redmond', 'Game 2 vs. Redmond'],
    ['First game vs. Redmond', 'Second game vs. Redmond'],
    ['Game 1', 'Game 2'],
    ['Match A', 'Match B'],
  ])('games of a doubleheader: %s and %s', (first, second) => {
    expect(likeness(title(first), title(second))).toBe('different')
  })
})

describe('among all matches of a day (R19),', () => {
  const names = (found: readonly Match[]) => found.map(({ name }) => name)

  it('a title without an opponent could be the match only if it is the only title', () => {
    expect(names(alikeOf(redmond, [title('Battle of the Bridge')]).couldBe)).toEqual(['Battle of the Bridge'])
    expect(alikeOf(redmond, [title('Battle of the Bridge'), title('Harbor')]).couldBe).toEqual([])
  })

  it('a title like "Game 3" could be the match, beside matches against others', () => {
    expect(names(alikeOf(redmond, [against('Harbor'), title('Game 3')]).couldBe)).toEqual(['Game 3'])
  })

  const at = (hour: string, match: Match) => ({ ...match, startTime: `2026-10-03T${hour}:00.000Z` })

  it('an equal opponent is preferred to a title', () => {
    const scheduled = [at('19:00', title('vs. Redmond')), at('22:00', redmond)]
    expect(sureMatch(against('REDMOND'), scheduled)).toBe(scheduled[1])
  })

  it('of two with equal titles, the one at the same time is chosen, and none without a time', () => {
    const scheduled = [at('19:00', title('vs. Redmond')), at('22:00', title('vs. Redmond'))]
    expect(sureMatch({ ...redmond, startTime: '2026-10-03T22:00:00.000Z' }, scheduled)).toBe(scheduled[1])
    expect(sureMatch(redmond, scheduled)).toBeUndefined()
  })
})

it('an event is a match if it is a game or tournament, or has an opponent', () => {
  expect(isMatch({ eventType: 'practice', opponent: null })).toBe(false)
  expect(isMatch({ eventType: 'other', opponent: 'Redmond' })).toBe(true)
  expect(isMatch({ eventType: 'tournament', opponent: null })).toBe(true)
})
