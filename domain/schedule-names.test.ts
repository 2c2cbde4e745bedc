/** Names of scheduled events: opponents, types and doubleheaders are recognized, and hostile texts refused. */
import { describe, expect, it } from 'vitest'
import {
  isRefused,
  kindOf,
  numberDoubleHeaders,
  opponentIn,
  reasonAgainst,
  type ScheduleLine,
} from './schedule.ts'
import { dateIn } from './zone.ts'

const ZONE = 'America/New_York'

it.each([
  ['versus Harbor', 'Harbor', 'home'],
  ['v. Harbor', 'Harbor', 'home'],
  ['VS Harbor', 'Harbor', 'home'],
  ['AT Harbor ', 'Harbor', 'away'],
  ['JV v Harbor', 'Harbor', 'home'],
  ['JV versus Harbor', 'Harbor', 'home'],
  ['JV vs. Harbor ', 'Harbor', 'home'],
])('the event name %j is against %s, %s', (name, opponent, venue) => {
  expect(opponentIn(name)).toEqual({ opponent, venue })
})

it.each(['Avs Harbor', 'vsHarbor', 'atHarbor', 'Harbor vs', 'Harbor@Bay', 'Dinner at home', '@'])(
  'the event name %j has no opponent',
  (name) => {
    expect(opponentIn(name)).toBeNull()
  },
)

it.each([
  ['Team training', 'practice'],
  ['Scrimmage', 'practice'],
  ['Tryouts', 'practice'],
  ['Try-out', 'practice'],
  ['Tournament', 'tournament'],
  ['State Championship', 'tournament'],
  ['Championships', 'tournament'],
  ['Classic', 'tournament'],
  ['Swim meet', 'tournament'],
  ['Cup final', 'tournament'],
  ['Bake sale', 'fundraiser'],
  ['Auction', 'fundraiser'],
  ['Gala', 'fundraiser'],
  ['Raffle', 'fundraiser'],
  ['Fundraiser', 'fundraiser'],
  ['Big game', 'game'],
  ['Match day', 'game'],
  ['Meeting of parents', 'other'],
  ['Gamers', 'other'],
  ['Cupcakes', 'other'],
])('an event named %s is of type %s', (name, kind) => {
  expect(kindOf(name, null)).toBe(kind)
})

it('a practice with an opponent stays a practice', () => {
  expect(kindOf('Scrimmage vs. Harbor', 'Harbor')).toBe('practice')
})

it.each(['\u0000', '\u001f', '\u007f', '\ud800'])(
  'a text with the control character %j is refused',
  (character) => {
    expect(reasonAgainst('name', `a${character}b`)).toBe('contains control characters')
  },
)

it('a text may be as long as allowed and have an equals sign inside', () => {
  expect([
    reasonAgainst('name', 'x'.repeat(200)),
    reasonAgainst('name', 'a=b'),
    reasonAgainst('name', 'xx', 2),
  ]).toEqual([...[null, null, null]])
  expect(reasonAgainst('name', 'xxx', 2)).toBe('the name has more than 2 characters')
})

describe('games against one opponent on a day', () => {
  const game = (line: number, start: string, opponent: string | null = 'Harbor'): ScheduleLine => ({
    ...{
      line,
      uid: null,
      name: `vs. ${opponent}`,
      eventType: 'game',
      opponent,
      venue: 'home',
      hasTime: true,
    },
    ...{ start: new Date(start), end: undefined, location: undefined, description: undefined },
  })
  const named = (...lines: ScheduleLine[]) =>
    numberDoubleHeaders(lines, (instant) => dateIn(ZONE, instant)).map((line) =>
      isRefused(line) ? line.reason : [line.name, line.opponent],
    )

  it('are numbered in the order of their start, regardless of the opponent’s case', () => {
    expect(
      named(
        ...[game(2, '2026-05-02T22:00:00Z'), game(3, '2026-05-02T17:00:00Z', 'HARBOR')],
        game(4, '2026-05-02T20:00:00Z'),
      ),
    ).toEqual([
      ['vs. Harbor (game 3)', 'Harbor (game 3)'],
      ['vs. HARBOR', 'HARBOR'],
      ['vs. Harbor (game 2)', 'Harbor (game 2)'],
    ])
  })

  it('are not numbered if they have other opponents, or none', () => {
    expect(
      named(
        ...[game(2, '2026-05-02T17:00:00Z'), game(3, '2026-05-02T17:00:00Z', 'Bay')],
        ...[game(4, '2026-05-02T17:00:00Z', null), game(5, '2026-05-02T17:00:00Z', null)],
      ),
    ).toEqual([
      ['vs. Harbor', 'Harbor'],
      ['vs. Bay', 'Bay'],
      ['vs. null', null],
      ['vs. null', null],
    ])
  })

  it('at the same time are one game, of which the first line is kept', () => {
    const at = '2026-05-02T17:00:00Z'
    expect(named(game(3, at), game(2, at))).toEqual([
      'the game against Harbor on 2026-05-02 is in the file twice',
      ['vs. Harbor', 'Harbor'],
    ])
  })

  it('leave refused lines unchanged', () => {
    expect(named({ line: 2, reason: 'unreadable' }, game(3, '2026-05-02T17:00:00Z'))).toEqual([
      'unreadable',
      ['vs. Harbor', 'Harbor'],
    ])
  })
})
