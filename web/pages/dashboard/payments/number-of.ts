import { INSTRUMENT_RULES, type Instrument } from '#domain/instruments.ts'

/** What tells the rows of a batch apart: the number, or the kind of payment if it has none. */
export function numberOf(method: Instrument, reference: string | null): string {
  const { name, hasNumber } = INSTRUMENT_RULES[method]
  return hasNumber ? (reference ?? 'No number') : name
}
