/** The only place that fetches: session token, retries and error messages (R56). */
import { v4 as uuid } from 'uuid'
import { ApiError, bodyOf, limitOf, messageOf, NetworkError } from './api-error.ts'

/**
 * The session's bearer token, kept in memory only: at most five minutes, never past its own `exp`, forgotten on a
 * 401 or 403 and when it cannot be fetched. A 429 while fetching falls back on the cached one.
 */
const LONGEST_MS = 5 * 60_000
/** How long a call may take: the server must not receive a token that expired on the way. */
const UNDER_WAY_MS = 5_000

/** Asks the identity provider for a token. @throws when it does not respond; with status 429 when asked too often. */
type TokenSource = () => Promise<string | null>

type Cached = { token: string | null; until: number; expires: number }
type Parts = { fetch: (path: string, init?: RequestInit) => Promise<Response>; now: () => number }

/** Seconds from the JWT, or nothing if it is not one. */
function claims(token: string): { exp?: number; iat?: number } {
  try {
    const payload = token.split('.')[1] ?? ''
    return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
  } catch {
    return {}
  }
}

/** Milliseconds that a token just received remains valid. `iat` guards against a wrong clock here. */
function lifetime(token: string, now: number): number {
  const { exp, iat } = claims(token)
  if (exp === undefined) return Number.POSITIVE_INFINITY
  const byClock = exp * 1000 - now
  if (iat === undefined) return byClock
  const whole = (exp - iat) * 1000
  return byClock > 0 ? Math.min(byClock, whole) : whole
}

/** A 429 without a cached token. Sent without one, the call would be refused as signed out: it waits instead. */
export class TooManyTokens extends Error {}

/** A failure that carries the response's status. */
const isRateLimited = (error: unknown): boolean => (error as { status?: unknown } | null)?.status === 429

export function createTokenCache({ fetch, now }: Parts) {
  let ask: TokenSource = async () => {
    const response = await fetch('/api/identity/token', {
      headers: { accept: 'application/json' },
      credentials: 'same-origin',
    })
    if (!response.ok) throw Object.assign(new Error(`HTTP ${response.status}`), { status: response.status })
    return ((await response.json()) as { token: string | null }).token
  }
  let cached: Cached | undefined
  let pending: Promise<string | null> | undefined
  let session = 0

  const keep = (token: string | null, of = session): string | null => {
    if (of !== session) return token
    const expires = token === null ? Number.POSITIVE_INFINITY : now() + lifetime(token, now()) - UNDER_WAY_MS
    cached = { token, expires, until: Math.min(now() + LONGEST_MS, expires) }
    return token
  }

  async function fetchToken(): Promise<string | null> {
    const asked = session
    try {
      return keep(await ask(), asked)
    } catch (error) {
      if (isRateLimited(error)) {
        if (cached && cached.expires > now()) return cached.token
        throw new TooManyTokens()
      }
      if (asked === session) cached = undefined
      return null
    }
  }

  return {
    /** `certain`: a write does not trust an earlier "nobody is signed in". */
    get(certain: boolean): Promise<string | null> {
      if (cached && cached.until > now() && !(certain && cached.token === null))
        return Promise.resolve(cached.token)
      if (pending) return pending
      const mine = fetchToken().finally(() => {
        if (pending === mine) pending = undefined
      })
      pending = mine
      return mine
    },
    /** A fetch in flight belongs to the previous session: later callers get a newer token. */
    clear(): void {
      cached = undefined
      pending = undefined
      session += 1
    },
    /** Another identity provider owns the sessions and issues their tokens. */
    takeFrom(source: TokenSource): void {
      ask = source
    },
    /** The page was rendered for a visitor: its reads need not ask who is signed in. */
    assumeVisitor(): void {
      keep(null)
    },
  }
}

export type WriteMethod = 'POST' | 'PUT' | 'DELETE'
type WriteOptions = {
  /** One key per user intent: retrying the same click sends the same key, so nothing happens twice. */
  idempotencyKey?: string
  /** The row's version, sent as If-Match: a stale one is a 409. */
  version?: number
}
/** What a list's headers say about the whole list. */
export type Answer = { body: unknown; headers: Pick<Headers, 'get'> }
export type Api = {
  read: (path: string, signal?: AbortSignal) => Promise<unknown>
  /** The same, with the response headers. A question, such as an amount someone typed, is refused in the server's words. */
  readAnswer: (path: string, signal?: AbortSignal, how?: { isQuestion?: true }) => Promise<Answer>
  /** A file to save, under the name the server gives it. */
  readFile: (path: string) => Promise<{ file: Blob; name: string }>
  /** A query too long for a URL: posted, with the error messages and timeout of a read. It changes nothing. */
  ask: (path: string, question: unknown, signal?: AbortSignal) => Promise<unknown>
  /** A file is sent as it is, anything else as JSON. */
  write: (method: WriteMethod, path: string, payload?: unknown, options?: WriteOptions) => Promise<Response>
  clearToken: () => void
  assumeVisitor: () => void
  takeTokensFrom: (source: TokenSource) => void
}
type ApiParts = {
  fetch: (path: string, init?: RequestInit) => Promise<Response>
  /** Milliseconds since the epoch; only differences count. */
  now: () => number
  wait: (milliseconds: number) => Promise<void>
  /** Aborts after this long: a server that never responds counts as no server. */
  deadline: (milliseconds: number) => AbortSignal
}

