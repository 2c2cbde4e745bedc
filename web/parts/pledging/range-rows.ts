import type { Quote } from '#domain/schemas/pledge.ts'
import { toCents } from '#web/format.ts'

type Figures = Pick<Quote, 'low' | 'likely' | 'most'>

/** The figures of one scale (R8). Where the expected minimum is above last year's result, low would be above expected. */
export const rangeRows = ({ low, likely, most }: Figures) =>
  [
    ['Low', toCents(low) < toCents(likely) ? low : likely],
    ['Expected', likely],
    ['Most', most],
  ] as const
