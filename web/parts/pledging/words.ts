/** Plain words for a promise: what is counted, and when it is paid. */
import type { Statistic } from '#domain/schemas/statistic.ts'

type Named = Pick<Statistic, 'name' | 'unitName' | 'type'>

/** `goal` of "Goals" where the statistic does not say. */
export const unitOf = ({ name, unitName }: Named): string =>
  unitName?.toLowerCase() ?? name.toLowerCase().replace(/s$/, '')

export function promiseOf(statistic: Named): string {
  if (statistic.type === 'per_increment') return `You pay for every ${unitOf(statistic)}`
  if (statistic.type === 'per_achievement') return 'Only if they win it'
  return 'A gift, once'
}

/** `per goal`, `once` */
export const perUnit = (statistic: Named): string =>
  statistic.type === 'per_increment' ? `per ${unitOf(statistic)}` : 'once'
