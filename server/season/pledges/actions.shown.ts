import { DomainError } from '#domain/errors.ts'
import { type Cents, toDecimal } from '#domain/money.ts'
import type { CurrentTerms } from '#domain/schemas/pledge.ts'
import { type CurrentLine, type ShownLine, termsChanged } from '#domain/shown-terms.ts'

/** @throws a 409 with the current terms if they are no longer those that the screen showed (R8). */
export function refuseOtherTerms(
  shown: { most: Cents | null; lines: readonly ShownLine[] },
  current: { most: Cents; lines: readonly CurrentLine[] },
): void {
  const changed = termsChanged(shown, current)
  if (changed === null) return
  const details: CurrentTerms = {
    agreedMaximum: toDecimal(current.most),
    pledgeStatistics: current.lines.map(({ statisticId, name, unitName, type }) => ({
      statisticId,
      name,
      unitName,
      type,
    })),
  }
  throw new DomainError('conflict', `${changed} Check it, then pledge again.`, { details })
}
