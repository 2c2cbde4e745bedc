/** A rule of a form, and the messages that several rules share. */

export type Wrong = {
  /** The field's name in the API. */
  field: string
  words: string
  /** The field's label on the form; none where the form cannot be filled in wrong, and `because` says why. */
  label?: string
  because?: string
  /** For one of several fields with the same label. */
  group?: string
  typed?: string
  /** What is sent to the API; by default what is typed. */
  sent?: unknown
  /** Sent to the API along with it, if the rule is about several fields. */
  sentWith?: Record<string, unknown>
}
/** Rules broken at the same time, with what is typed or chosen before. */
export type Round = { before?: Record<string, string>; wrong: Wrong[] }
export type FormRules = {
  method: 'POST' | 'PUT'
  path: string
  /** Who sends it; by default an owner. */
  as?: 'representative'
  /** A valid request. */
  good: Record<string, unknown>
  rounds: Round[]
}

export const long = (max: number): string => 'x'.repeat(max + 1)
export const tooLong = (max: number): string => `Use at most ${max} characters`
export const EMAIL = 'Valid email is required'
export const NUMBER = 'Enter a number with at most two decimals, up to 1,000,000'
export const EVIDENCE = 'Enter a link that starts with https://'
export const AMOUNT = 'Pledge amount must be greater than 0'
export const THRESHOLD = 'Threshold must be 0 or greater'
export const WINNERS = 'Max winners must be at least 1'
export const CHOICES = 'the list offers nothing else'
export const LENGTH = 'the field takes no more characters'
export const OFF = 'the button cannot be pressed'
