/** A rule of a form, and the words that several of them share. */

export type Wrong = {
  /** As the API names it. */
  field: string
  words: string
  /** The field's label on the form; none where the form has no way to get it wrong, and `because` says why. */
  label?: string
  because?: string
  /** Of several fields with one label. */
  group?: string
  typed?: string
  /** What the API is sent; as it is typed where that is the same. */
  sent?: unknown
  /** Sent with it to the API, where the rule is about several fields. */
  sentWith?: Record<string, unknown>
}
/** What is wrong at the same time, with what is typed or chosen before. */
export type Round = { before?: Record<string, string>; wrong: Wrong[] }
export type FormRules = {
  method: 'POST' | 'PUT'
  path: string
  /** Who: an owner everywhere else. */
  as?: 'representative'
  /** What the API takes. */
  good: Record<string, unknown>
  rounds: Round[]
}

export const long = (most: number): string => 'x'.repeat(most + 1)
export const tooLong = (most: number): string => `Use at most ${most} characters`
export const EMAIL = 'Valid email is required'
export const NUMBER = 'Enter a number with at most two decimals, up to 1,000,000'
export const EVIDENCE = 'Enter a link that starts with https://'
export const AMOUNT = 'Pledge amount must be greater than 0'
export const THRESHOLD = 'Threshold must be 0 or greater'
export const WINNERS = 'Max winners must be at least 1'
export const CHOICES = 'the list offers nothing else'
export const LENGTH = 'the field takes no more characters'
export const OFF = 'the button cannot be pressed'
