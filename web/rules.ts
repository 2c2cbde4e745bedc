/** The API's own rules, checked before anything is sent: what it would refuse is refused here, in the same words. */
import type { z } from 'zod'
import { ApiError } from './api-error.ts'

/** The first message of each field, by its path, as the API returns them. */
export function brokenRules(schema: z.ZodType, values: unknown): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const { path, message } of schema.safeParse(values).error?.issues ?? [])
    fields[path.join('.')] ??= message
  return fields
}

/** @throws {ApiError} with what is wrong with each field. */
export const keepRules = (schema: z.ZodType, values: unknown): void => refuse(brokenRules(schema, values))

/** @throws {ApiError} if there is anything wrong, by field. */
export function refuse(fields: Record<string, string>): void {
  const [message] = Object.values(fields)
  if (message !== undefined) throw new ApiError(message, 400, { code: 'invalid', fields })
}
