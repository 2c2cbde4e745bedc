import { deductionParts } from '#domain/deductions.ts'
import type { YearFigures } from '#domain/schemas/year.ts'
import { usd } from '#web/format.ts'

/** Every part of the net amount, so that it can be checked; what there is none of is left out. */
export const yearParts = (
  year: Pick<YearFigures, 'collected' | 'refunds' | 'disputes' | 'bounced'>,
): string => [`${usd(year.collected)} received`, ...deductionParts(year)].join(', ')
