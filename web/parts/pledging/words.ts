/** Plain words for a promise: what is counted, and when it is paid. */

import type { Statistic } from '#domain/schemas/statistic.ts'
import { STATISTIC_RULES } from '#domain/statistic-types.ts'

type Named = Pick<Statistic, 'name' | 'unitName' | 'type'>

/** `goal` of "Goals" where the statistic does not say. */
export const unitOf = ({ name, unitName }: Named): string =>
  unitName?.toLowerCase() ?? name.toLowerCase().replace(/s$/, '')

export const promiseOf = (statistic: Named): string =>
  STATISTIC_RULES[statistic.type].promise(unitOf(statistic))

/** `per goal`, `once` */
export const perUnit = (statistic: Named): string => STATISTIC_RULES[statistic.type].per(unitOf(statistic))
