/** What stands between what a pledge has earned, what was billed before, and what a statement bills. Pure. */
import { add, type Cents, negate, subtract, sum, ZERO } from '../money.ts'

export type StatementPart =
  | 'carried'
  | 'deducted'
  | 'waived'
  | 'waivedBefore'
  | 'writtenOff'
  | 'notOwed'
  | 'lowered'
  | 'refundedBefore'
  | 'refunded'
  | 'correctedSince'

type StatementFacts = {
  accrued: Cents
  billedBefore: Cents
  /** What is billed now. */
  amount: Cents
  /** Below 0: deducted from the next one. */
  carried: Cents
  /** Below 0: an earlier one that a correction took back; so is what is written off. */
  waived: Cents
  writtenOff: Cents
  refunded: Cents
  /** Refunded out of goodwill before, and counted for the decrease now. */
  goodwill: Cents
}

/**
 * The parts that are not 0, each with the sign with which they add up: earned less billed before, plus all of them, is the
 * amount. What remains is what the settlement took off earlier bills or, of a new bill, what a later one has taken off it.
 */
export function statementParts(given: StatementFacts): { part: StatementPart; amount: Cents }[] {
  const { accrued, billedBefore, amount, carried, waived, writtenOff, refunded, goodwill } = given
  const toBill = subtract(accrued, billedBefore)
  const rest = subtract(add(toBill, add(refunded, goodwill)), sum([carried, waived, writtenOff]))
  const all: [StatementPart, Cents][] = [
    [carried > 0 ? 'carried' : 'deducted', negate(carried)],
    [waived > 0 ? 'waived' : 'waivedBefore', negate(waived)],
    [writtenOff > 0 ? 'writtenOff' : 'notOwed', negate(writtenOff)],
    ['refundedBefore', goodwill],
    ['refunded', refunded],
    rest < 0 ? ['lowered', subtract(amount, rest)] : ['correctedSince', subtract(amount, rest)],
  ]
  return all.flatMap(([part, one]) => (one === ZERO ? [] : [{ part, amount: one }]))
}
