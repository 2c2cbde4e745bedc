import { jwtVerify, SignJWT } from 'jose'
import type { Clock } from '#server/platform/base/clock.ts'
import { keyFor, type Ring } from '#server/platform/db/secrets.ts'
import type { IdentityKeys } from './keys.ts'

/** The user of a token, and the session that it was made from. */
export type TokenSubject = { userId: string; sessionId: string }

/** The bearer tokens that a session's cookie is exchanged for. */
type Tokens = {
  issue(subject: TokenSubject): Promise<string>
  /** Null: forged, expired, or not ours. Does not say whether the session still exists. */
  read(token: string): Promise<TokenSubject | null>
}

const LIFETIME_SECONDS = 300
const ISSUER = 'pledgeraiser'
const LONGEST_TOKEN = 1_000
const MAX_KEPT = 10_000

const bearerKeyIn = (ring: Ring, id: string | undefined): Buffer | null => {
  const root = ring.find((one) => one.id === id)
  return root ? keyFor(root.key, 'bearer') : null
}

/**
 * The newest key signs; an older one, or one that another instance has just learned of, still verifies.
 * Tokens contain our user's id and the session's, and nothing else. `wallClock` is the machine's own time, whatever the
 * product's clock says: a season played in a second must not sign everyone out.
 */
export function createTokens(keys: IdentityKeys, wallClock: Clock): Tokens {
  const verified = new Map<string, { subject: TokenSubject; expiresAtMs: number }>()

  keys.onChange(() => verified.clear())

  const keep = (token: string, subject: TokenSubject, expiresAtMs: number) => {
    if (verified.size >= MAX_KEPT) verified.delete(verified.keys().next().value as string)
    verified.set(token, { subject, expiresAtMs })
  }

  return {
    issue: async ({ userId, sessionId }) => {
      const [newest] = await keys.ring()
      const nowSeconds = Math.floor(wallClock.now().getTime() / 1000)
      return new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT', kid: newest.id })
        .setIssuer(ISSUER)
        .setSubject(userId)
        .setIssuedAt(nowSeconds)
        .setExpirationTime(nowSeconds + LIFETIME_SECONDS)
        .sign(keyFor(newest.key, 'bearer'))
    },
    read: async (token) => {
      const known = verified.get(token)
      if (known) {
        if (known.expiresAtMs > wallClock.now().getTime()) return known.subject
        verified.delete(token)
        return null
      }
      if (token.length > LONGEST_TOKEN) return null
      try {
        const options = { algorithms: ['HS256'], issuer: ISSUER, currentDate: wallClock.now() }
        const find = async ({ kid }: { kid?: string }) => {
          const key = bearerKeyIn(await keys.ring(), kid) ?? bearerKeyIn(await keys.renewed(), kid)
          if (!key) throw new Error('signed with a key that is not ours')
          return key
        }
        const { payload } = await jwtVerify(token, find, options)
        const { sub: userId, sid: sessionId, exp } = payload
        if (!userId || typeof sessionId !== 'string' || exp === undefined) return null
        keep(token, { userId, sessionId }, exp * 1000)
        return { userId, sessionId }
      } catch {
        return null
      }
    },
  }
}
