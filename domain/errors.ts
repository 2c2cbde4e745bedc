/** Every way a request can be refused, by name. server/platform/http/errors.ts gives each its HTTP status. */
export type ErrorCode =
  | 'invalid'
  | 'malformed'
  | 'unauthorized'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'stale'
  | 'unconfirmed'
  | 'idempotency_mismatch'
  | 'too_large'
  | 'rate_limited'
  | 'unavailable'
  | 'email_unverified'
  | 'campaign_closed'
  | 'not_a_second_person'
  | 'second_step_required'
  | 'possible_duplicate'
  | 'already_posted'
  | 'nothing_to_settle'
  | 'settlement_blocked'
  | 'sums_differ'

/** A refusal that the caller can act on. `fields` names each wrong field with the sentence shown beside it. */
export class DomainError extends Error {
  readonly code: ErrorCode
  readonly fields: Record<string, string> | undefined
  readonly details: unknown

  constructor(
    code: ErrorCode,
    message: string,
    more: { fields?: Record<string, string>; details?: unknown } = {},
  ) {
    super(message)
    this.name = 'DomainError'
    this.code = code
    this.fields = more.fields
    this.details = more.details
  }
}

/** A 400 that names one field. */
export const invalidField = (field: string, message: string): DomainError =>
  new DomainError('invalid', message, { fields: { [field]: message } })

export const notFound = (what: string): DomainError => new DomainError('not_found', `${what} not found`)
