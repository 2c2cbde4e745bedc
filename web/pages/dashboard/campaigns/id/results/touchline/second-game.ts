/** Two games against one team on one day: which one an unscheduled match is (R19). Pure. */
import { likeness, type Match, sureMatch } from '#domain/match-identity.ts'

type Timed = Match & { startTime: string }

const NUMBER = /\s*\(game \d{1,2}\)\s*$/i
const plain = ({ name, opponent }: Match): Match => ({
  name: name.replace(NUMBER, ''),
  opponent: opponent?.replace(NUMBER, '') ?? null,
})

/** The one that starts then, whichever game of the day it is called. */
export const gameAtThatTime = <Known extends Timed>(
  match: Timed,
  sameDay: readonly Known[],
): Known | undefined =>
  sameDay.find(
    (known) =>
      Date.parse(known.startTime) === Date.parse(match.startTime) &&
      likeness(plain(match), plain(known)) === 'same',
  )

type SecondGame<Known> = { same: Known; opponent: string }

/** The game that it would be taken for although it starts at another time, and what it is called if it is another one. */
export function secondGame<Known extends Timed>(
  match: Timed & { opponent: string },
  sameDay: readonly Known[],
): SecondGame<Known> | null {
  if (match.opponent === '' || gameAtThatTime(match, sameDay)) return null
  const same = sureMatch(match, sameDay)
  if (!same) return null
  const called = (number: number): string => `${match.opponent.replace(NUMBER, '')} (game ${number})`
  const isTaken = (number: number): boolean =>
    sameDay.some((known) => likeness({ name: '', opponent: called(number) }, known) === 'same')
  let number = 2
  while (isTaken(number)) number += 1
  return { same, opponent: called(number) }
}
