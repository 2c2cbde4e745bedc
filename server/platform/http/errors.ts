import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { DomainError, type ErrorCode } from '#domain/errors.ts'
import { formatUsd, LARGEST_AMOUNT } from '#domain/money.ts'
import type { ErrorBody } from '#domain/schemas/error.ts'
import { TRY_AGAIN_SECONDS, Unavailable } from '#server/platform/base/unavailable.ts'
import { isUnable } from '#server/platform/db/connection-lost.ts'
import { isOutOfRoom } from '#server/platform/files/files.ts'
import { RateLimited } from '#server/platform/limits/limits.ts'

/** Each refusal's HTTP status. Exhaustive: a new code does not compile until it has one (R54). */
const STATUS: Record<ErrorCode, ContentfulStatusCode> = {
  invalid: 400,
  malformed: 400,
  unauthorized: 401,
  forbidden: 403,
  email_unverified: 403,
  not_found: 404,
  conflict: 409,
  stale: 409,
  unconfirmed: 409,
  idempotency_mismatch: 409,
  campaign_closed: 409,
  not_a_second_person: 403,
  second_step_required: 403,
  possible_duplicate: 409,
  already_posted: 409,
  nothing_to_settle: 409,
  settlement_blocked: 409,
  sums_differ: 409,
  too_large: 413,
  rate_limited: 429,
  unavailable: 503,
}

/** What the database itself refuses, in words, by constraint name. */
const CONSTRAINTS: Record<string, { code: ErrorCode; message: string }> = {
  users_email_key: { code: 'conflict', message: 'That email address is in use' },
  events_match: { code: 'conflict', message: 'There is already a match against that opponent on that day' },
  results_second_person: { code: 'not_a_second_person', message: 'Your entry: someone else must confirm it' },
  results_void_second_person: { code: 'not_a_second_person', message: 'Someone else must confirm a void' },
  results_append_only: { code: 'conflict', message: 'This result was already confirmed or voided' },
  statistic_totals_confirmed_check: { code: 'conflict', message: 'A running total cannot fall below 0' },
  statistic_totals_achieved_once: {
    code: 'conflict',
    message: 'It is already marked achieved: confirm its withdrawal first',
  },
  ambassadors_email_once: { code: 'conflict', message: 'That address is already invited' },
  charges_one_per_settlement: {
    code: 'conflict',
    message: 'That pledge already has a charge in this settlement',
  },
  settlements_campaign_id_version_key: { code: 'conflict', message: 'That version was just locked' },
  payouts_one_prepared: {
    code: 'conflict',
    message: 'Another payout to this organization is not sent yet: send it or withdraw it first',
  },
  sign_offs_one_prepared: {
    code: 'conflict',
    message: 'It was prepared already: another representative must approve or withdraw that first',
  },
  sign_offs_second_person: { code: 'not_a_second_person', message: 'Another representative must approve it' },
  payouts_second_person: { code: 'not_a_second_person', message: 'A second person must approve a payout' },
  payout_destinations_second_person: {
    code: 'not_a_second_person',
    message: 'A second person must approve a payout destination',
  },
  ...Object.fromEntries(
    // The API refuses these with their field; this covers what got past it.
    ['pledges_bounded', 'charges_bounded', 'invoices_bounded', 'payments_bounded', 'rewards_bounded'].map(
      (constraint) => [
        constraint,
        { code: 'conflict', message: `One amount can be at most ${formatUsd(LARGEST_AMOUNT)}` },
      ],
    ),
  ),
  webhook_endpoints_once: { code: 'conflict', message: 'That address is already in the list' },
  user_roles_not_ones_own: { code: 'forbidden', message: 'You cannot give yourself a role' },
}

/** Work on this campaign's results or settlement is taking longer than a request should wait. */
const LOCK_NOT_AVAILABLE = '55P03'

const NO_ROOM = 'There is no room for more files right now. Nothing was saved; try again later.'
/** Someone has to make room first. */
const NO_ROOM_SECONDS = 600

const INVALID_TEXT = new Set(['22021', '22P05'])

/** Translates refusals of the database, and of the place for files, into our words; other errors are returned unchanged. */
export function translated(error: unknown): unknown {
  const { code, constraint } = (error ?? {}) as { code?: string; constraint?: string }
  if (constraint && CONSTRAINTS[constraint]) {
    const known = CONSTRAINTS[constraint]
    return new DomainError(known.code, known.message)
  }
  if (isUnable(error)) return new Unavailable('We can’t reach our records right now. Try again in a moment.')
  if (isOutOfRoom(error)) return new Unavailable(NO_ROOM, NO_ROOM_SECONDS)
  if (code === LOCK_NOT_AVAILABLE) return new RateLimited(TRY_AGAIN_SECONDS)
  if (code && INVALID_TEXT.has(code))
    return new DomainError('malformed', 'The text contains characters that cannot be stored')
  return error
}

export function toResponse(error: DomainError): { status: ContentfulStatusCode; body: ErrorBody } {
  const body: ErrorBody = { message: error.message, code: error.code }
  if (error.fields) body.fields = error.fields
  if (error.details !== undefined) body.details = error.details
  return { status: STATUS[error.code], body }
}
