/** Against card testing: too many declines make the next card wait; a card on too many accounts is refused. */

import { invalidField } from '#domain/errors.ts'
import {
  MAX_ACCOUNTS_PER_CARD,
  REFUSALS_FREE,
  waitSeconds,
  waitSecondsOf,
} from '#domain/pledges/card-testing.ts'
import type { Deps } from '#server/money/deps.ts'
import type { CardDetails, CardEvents } from '#server/money/providers/index.ts'
import { newId } from '#server/platform/base/ids.ts'
import { RateLimited } from '#server/platform/limits/limits.ts'
import * as store from './refusals-store.ts'

const KEPT_DAYS = 30
const DAY_MS = 86_400_000
const SECONDS_A_MINUTE = 60

const inWords = (seconds: number): string => {
  const minutes = Math.ceil(seconds / SECONDS_A_MINUTE)
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`
  return `Too many cards were declined. Try again in ${wait}, or choose check or cash.`
}

/** @throws a 429 that says when the next card may be tried. */
export async function demandFewRefusals(
  deps: Pick<Deps, 'db' | 'clock'>,
  trier: Omit<store.Trier, 'fingerprint'> & { fingerprint?: string | null },
): Promise<void> {
  const now = deps.clock.now()
  const refusals = await store.recentRefusals(deps.db, { fingerprint: null, ...trier }, now)
  const seconds = waitSeconds(refusals, now)
  if (seconds > 0) throw new RateLimited(seconds, inWords(seconds))
}

/** Recorded in its own transaction, because the refused request is rolled back and this must not be. */
export async function noteRefusal(
  deps: Pick<Deps, 'db' | 'clock'>,
  refusal: store.Trier & { code: string; id?: string },
): Promise<void> {
  await store.insertRefusal(deps.db, { id: newId(deps.clock), ...refusal, at: deps.clock.now() })
}

/**
 * A card that banks keep declining, no matter for whom or from where, has to wait before it may be saved. Everyone uses
 * the published test cards, so this count applies to real money only.
 * @throws a 429 that says when it may be tried again.
 */
export async function demandRestedCard(
  deps: Pick<Deps, 'db' | 'clock' | 'cards'>,
  userId: string,
  { fingerprint }: CardDetails,
): Promise<void> {
  if (deps.cards.moneyMode !== 'live' || fingerprint === null) return
  const now = deps.clock.now()
  const { card } = await store.recentRefusals(deps.db, { userId, address: null, fingerprint }, now)
  const seconds = waitSecondsOf('card', card, now)
  if (seconds > 0) throw new RateLimited(seconds, inWords(seconds))
}

/**
 * Everyone uses the published test cards, so they are not counted here either.
 * @throws a 400 for a card that too many other accounts have saved.
 */
export async function demandFewAccounts(
  deps: Pick<Deps, 'db' | 'clock' | 'cards'>,
  userId: string,
  { fingerprint }: CardDetails,
): Promise<void> {
  if (deps.cards.moneyMode !== 'live' || fingerprint === null) return
  if ((await store.otherAccounts(deps.db, fingerprint, userId)) < MAX_ACCOUNTS_PER_CARD) return
  await noteRefusal(deps, { userId, address: null, fingerprint, code: 'many_accounts' })
  throw invalidField(
    'stripePaymentMethodId',
    'This card is already saved in several accounts: use another one, or write to us',
  )
}

/** Both of the above, for a card that is being saved for a guest pledge. */
export async function demandKnownCard(
  deps: Pick<Deps, 'db' | 'clock' | 'cards'>,
  guestPledgeId: string,
  details: CardDetails,
): Promise<void> {
  await demandRestedCard(deps, guestPledgeId, details)
  await demandFewAccounts(deps, guestPledgeId, details)
}

/**
 * The card provider reports that a bank declined a card being saved. Once the free declines are used up, the form is
 * closed: its secret stops working, and the next form has to wait.
 */
export async function learnRefusal(
  deps: Deps,
  events: CardEvents,
  event: {
    eventId: string
    setupId: string
    userId: string
    refusal: { code: string; fingerprint: string | null }
  },
): Promise<void> {
  const { userId, setupId, refusal } = event
  const address = await store.addressOfSetup(deps.db, setupId, userId)
  await noteRefusal(deps, { id: event.eventId, userId, address, ...refusal })
  const fingerprint = deps.cards.moneyMode === 'live' ? refusal.fingerprint : null
  const now = deps.clock.now()
  const { user, card } = await store.recentRefusals(deps.db, { userId, address, fingerprint }, now)
  if (user.count >= REFUSALS_FREE.user || card.count >= REFUSALS_FREE.card) await events.closeSetup(setupId)
}

export const forgetRefusals = ({ db, clock }: Deps): Promise<void> =>
  store.forgetRefusals(db, new Date(clock.now().getTime() - KEPT_DAYS * DAY_MS))
