/** Limits on pledges without an account: per mailbox, and against people who test stolen cards (R59). Pure. */

/** A held pledge is kept this long for its link to be opened; its reminder goes out halfway. */
export const HELD_HOURS = 48
export const REMINDED_AFTER_HOURS = 24
/** A pledge begun and not held by then is discarded. */
export const STARTED_HOURS = 1

/** Whoever did not make a pledge that their mail confirmed can take it back for this long, as the mail about it says. */
const TAKEN_BACK_HOURS = 48
export const takeBackUntil = (confirmedAt: Date): Date =>
  new Date(confirmedAt.getTime() + TAKEN_BACK_HOURS * 3_600_000)

/** Of one address: guest pledges held at the same time, and mails within 24 hours, the reminder not counted. */
export const HELD_PER_EMAIL = 3
export const MAILS_PER_EMAIL_A_DAY = 6
/**
 * Of one organization, within 24 hours: mails to people whom no saved card vouches for, and all of them, which is twice a
 * stadium's. From one network, a mail without a card counts as much as so many with one.
 */
export const MAILS_PER_ORGANIZATION_A_DAY = { withoutCard: 400, all: 10_000 }
export const WITHOUT_CARD_COSTS = 20
/** Of one pledge: mails with its link, the first one and the reminder not counted, and addresses it may be sent to. */
export const MAILS_AGAIN = 3
export const ADDRESSES = 3
export const SECONDS_BETWEEN_MAILS = 60
/** Of one card: guest pledges that are held with it at the same time. A family may share a card. */
export const HELD_PER_CARD = 5

/** What guests' cards did in the last hour, on one campaign or from one network; good: different ones of confirmed pledges. */
export type CardAttempts = { declined: number; good: number }

/**
 * `none`: nothing is asked. `challenge`: the browser solves a challenge first, unnoticed. `email_first`: the card is asked for
 * after the link in the mail was opened, so that each attempt costs a mailbox.
 */
export type Guard = 'none' | 'challenge' | 'email_first'

/** Declines that raise no question; real cards are declined about one time in twenty. */
const CHALLENGE_FROM = 10
const CHALLENGE_SHARE = 0.2
const EMAIL_FIRST_FROM = 40
const EMAIL_FIRST_SHARE = 0.5
/** Regardless of the share: a card tester in a crowd. */
const CHALLENGE_IN_ANY_CASE = 200
/** Pledges begun in the last ten minutes that saved no card: a browser takes seconds from one to the other. */
const MANY_UNFINISHED = 1_000

export function guardOf({ declined, good }: CardAttempts): Guard {
  if (declined < CHALLENGE_FROM) return 'none'
  const share = declined / (declined + good)
  if (declined >= EMAIL_FIRST_FROM && share > EMAIL_FIRST_SHARE) return 'email_first'
  return share > CHALLENGE_SHARE || declined >= CHALLENGE_IN_ANY_CASE ? 'challenge' : 'none'
}

const ORDER: readonly Guard[] = ['none', 'challenge', 'email_first']

/** The strictest of what campaign, network and site call for. */
export const strictest = (guards: readonly Guard[]): Guard =>
  ORDER[Math.max(0, ...guards.map((guard) => ORDER.indexOf(guard)))] ?? 'none'

/** The site as a whole is judged like a campaign, starting at five times as many declines. */
const SITE_FACTOR = 5
export const guardOfSite = ({ declined, good }: CardAttempts): Guard =>
  declined < CHALLENGE_FROM * SITE_FACTOR || (declined < EMAIL_FIRST_FROM * SITE_FACTOR && good > declined)
    ? 'none'
    : guardOf({ declined, good })

const FIRST_BITS = 12
const MAX_BITS = 16

/** Guest pledges begun in the last ten minutes that saved no card: on one campaign, and on all of them. */
export type Unfinished = { campaign: number; site: number }

/**
 * Leading zero bits that a challenge asks for; 0 for none. One more each time that declines double, or pledges begun and not
 * finished do: 12 bits take a slow phone a fifth of a second, 16 three seconds.
 */
export function challengeBits(guard: Guard, declined: number, { campaign, site }: Unfinished): number {
  const unfinished = Math.max(campaign, site / SITE_FACTOR)
  if (guard === 'none' && unfinished < MANY_UNFINISHED) return 0
  const more = Math.max(doublings(declined, CHALLENGE_FROM), doublings(unfinished, MANY_UNFINISHED))
  return Math.min(MAX_BITS, FIRST_BITS + more)
}

const doublings = (count: number, from: number): number => Math.floor(Math.log2(Math.max(count, from) / from))

const BITS_A_BYTE = 8

/** How many zero bits a hash begins with. */
export function leadingZeroBits(hash: Uint8Array): number {
  let bits = 0
  for (const byte of hash) {
    if (byte !== 0) return bits + Math.clz32(byte) - (32 - BITS_A_BYTE)
    bits += BITS_A_BYTE
  }
  return bits
}
