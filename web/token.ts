/**
 * The session's bearer token, kept in memory only: at most five minutes, never past its own `exp`, forgotten on a
 * 401 or 403 and when it cannot be fetched. A 429 while fetching falls back on the cached one (R56).
 */
const LONGEST_MS = 5 * 60_000
/** How long a call may take: the server must not receive a token that expired on the way. */
const UNDER_WAY_MS = 5_000

/** Asks the identity provider for a token. @throws when it does not respond; with status 429 when asked too often. */
export type TokenSource = () => Promise<string | null>

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
