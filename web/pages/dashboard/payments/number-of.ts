import { INSTRUMENT_RULES, type Instrument } from '#domain/instruments.ts'

/** What a row of a stack is told apart by: its number, or what it is where it has none. */
export function numberOf(method: Instrument, reference: string | null): string {
  const { name, hasNumber } = INSTRUMENT_RULES[method]
  return hasNumber ? (reference ?? 'No number') : name
}
