/** How strict to be with the next guest's card, by what guests' cards did in the last hour (R59). */

import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import {
  challengeBits,
  type Guard,
  guardOf,
  guardOfSite,
  leadingZeroBits,
  strictest,
  type Unfinished,
  WITHOUT_CARD_COSTS,
} from '#domain/pledges/guest-limits.ts'
import type { GuestChallenge, GuestStart } from '#domain/schemas/guest-pledge.ts'
import { keyFor, readSecret } from '#server/platform/db/secrets.ts'
import type { Deps } from '#server/season/deps.ts'
import { countUnfinished } from './guests-store.ts'

/** Work that a browser must do first while cards are being tested (R59). Needs no third party and stores nothing. */
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

const WINDOW_MS = 60 * 60_000
const UNFINISHED_MS = 10 * 60_000
const COUNTED_UNFINISHED = 16_000

type Judged = { guard: Guard; declined: number; unfinished: Unfinished }

/** By campaign, network and site; the strictest applies. Judges shares, so that a stadium behind one address is not blocked. */
export async function guardFor(
  deps: Deps,
  { campaignId, address }: { campaignId: string; address: string | null },
): Promise<Judged> {
  const now = deps.clock.now().getTime()
  const [counts, unfinished] = await Promise.all([
    deps.money.guestCards.counts(deps.db, { campaignId, address, since: new Date(now - WINDOW_MS) }),
    countUnfinished(deps.db, {
      campaignId,
      since: new Date(now - UNFINISHED_MS),
      most: COUNTED_UNFINISHED,
    }),
  ])
  const guard = strictest([guardOf(counts.campaign), guardOf(counts.network), guardOfSite(counts.site)])
  const declined = Math.max(counts.campaign.declined, counts.network.declined, counts.site.declined)
  return { guard, declined, unfinished }
}

export const bitsFor = ({ guard, declined, unfinished }: Judged): number =>
  challengeBits(guard, declined, unfinished)

/** Each card form costs calls to the card provider, which must charge cards in the same minute. @throws a 429. */
export const demandFewForms = ({ limits }: Deps): Promise<void> => limits.take('guest_card_forms', 'site')

/** Keeps one network from mailing any number of strangers; a page's own call, without an address, was counted before. @throws a 429. */
export async function demandFewMails(
  { limits }: Deps,
  address: string | null,
  { hasCard }: { hasCard: boolean },
): Promise<void> {
  if (address !== null) await limits.take('guest_mails', address, hasCard ? 1 : WITHOUT_CARD_COSTS)
}
