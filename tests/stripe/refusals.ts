/** A refusal in Stripe's own words and codes. */
export class StripeRefusal extends Error {
  readonly status: number
  readonly error: Record<string, unknown>
  constructor(status: number, error: Record<string, unknown>) {
    super(String(error.message))
    this.status = status
    this.error = error
  }
}
export const invalid = (message: string, more: Record<string, unknown> = {}, status = 400) =>
  new StripeRefusal(status, { type: 'invalid_request_error', message, ...more })
export const missing = (what: string, id: string, param: string, status = 400) =>
  invalid(`No such ${what}: '${id}'`, { code: 'resource_missing', param }, status)
