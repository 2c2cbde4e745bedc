/** What the screen showed goes with the pledge: if it is no longer so, the server refuses and says what changed. */
import { ApiError } from '#web/api-error.ts'
import type { Chosen, PledgePayload } from './selection.ts'

/** The lines with the names, units and types that the screen showed. */
export const shownLines = (
  { pledgeStatistics }: Pick<PledgePayload, 'pledgeStatistics'>,
  chosen: readonly Chosen[],
) =>
  pledgeStatistics.map((line) => {
    const its = chosen.find(({ statistic }) => statistic.id === line.statisticId)?.statistic
    return its ? { ...line, name: its.name, unitName: its.unitName, type: its.type } : line
  })

/** A refusal because of that: nothing was made, and everything that was typed can be sent again. */
export const isOtherTerms = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.status === 409 &&
  typeof error.details === 'object' &&
  error.details !== null &&
  'pledgeStatistics' in error.details
