import { createHmac, timingSafeEqual } from 'node:crypto'
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import type { Clock } from '#server/platform/base/clock.ts'
import { type Db, sql } from '#server/platform/db/database.ts'
import { keyFor, oldest, type Ring, type RootKey, readRing } from '#server/platform/db/secrets.ts'

const BATCH = 200

/** The keys in the library's form. */
const libraryKeys = (ring: Ring) => ({
  keys: new Map(librarySecrets(ring).map(({ version, value }) => [version, value])),
  currentVersion: ring[0].number,
})

/** Reencrypts authenticator secrets from older keys with the newest of `to`. @returns how many. */
export async function renewAuthenticators(db: Db, from: Ring, to: Ring): Promise<number> {
  const oldKeys = libraryKeys(from)
  const newKeys = libraryKeys(to)
  const isCurrent = `$ba$${newKeys.currentVersion}$%`
  let renewed = 0
  for (let after = ''; ; ) {
    const rows = await db.query<{ id: string; secret: string }>(sql`
      select id, secret
      from identity.two_factor
      where id > ${after}
        and secret not like ${isCurrent}
      order by id
      limit ${BATCH}
    `)
    for (const { id, secret } of rows) {
      const data = await symmetricDecrypt({ key: oldKeys, data: secret })
      const anew = await symmetricEncrypt({ key: newKeys, data })
      // A person who set up another app in the meantime keeps that one.
      await db.query(
        sql`update identity.two_factor set secret = ${anew} where id = ${id} and secret = ${secret}`,
      )
    }
    renewed += rows.length
    const last = rows.at(-1)
    if (!last || rows.length < BATCH) return renewed
    after = last.id
  }
}

/** Everyone must sign in again, on every device; hashes made with a removed key no longer match anything. */
export async function endAllSignIns(db: Db): Promise<number> {
  await db.query(sql`delete from identity.verification`)
  await db.query(sql`update identity.two_factor set backup_codes = '[]'`)
  return (await db.query(sql`delete from identity.session returning id`)).length
}

/** The key that encrypted them is lost: the second step has to be set up again. */
export async function dropAuthenticators(db: Db): Promise<void> {
  await db.query(sql`delete from identity.two_factor`)
  await db.query(sql`update identity."user" set two_factor_enabled = false where two_factor_enabled`)
}

/** The root keys as this instance knows them. `npm run rotate-keys` adds a new one while servers run. */
export type IdentityKeys = {
  /** At most half a minute old. */
  ring(): Promise<Ring>
  /** Reads again, because something was signed with an unknown key; at most every five seconds. */
  renewed(): Promise<Ring>
  onChange(listener: (ring: Ring) => void): void
}

const MAX_AGE_MS = 30_000
const MIN_AGE_MS = 5_000

export async function createIdentityKeys(db: Db, wallClock: Clock): Promise<IdentityKeys> {
  let ring = await readRing(db)
  let readAtMs = wallClock.now().getTime()
  let renewedAtMs = 0
  const listeners: ((ring: Ring) => void)[] = []
  const idsOf = (one: Ring) => one.map(({ id }) => id).join()
  const read = async (): Promise<Ring> => {
    readAtMs = wallClock.now().getTime()
    const found = await readRing(db)
    if (idsOf(found) === idsOf(ring)) return ring
    ring = found
    for (const listener of listeners) listener(ring)
    return ring
  }
  return {
    ring: async () => (wallClock.now().getTime() - readAtMs < MAX_AGE_MS ? ring : read()),
    renewed: async () => {
      const nowMs = wallClock.now().getTime()
      if (nowMs - renewedAtMs < MIN_AGE_MS) return ring
      renewedAtMs = nowMs
      return read()
    },
    onChange: (listener) => void listeners.push(listener),
  }
}

const cookieSecret = ({ key }: RootKey): string => keyFor(key, 'cookie').toString('base64url')

/** For hashes of codes: a hash cannot be recomputed with another key, so the first key continues to be used. */
export const codeSecretOf = (ring: Ring): string => keyFor(oldest(ring).key, 'codes').toString('base64url')

/** The keys for the library's cookies and authenticator secrets, newest first; what it encrypts names their number. */
export const librarySecrets = (ring: Ring): { version: number; value: string }[] =>
  ring.map((root) => ({ version: root.number, value: cookieSecret(root) }))

const signatureOf = (root: RootKey, value: string): string =>
  createHmac('sha256', cookieSecret(root)).update(value).digest('base64')

const isEqual = (given: string, right: string): boolean =>
  given.length === right.length && timingSafeEqual(Buffer.from(given), Buffer.from(right))

/** The same cookie, signed by the newest key; null if no key of the ring signed it. */
function signedAnew(text: string, ring: Ring): string | null {
  const value = text.slice(0, text.lastIndexOf('.'))
  const signature = text.slice(value.length + 1)
  const isSigned = ring.some((root) => isEqual(signature, signatureOf(root, value)))
  return isSigned ? `${value}.${signatureOf(ring[0], value)}` : null
}

const SIGNATURE = /\.[A-Za-z0-9+/]{43}=$/

/**
 * The library knows only one key for cookies, the newest. A cookie signed by an older one, or by a newer one on another
 * instance, is signed again when it arrives, so that a new key signs nobody out.
 */
export async function withCurrentCookies(keys: IdentityKeys, headers: Headers): Promise<Headers> {
  const given = headers.get('cookie')
  if (!given) return headers
  let ring = await keys.ring()
  let hasChanged = false
  const cookies: string[] = []
  for (const cookie of given.split(';')) {
    const [name = '', ...rest] = cookie.trim().split('=')
    const text = decoded(rest.join('='))
    if (!SIGNATURE.test(text)) {
      cookies.push(cookie.trim())
      continue
    }
    let anew = signedAnew(text, ring)
    if (anew === null) {
      ring = await keys.renewed()
      anew = signedAnew(text, ring)
    }
    hasChanged ||= anew !== null && anew !== text
    cookies.push(`${name}=${encodeURIComponent(anew ?? text)}`)
  }
  if (!hasChanged) return headers
  const changed = new Headers(headers)
  changed.set('cookie', cookies.join('; '))
  return changed
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
