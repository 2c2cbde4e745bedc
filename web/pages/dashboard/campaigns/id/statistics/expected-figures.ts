import { formatQuantity, type Quantity } from '#domain/quantity.ts'

type Figures = Record<'expectedMin' | 'expectedTarget' | 'expectedMax', number | null>

/**
 * Figures in the wrong order are a slip, and the maximum decides what a supporter can owe (R8). Asked in the form only: the
 * API accepts them as it always has.
 */
export function expectedProblems({ expectedMin: min, expectedTarget: target, expectedMax: max }: Figures) {
  const problems: { field: keyof Figures; message: string }[] = []
  const above = (field: keyof Figures, less: number | null, more: number | null, message: string) => {
    if (less !== null && more !== null && less > more) problems.push({ field, message })
  }
  above('expectedMin', min, target, 'The minimum is above the target')
  above('expectedMax', target, max, 'The maximum is below the target')
  if (target === null) above('expectedMax', min, max, 'The maximum is below the minimum')
  return problems
}

/** Not refused: a season may be shorter than the last one. But no one would pay for more than the maximum (R8). */
export function lowMaximum(maximum: Quantity | null, lastYear: Quantity | null): string | null {
  if (maximum === null || lastYear === null || maximum === 0 || maximum >= lastYear) return null
  return `Below last year’s result: new pledges without a cap pay for at most ${formatQuantity(maximum)}.`
}
