/** Work that a browser must do first while cards are being tested (R59). Needs no third party and stores nothing. */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { leadingZeroBits } from '#domain/guest-limits.ts'
import type { GuestChallenge, GuestStart } from '#domain/schemas/guest-pledge.ts'
import { keyFor, readSecret } from '#server/platform/db/secrets.ts'
import type { Deps } from '#server/season/deps.ts'

const GOOD_FOR_MS = 5 * 60_000
const NONCE_BYTES = 16

type Given = Pick<Deps, 'db' | 'clock'>

async function signed({ db }: Given, campaignId: string, facts: string): Promise<string> {
  const key = keyFor(await readSecret(db), 'guest-challenge')
  return createHmac('sha256', key).update(`${campaignId} ${facts}`).digest('base64url')
}

/** A new challenge for this campaign; `bits` is its cost. */
export async function newChallenge(deps: Given, campaignId: string, bits: number): Promise<GuestChallenge> {
  const nonce = randomBytes(NONCE_BYTES).toString('base64url')
  const facts = `${nonce}.${bits}.${deps.clock.now().getTime() + GOOD_FOR_MS}`
  return { text: `${facts}.${await signed(deps, campaignId, facts)}`, bits }
}

/** The nonce of a solved challenge made here for this campaign with a cost of at least `bits`; null otherwise. */
export async function solvedChallenge(
  deps: Given,
  campaignId: string,
  { text, answer }: NonNullable<GuestStart['solved']>,
  bits: number,
): Promise<string | null> {
  const [nonce = '', cost = '', expires = '', mac = ''] = text.split('.')
  const right = Buffer.from(await signed(deps, campaignId, `${nonce}.${cost}.${expires}`))
  const given = Buffer.from(mac)
  if (given.length !== right.length || !timingSafeEqual(given, right)) return null
  if (Number(expires) < deps.clock.now().getTime() || Number(cost) < bits) return null
  const hash = createHash('sha256').update(`${text}:${answer}`).digest()
  return leadingZeroBits(hash) >= Number(cost) ? nonce : null
}
