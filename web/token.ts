/**
 * The session's bearer token, kept in memory only: at most five minutes, never past its own `exp`, forgotten on a
 * 401 or 403 and when it cannot be fetched. A 429 while fetching falls back on the one at hand (spec section 7).
 */
const LONGEST_MS = 5 * 60_000

type Cached = { token: string | null; until: number; expires: number }
type Parts = { fetch: (path: string, init?: RequestInit) => Promise<Response>; now: () => number }

/** Seconds of the JWT, or nothing where it is not one. */
function claims(token: string): { exp?: number; iat?: number } {
  try {
    const payload = token.split('.')[1] ?? ''
    return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
  } catch {
    return {}
  }
}

/** Milliseconds that a token just received still lives. `iat` guards against a clock here that is wrong. */
function lifetime(token: string, now: number): number {
  const { exp, iat } = claims(token)
  if (exp === undefined) return Number.POSITIVE_INFINITY
  const byClock = exp * 1000 - now
  if (iat === undefined) return byClock
  const whole = (exp - iat) * 1000
  return byClock > 0 ? Math.min(byClock, whole) : whole
}

export function createTokenCache({ fetch, now }: Parts) {
  let cached: Cached | undefined
  let pending: Promise<string | null> | undefined

  const keep = (token: string | null): string | null => {
    const expires = token === null ? Number.POSITIVE_INFINITY : now() + lifetime(token, now())
    cached = { token, expires, until: Math.min(now() + LONGEST_MS, expires) }
    return token
  }

  async function fetchToken(): Promise<string | null> {
    try {
      const response = await fetch('/api/identity/token', {
        headers: { accept: 'application/json' },
        credentials: 'same-origin',
      })
      if (response.status === 429) return cached && cached.expires > now() ? cached.token : null
      if (!response.ok) throw new Error(`HTTP ${response.status}`)
      const { token } = (await response.json()) as { token: string | null }
      return keep(token)
    } catch {
      cached = undefined
      return null
    }
  }

  return {
    /** `certain`: a write does not trust "nobody is signed in" from a while ago. */
    get(certain: boolean): Promise<string | null> {
      if (cached && cached.until > now() && !(certain && cached.token === null))
        return Promise.resolve(cached.token)
      pending ??= fetchToken().finally(() => {
        pending = undefined
      })
      return pending
    },
    clear(): void {
      cached = undefined
    },
    /** The page was rendered for a visitor: its reads need not ask who is there. */
    assumeVisitor(): void {
      keep(null)
    },
  }
}
