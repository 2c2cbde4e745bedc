/** Which movement of the books a line of the bank account is (R78): by amount, day and number. Pure. */

import type { BankLine } from '../files/bank-file.ts'
import { type Cents, negate } from '../money.ts'
import { addDays } from '../places/zone.ts'

/** What moved *Cash at bank*, as the bank should show it. */
export type Movement = {
  id: string
  /** The entry's, as the month's list names it. */
  kind: string
  day: string
  /** Into the bank account is above zero. */
  amount: Cents
  /** The number of its slip, check or transfer; null if none was recorded. */
  number: string | null
}

/** A deposited check that the bank may have sent back. */
export type DepositedCheck = { id: string; amount: Cents; number: string | null; depositedOn: string }

export type Proposal = {
  /** The only one that it can be: a person confirms it with the others. */
  isSure: boolean
  /** What it may be, the likeliest first. */
  choices: Movement[]
  /** Returned checks that it may be about, which are not recorded as bounced. */
  bounces: DepositedCheck[]
}

/** A bank books a movement up to this many days before or after the books do. */
const DAYS_APART = 3
/** A mailed check is cashed within half a year, or not at all. */
export const OPEN_DAYS = 180
const MOST_CHOICES = 5

/** How the books call a check that the bank sent back. */
const BOUNCE = 'reversal'
const RETURNED =
  /\b(?:returned?|return|rtn|rtd|ret|nsf|bounced?|insufficient|uncollected|unpaid|chargeback|charge back|refer to maker|stop payment)\b/i

/** `PR-000123` is `pr` and `123`: leading zeros say nothing. */
const wordsOf = (text: string): string[] =>
  (text.toLowerCase().match(/\p{Letter}+|\p{Number}+/gu) ?? []).map((word) => word.replace(/^0+(?=\d)/, ''))

/** `BNTEF-XZKXS`, as a payout is called in the file for the bank: named as a whole, since its digits say nothing. */
const REFERENCE = /^(?=.*[A-Z])[A-Z2-9]{5}-[A-Z2-9]{5}$/
const squeezed = (text: string): string => text.toUpperCase().replace(/[^A-Z0-9]/g, '')

/** The bank's text names the number: all of its digits, one behind the other, however it is punctuated. */
export function namesNumber(text: string, number: string | null): boolean {
  if (number === null) return false
  if (REFERENCE.test(number)) return squeezed(text).includes(squeezed(number))
  const digits = wordsOf(number).filter((word) => /^\p{Number}/u.test(word))
  const said = wordsOf(text).filter((word) => /^\p{Number}/u.test(word))
  return (
    digits.length > 0 && said.some((_, start) => digits.every((word, index) => said[start + index] === word))
  )
}

type Line = Pick<BankLine, 'day' | 'text' | 'amount'> & { id: string }
type Pair = { line: Line; movement: Movement; isNamed: boolean; isNear: boolean; isSameWay: boolean }

/** "CHECK 1042": the bank says which one it is. */
const CHECK_NUMBER = /\b(?:check|chk|ck|cheque)\s*(?:no\.?|number|#)?\s*#?\s*(\d{2,})/i
/** The day alone does not tell where the bank says something else: that a check came back, or another number. */
const isContradicted = ({ line: { text }, movement, isNamed }: Pair): boolean =>
  (RETURNED.test(text) && movement.kind !== BOUNCE) ||
  (!isNamed && movement.number !== null && CHECK_NUMBER.test(text))

const isNear = (a: string, b: string): boolean => a >= addDays(b, -DAYS_APART) && a <= addDays(b, DAYS_APART)
const isOpen = (line: string, movement: string): boolean =>
  line >= addDays(movement, -DAYS_APART) && line <= addDays(movement, OPEN_DAYS)

const byAmount = <One extends { amount: Cents }>(all: readonly One[]): Map<number, One[]> =>
  Map.groupBy(all, ({ amount }) => Math.abs(amount))

/** By the line's id. Movements and lines that are matched already are not given. */
export function proposals(
  lines: readonly Line[],
  movements: readonly Movement[],
  checks: readonly DepositedCheck[],
): Map<string, Proposal> {
  const movementsOf = byAmount(movements)
  const checksOf = byAmount(checks)
  const pairs = lines.flatMap((line) =>
    (movementsOf.get(Math.abs(line.amount)) ?? []).flatMap((movement) => pairOf(line, movement) ?? []),
  )
  const sure = surePairs(pairs)
  const taken = new Set([...sure.values()].map(({ id }) => id))
  const pairsOf = Map.groupBy(pairs, ({ line }) => line.id)
  return new Map(
    lines.map((line) => {
      const only = sure.get(line.id)
      const others = (pairsOf.get(line.id) ?? []).filter(({ movement }) => !taken.has(movement.id))
      const choices = only ? [only] : others.sort(likelier).map(({ movement }) => movement)
      const bounces = only?.kind === BOUNCE ? [] : bouncesOf(line, checksOf.get(Math.abs(line.amount)) ?? [])
      return [line.id, { isSure: only !== undefined, choices: choices.slice(0, MOST_CHOICES), bounces }]
    }),
  )
}

function pairOf(line: Line, movement: Movement): Pair | null {
  const isNamed = namesNumber(line.text, movement.number)
  const isSameWay = line.amount === movement.amount
  // Money that the books send and the bank receives is the same only if the bank names its number.
  if (!isOpen(line.day, movement.day) || !(isSameWay || isNamed)) return null
  return { line, movement, isNamed, isNear: isNear(line.day, movement.day), isSameWay }
}

/** What can only be one thing, from both sides: first by number, then by day. */
function surePairs(pairs: readonly Pair[]): Map<string, Movement> {
  const sure = new Map<string, Movement>()
  const taken = new Set<string>()
  const ways = [({ isNamed }: Pair) => isNamed, (pair: Pair) => pair.isNear && !isContradicted(pair)]
  for (const isOfWay of ways) {
    const left = pairs.filter(
      (pair) => pair.isSameWay && isOfWay(pair) && !sure.has(pair.line.id) && !taken.has(pair.movement.id),
    )
    const ofLine = Map.groupBy(left, ({ line }) => line.id)
    const ofMovement = Map.groupBy(left, ({ movement }) => movement.id)
    for (const { line, movement } of left) {
      if (ofLine.get(line.id)?.length !== 1 || ofMovement.get(movement.id)?.length !== 1) continue
      sure.set(line.id, movement)
      taken.add(movement.id)
    }
  }
  return sure
}

const rank = ({ isSameWay, isNamed, isNear }: Pair): number =>
  (isSameWay ? 4 : 0) + (isNamed ? 2 : 0) + (isNear ? 1 : 0)
const likelier = (a: Pair, b: Pair): number => rank(b) - rank(a) || (a.movement.day < b.movement.day ? 1 : -1)

/** The check that the line names, or, where it names none of them, those of its amount. */
function bouncesOf(line: Line, checks: readonly DepositedCheck[]): DepositedCheck[] {
  if (line.amount >= 0 || !RETURNED.test(line.text)) return []
  const open = checks.filter(
    ({ amount, depositedOn }) => negate(amount) === line.amount && isOpen(line.day, depositedOn),
  )
  const named = open.filter(({ number }) => namesNumber(line.text, number))
  return (named.length > 0 ? named : open).slice(0, MOST_CHOICES)
}
