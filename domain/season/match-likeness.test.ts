/** R19: which matches of a day are one, judged by how people write opponents and titles. */
import { describe, expect, it } from 'vitest'
import { alikeOf, isMatch, likeness, type Match, sureMatch } from './match-identity.ts'

const title = (name: string): Match => ({ name, opponent: null })
const against = (opponent: string, name = `vs. ${opponent}`): Match => ({ name, opponent })
const redmond = against('Redmond')

describe('the same match', () => {
  it.each([
    ['a number as a word and as a digit', title('First game vs. Redmond'), title('Game 1 vs. Redmond')],
    ['the same number', title('Game 2 vs. Redmond'), title('vs. Redmond (game 2)')],
    ['the same level', title('Varsity vs. Redmond'), title('Varsity @ Redmond')],
    ['one level of two', title('Varsity and JV vs. Redmond'), title('Varsity vs. Redmond')],
    ['one name written as two words', against('Midland'), title('at Mid-Land')],
    ['words in another order, one of them split', against('West Bay-View'), against('Bayview, West')],
    ['an opponent under a title of its own', against('Redmond', 'Homecoming'), title('vs. Redmond')],
    ['a title against another opponent', redmond, against('Eagles', 'vs. Redmond')],
  ])('by %s', (_, first, second) => {
    expect(likeness(first, second)).toBe('same')
    expect(likeness(second, first)).toBe('same')
  })
})

describe('could be one match', () => {
  it.each([
    ['an opponent that is not known yet', redmond, against('TBD')],
    ['an opponent without a letter', redmond, against('⚽', '⚽')],
    ['a year behind the name', against('Redmond 2026'), against('Redmond Eagles')],
    ['a mark on one side only', against('Rival'), against('Rival 1')],
    ['one mark of two', against('U12 Rival 1'), against('Rival 1')],
    ['a title with a mark of its own', against('Rival 1'), title('Round 3')],
    ['a number on one side only', title('Game 1'), title('Homecoming')],
    ['one title with a number', title('Homecoming game 1'), title('Homecoming')],
    ['titles that name nobody', title('Homecoming'), title('Senior Night')],
    ['a title that names nobody', title('Homecoming'), title('Redmond')],
    ['a name in one of two', against('Eagles', 'vs. Redmond'), against('Redmond Lions')],
  ])('by %s', (_, first, second) => {
    expect(likeness(first, second)).toBe('could_be')
    expect(likeness(second, first)).toBe('could_be')
  })
})

describe('two matches', () => {
  it.each([
    ['a third game', title('vs. Redmond'), title('vs. Redmond (game 3)')],
    ['a second game', title('vs. Redmond'), title('2nd game vs. Redmond (game 2)')],
    ['ordinals', title('1st game vs. Redmond'), title('2nd game vs. Redmond')],
    ['a number behind the opponent', redmond, against('Redmond (game 2)', 'vs. Redmond')],
    ['a team that has only a number', against('Team 3'), redmond],
    ['a name of common words', against('The Academy'), redmond],
    ['a name that begins with a digit', against('Redmond 4Aces'), against('Redmond Eagles')],
    ['a name that ends with a digit', against('Redmond Aces4'), against('Redmond Eagles')],
  ])('by %s', (_, first, second) => {
    expect(likeness(first, second)).toBe('different')
    expect(likeness(second, first)).toBe('different')
  })
})

describe('of the other matches of a day', () => {
  const asked = (...others: Match[]) => alikeOf(redmond, others).couldBe.map(({ name }) => name)

  it('only the same one is the same', () => {
    expect(alikeOf(redmond, [against('Harbor'), redmond])).toEqual({ same: [redmond], couldBe: [] })
  })

  it('each title that names nobody is asked about', () => {
    expect(asked(title('Homecoming 2026'), title('Game 3'))).toEqual(['Homecoming 2026', 'Game 3'])
    expect(asked(title('Parents 2026'), title('Seniors 2026'))).toEqual(['Parents 2026', 'Seniors 2026'])
  })

  it('the one title that names somebody is asked about, beside one that names nobody', () => {
    expect(asked(title('Battle of the Bridge'), title('Game 3'))).toEqual(['Battle of the Bridge', 'Game 3'])
  })

  it('a match against others is not asked about beside the one title', () => {
    expect(asked(against('Harbor'), title('Battle of the Bridge'))).toEqual(['Battle of the Bridge'])
  })

  it('two titles with names are not asked about, also where a name holds a digit', () => {
    expect(asked(title('4Aces'), title('Harbor'))).toEqual([])
    expect(asked(title('Aces4'), title('Harbor'))).toEqual([])
  })

  it('one that holds the name is asked about', () => {
    expect(asked(title('Redmond JV'))).toEqual(['Redmond JV'])
  })
})

describe('the match that a row surely is', () => {
  const at = (hour: string, match: Match) => ({ ...match, startTime: `2026-10-03T${hour}:00.000Z` })

  it('is the one with the same title, where the row has no opponent and no time', () => {
    const scheduled = [at('19:00', redmond), at('22:00', against('Harbor'))]
    expect(sureMatch(title('vs. Redmond'), scheduled)).toBe(scheduled[0])
  })

  it('is none where two with the same title start at the same time', () => {
    const scheduled = [at('19:00', title('vs. Redmond')), at('19:00', title('vs. Redmond'))]
    expect(sureMatch({ ...title('vs. Redmond'), startTime: scheduled[0]?.startTime }, scheduled)).toBe(
      undefined,
    )
  })
})

it('a game without an opponent is a match', () => {
  expect(isMatch({ eventType: 'game', opponent: null })).toBe(true)
})
