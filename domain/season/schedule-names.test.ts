/** Names of scheduled events: opponents and types are recognized, and hostile texts refused. */
import { expect, it } from 'vitest'
import { kindOf, opponentIn, reasonAgainst } from './schedule.ts'

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
  ]).toEqual([null, null, null])
  expect(reasonAgainst('name', 'xxx', 2)).toBe('the name has more than 2 characters')
})
