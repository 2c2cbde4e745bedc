import { invalid } from './refusals.ts'

/** Stripe's own rules, for an account whose prefix uses the ten characters allowed. */
export function demandDescriptor(given: unknown): string | null {
  if (given === undefined) return null
  const suffix = String(given)
  const isRight = suffix.length <= 10 && /[A-Za-z]/.test(suffix) && !/[<>\\'"*]|[^\x20-\x7e]/.test(suffix)
  if (isRight && suffix.trim() === suffix) return suffix
  throw invalid('The statement descriptor suffix is not allowed', { param: 'statement_descriptor_suffix' })
}
