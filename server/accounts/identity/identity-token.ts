import { jwtVerify, SignJWT } from 'jose'
import type { Clock } from '#server/platform/base/clock.ts'

/** The bearer tokens that the session's cookie is turned into (R28). */
export type Tokens = {
  issue(userId: string): Promise<string>
  verify(token: string): Promise<string | null>
}

const LIFETIME_SECONDS = 300
const ISSUER = 'pledgeraiser'
const LONGEST_TOKEN = 1_000
const MAX_KEPT = 10_000

/**
 * Tokens name our user and nothing else. `wallClock` is the machine's own time, whatever the product's clock says:
 * a season played in a second must not sign everybody out.
 */
export function createTokens(key: Uint8Array, wallClock: Clock): Tokens {
  const verified = new Map<string, { userId: string; expiresAtMs: number }>()

  const keep = (token: string, userId: string, expiresAtMs: number) => {
    if (verified.size >= MAX_KEPT) verified.delete(verified.keys().next().value as string)
    verified.set(token, { userId, expiresAtMs })
  }

  return {
    issue: (userId) => {
      const nowSeconds = Math.floor(wallClock.now().getTime() / 1000)
      return new SignJWT()
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setIssuer(ISSUER)
        .setSubject(userId)
        .setIssuedAt(nowSeconds)
        .setExpirationTime(nowSeconds + LIFETIME_SECONDS)
        .sign(key)
    },
    verify: async (token) => {
      const known = verified.get(token)
      if (known) {
        if (known.expiresAtMs > wallClock.now().getTime()) return known.userId
        verified.delete(token)
        return null
      }
      if (token.length > LONGEST_TOKEN) return null
      try {
        const options = { algorithms: ['HS256'], issuer: ISSUER, currentDate: wallClock.now() }
        const { payload } = await jwtVerify(token, key, options)
        if (!payload.sub || payload.exp === undefined) return null
        keep(token, payload.sub, payload.exp * 1000)
        return payload.sub
      } catch {
        return null
      }
    },
  }
}
