import { createHmac, randomBytes } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import type { Clock } from '#server/clock.ts'
import { type Db, only, sql } from '#server/db/database.ts'

/** The bearer tokens that the session's cookie is turned into (R28). */
export type Tokens = {
  issue(userId: string): Promise<string>
  verify(token: string): Promise<string | null>
}

const LIFETIME_SECONDS = 300
const ISSUER = 'pledgeraiser'
const LONGEST_TOKEN = 1_000
const MOST_KEPT = 10_000

/** 32 random bytes, made by whichever server asks first and then the same for all of them. */
export async function readSecret(db: Db): Promise<Buffer> {
  const candidate = randomBytes(32).toString('base64url')
  await db.query(sql`
    insert into settings (name, value) values ('token_secret', to_jsonb(${candidate}::text)) on conflict do nothing`)
  const { value } = only(
    await db.query<{ value: string }>(sql`select value from settings where name = 'token_secret'`),
  )
  return Buffer.from(value, 'base64url')
}

/** One secret is kept; each use of it has a key of its own. */
export const keyFor = (secret: Buffer, use: string): Buffer =>
  createHmac('sha256', secret).update(use).digest()

/**
 * Tokens name our user and nothing else. `wallClock` is the machine's own time, whatever the product's clock says:
 * a season played in a second must not sign everybody out.
 */
export function createTokens(key: Uint8Array, wallClock: Clock): Tokens {
  const verified = new Map<string, { userId: string; expiresAtMs: number }>()

  const keep = (token: string, userId: string, expiresAtMs: number) => {
    if (verified.size >= MOST_KEPT) verified.delete(verified.keys().next().value as string)
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
