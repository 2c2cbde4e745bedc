/** When a season can be reopened, by withdrawing its final settlement (R33). Pure. */
import type { SettlementKind } from './settlement.ts'

/** Whether money moved for the final settlement or one of its corrections. */
export type MovedMoney = { wasAttempted: boolean; wasPaid: boolean; wasRefunded: boolean }

type Version = MovedMoney & { kind: SettlementKind; isWithdrawn: boolean; isCorrection: boolean }

const CORRECT = 'correct the results instead'

/** Null if withdrawing this version reopens the season, otherwise the reason: one answer for the guard and the button. */
export function reasonNotToReopen(version: Version): string | null {
  if (version.isWithdrawn) return 'This settlement was already withdrawn'
  if (version.kind === 'progress')
    return 'Only a final settlement can be withdrawn: correct the results, and the next settlement bills the difference'
  if (version.wasAttempted) return `A charge of this settlement was already attempted: ${CORRECT}`
  if (version.wasPaid) return `A payment for this settlement was already posted: ${CORRECT}`
  if (version.wasRefunded) return `A refund of this settlement was already made: ${CORRECT}`
  if (version.isCorrection)
    return 'This is a correction: it is withdrawn together with the final settlement that it corrects'
  return null
}