const RATE_LIMIT_WAIT_MS = 2_000
/** Longer than any response worth waiting for; a write may have to ask a bank first. */
const LONGEST_READ_MS = 30_000
const LONGEST_WRITE_MS = 60_000
/** An archive is generated while it is sent. */
const LONGEST_FILE_MS = 1_200_000

const RATE_LIMITED = Symbol('no token for now')
function rateLimited(error: unknown): typeof RATE_LIMITED {
  if (error instanceof TooManyTokens) return RATE_LIMITED
  throw error
}

/** What the server calls a file. */
export const nameOf = ({ headers }: Response): string =>
  /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? 'table.csv'

const statusOf = async ({ status, statusText }: Response): Promise<ApiError> =>
  new ApiError(`HTTP ${status}: ${statusText}`, status)

/** Sends with the caller's token. A 429 is retried once, after two seconds. */
function createSender({ fetch, now, wait, deadline }: ApiParts) {
  const tokens = createTokenCache({
    fetch: (path, init) => fetch(path, { ...init, signal: deadline(LONGEST_READ_MS) }),
    now,
  })

  async function send(
    path: string,
    init: RequestInit,
    isWrite: boolean,
    longestMs = isWrite ? LONGEST_WRITE_MS : LONGEST_READ_MS,
  ): Promise<Response> {
    const token = await tokens.get(isWrite).catch(rateLimited)
    if (token === RATE_LIMITED) return new Response(null, { status: 429 })
    const headers = new Headers(init.headers)
    if (token) headers.set('authorization', `Bearer ${token}`)
    const limit = deadline(longestMs)
    const signal = init.signal ? AbortSignal.any([init.signal, limit]) : limit
    const response = await fetch(path, { ...init, headers, signal })
    if (response.status === 401 || response.status === 403) tokens.clear()
    return response
  }

  async function sendPolitely(
    path: string,
    init: RequestInit,
    isWrite = false,
    longestMs?: number,
  ): Promise<Response> {
    const response = await send(path, init, isWrite, longestMs)
    if (response.status !== 429) return response
    await wait(RATE_LIMIT_WAIT_MS)
    return send(path, init, isWrite, longestMs)
  }

  return { tokens, sendPolitely }
}

export function createApi(parts: ApiParts): Api {
  const { tokens, sendPolitely } = createSender(parts)

  /** @throws {NetworkError} without a response; a caller that aborts gets its own reason back. */
  async function answer(path: string, init: RequestInit, errorOf = statusOf): Promise<Answer> {
    const response = await sendPolitely(path, init).catch(() => {
      init.signal?.throwIfAborted()
      throw new NetworkError()
    })
    if (response.status === 429) throw new ApiError(`Rate limited: ${response.status}`, 429)
    if (!response.ok) throw await errorOf(response)
    return { body: await bodyOf(response), headers: response.headers }
  }

  const accept = { accept: 'application/json' }
  const readAnswer: Api['readAnswer'] = (path, signal, how) =>
    answer(path, { headers: accept, ...(signal ? { signal } : {}) }, how?.isQuestion ? messageOf : statusOf)
  const read: Api['read'] = async (path, signal) => (await readAnswer(path, signal)).body
  const readFile: Api['readFile'] = async (path) => {
    const lost = () => new NetworkError()
    const response = await sendPolitely(path, {}, false, LONGEST_FILE_MS).catch(() => Promise.reject(lost()))
    if (response.status === 429) throw new ApiError(`Rate limited: ${response.status}`, 429)
    if (!response.ok) throw await messageOf(response)
    // A table that breaks off midway is not a valid file.
    const file = await response.blob().catch(() => Promise.reject(lost()))
    return { file, name: nameOf(response) }
  }
  const ask: Api['ask'] = async (path, question, signal) => {
    const headers = { ...accept, 'content-type': 'application/json' }
    const init = { method: 'POST', headers, body: JSON.stringify(question), ...(signal ? { signal } : {}) }
    // The request itself may be invalid: then the server explains why.
    return (await answer(path, init, messageOf)).body
  }

  async function write(
    method: WriteMethod,
    path: string,
    payload?: unknown,
    options: WriteOptions = {},
  ): Promise<Response> {
    const headers = new Headers({
      accept: 'application/json',
      'idempotency-key': options.idempotencyKey ?? uuid(),
    })
    const isFile = payload instanceof Blob
    if (payload !== undefined) headers.set('content-type', isFile ? payload.type : 'application/json')
    if (options.version !== undefined) headers.set('if-match', `"${options.version}"`)
    const init: RequestInit = {
      method,
      headers,
      ...(payload === undefined ? {} : { body: isFile ? payload : JSON.stringify(payload) }),
    }
    let response: Response
    try {
      response = await sendPolitely(path, init, true)
    } catch {
      throw new NetworkError()
    }
    if (response.status === 429) throw await limitOf(response)
    if (!response.ok) throw await messageOf(response)
    return response
  }

  const { clear: clearToken, assumeVisitor, takeFrom: takeTokensFrom } = tokens
  return { read, readAnswer, readFile, ask, write, clearToken, assumeVisitor, takeTokensFrom }
}
