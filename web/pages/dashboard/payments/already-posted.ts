import { ApiError } from '#web/api-error.ts'

/** A question rather than an error: is it another one with the same number (R36)? */
export const isAlreadyPosted = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'already_posted'
