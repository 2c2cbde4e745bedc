import { add, basisPointsOf, type Cents, subtract } from '../money.ts'

/** 25 %, copied onto a campaign when it is created (R4). */
export const COMMISSION_BASIS_POINTS = 2_500

/**
 * Commission is computed on the campaign's cumulative collected amount and each collection or refund posts the
 * difference, so that at every moment it is exactly its share of what was collected.
 */
export function commissionChange(collectedBefore: Cents, change: Cents, basisPoints: number): Cents {
  const after = add(collectedBefore, change)
  return subtract(basisPointsOf(after, basisPoints), basisPointsOf(collectedBefore, basisPoints))
}
