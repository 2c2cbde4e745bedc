/** What a screen learns from a failed call: the sentence to show, and the fields it belongs to. */
export class ApiError extends Error {
  /** The HTTP status; 0 when no response arrived. */
  readonly status: number
  readonly code: string | undefined
  readonly fields: Record<string, string>
  readonly details: unknown

  constructor(
    message: string,
    status: number,
    body: { code?: string; fields?: Record<string, string>; details?: unknown } = {},
  ) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = body.code
    this.fields = body.fields ?? {}
    this.details = body.details
  }
}

/** No response at all, or one that broke off. */
export class NetworkError extends ApiError {
  constructor() {
    super('Network error - please check your connection', 0)
  }
}

/**
 * The JSON of a successful response; null when its body is empty.
 * @throws {NetworkError} when it broke off; an {@link ApiError} when it is anything other than JSON.
 */
export async function bodyOf(response: Response): Promise<unknown> {
  let text: string
  try {
    text = await response.text()
  } catch {
    throw new NetworkError()
  }
  if (text === '') return null
  try {
    return JSON.parse(text)
  } catch {
    // A proxy's page, or that of a network that requires its own sign-in.
    throw new ApiError('We could not read the server’s response. Try again in a moment.', 0)
  }
}

const PATIENCE = 'Please try again in a moment'

/** A limit with words of its own says what to do next; any other asks for patience. */
export async function limitOf(response: Response): Promise<ApiError> {
  const { code, message } = await messageOf(response)
  const hasWords = code === 'rate_limited' && message !== PATIENCE
  return new ApiError(hasWords ? message : 'Rate limited: Please try again in a moment', response.status)
}

/** The server's JSON message, otherwise 'HTTP {status}', otherwise the status text. */
export async function messageOf(response: Response): Promise<ApiError> {
  let body: unknown
  try {
    body = await response.json()
  } catch {
    return new ApiError(response.statusText || `HTTP ${response.status}`, response.status)
  }
  const said = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const message = typeof said.message === 'string' && said.message ? said.message : `HTTP ${response.status}`
  return new ApiError(message, response.status, said as ConstructorParameters<typeof ApiError>[2])
}

export const isRateLimited = (error: unknown): boolean => error instanceof ApiError && error.status === 429

/** Whether signing in again helps: a message such as 'HTTP 401: Unauthorized'. */
export const isUnauthorized = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 401 || /401: .*Unauthorized/.test(error.message))

/** The server said that it does not exist, or not for this reader; a malformed id cannot exist. */
export const isMissing = (error: unknown): boolean =>
  error instanceof ApiError && [400, 403, 404].includes(error.status)

/** Never asks again for what does not exist for this reader; anything else may be a moment's trouble. */
export const retryUnlessMissing = (failures: number, error: Error): boolean =>
  failures < 3 && !isRateLimited(error) && !isUnauthorized(error) && !isMissing(error)

/** Never asks again for something the user may not see. */
export const retryUnlessRefused = (failures: number, error: Error): boolean =>
  failures < 3 && !isRateLimited(error) && !(error instanceof ApiError && [401, 403].includes(error.status))
