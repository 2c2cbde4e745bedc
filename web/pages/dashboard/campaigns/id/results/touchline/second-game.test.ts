import { describe, expect, it } from 'vitest'
import { gameAtThatTime, secondGame } from './count.ts'

const at = (time: string): string => `2026-09-12T${time}:00Z`
const game = (opponent: string, time: string) => ({ name: `vs. ${opponent}`, opponent, startTime: at(time) })

describe('a match against an opponent of that day', () => {
  it.each([
    ['at another time may be a second game', game('Bay', '13:30'), [game('Bay', '12:00')], 'Bay (game 2)'],
    ['is recognized however it is written', game('bay', '13:30'), [game('Bay', '12:00')], 'bay (game 2)'],
    [
      'may be a third one',
      game('Bay', '15:00'),
      [game('Bay', '12:00'), game('Bay (game 2)', '13:30')],
      'Bay (game 3)',
    ],
    ['at the same time is that game', game('Bay', '12:00'), [game('Bay', '12:00')], undefined],
    [
      'at the time of the second is the second',
      game('Bay', '13:30'),
      [game('Bay', '12:00'), game('Bay (game 2)', '13:30')],
      undefined,
    ],
    [
      'that is called the second is asked about no more',
      game('Bay (game 2)', '13:30'),
      [game('Bay', '12:00')],
      undefined,
    ],
    ['is no question against somebody else', game('Cove', '13:30'), [game('Bay', '12:00')], undefined],
  ])('%s', (_, match, sameDay, called) => {
    expect(secondGame(match, sameDay)?.opponent).toBe(called)
  })

  it('is the one that starts then', () => {
    const first = game('Bay', '12:00')
    const second = game('Bay (game 2)', '13:30')
    expect(gameAtThatTime(game('Bay', '13:30'), [first, second])).toBe(second)
    expect(gameAtThatTime(game('Bay', '14:00'), [first, second])).toBeUndefined()
  })
})
