/** Cards of people without an account: each is kept under its guest pledge until that becomes a pledge. */
import { isCardExpired } from '#domain/billing/card-expiry.ts'
import { cardWords } from '#domain/billing/receipt-sentences.ts'
import { invalidField, notFound } from '#domain/errors.ts'
import { HELD_PER_CARD } from '#domain/pledges/guest-limits.ts'
import type { CardSetup, SavedCard } from '#domain/schemas/card.ts'
import { demandFewRefusals, demandKnownCard, noteRefusal } from '#server/money/cards/index.ts'
import type { Deps } from '#server/money/deps.ts'
import {
  CardRefused,
  confirmSandboxSetup,
  ownerOfSandboxSetup,
  type SandboxCard,
} from '#server/money/providers/index.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sideBySide } from '#server/platform/jobs/runs.ts'
import { describeError } from '#server/platform/logs/describe-error.ts'
import type { GuestCards } from '#server/season/deps.ts'
import { noteCardRemoved, withoutUseForCard } from '#server/season/pledges/guests/index.ts'
import * as store from './store.ts'
import { forget } from './store.ts'

const BATCH = 500
const SIDE_BY_SIDE = 8

/**
 * Cards of guest pledges that came to nothing are removed from the card provider with the customer that held them:
 * one call per row, outside any transaction. If the provider cannot be reached now, the next run tries again.
 */
export async function removeGuestCards(deps: Deps): Promise<void> {
  const ids = await withoutUseForCard(deps.db, BATCH)
  await sideBySide(SIDE_BY_SIDE, ids, async (id) => {
    try {
      await deps.cards.forgetCustomer(id)
      await forget(deps.db, id)
      await noteCardRemoved(deps.db, id, deps.clock.now())
    } catch (error) {
      deps.log.warn({ guestPledgeId: id, error: describeError(error) }, 'a guest’s card was not removed')
    }
  })
}

const NOT_SAVED = 'Enter the card again: we did not find it at the card provider'
const LONGEST_ID = 200

/** Declines count by guest pledge, by card and, as shares, by campaign and network, but never by a widely shared address. */
async function open(deps: Deps, guestPledgeId: string): Promise<CardSetup> {
  await deps.limits.take('card_saves', guestPledgeId)
  await demandFewRefusals(deps, { userId: guestPledgeId, address: null })
  const setup = await deps.cards.startSetup({ userId: guestPledgeId })
  return { ...setup, provider: deps.cards.provider }
}

async function keep(deps: Deps, guestPledgeId: string, paymentMethodId: string): Promise<void> {
  if (paymentMethodId.length > LONGEST_ID) throw invalidField('stripePaymentMethodId', NOT_SAVED)
  const known = await store.keptBy(deps.db, guestPledgeId)
  if (known?.paymentMethodId === paymentMethodId) return
  const details = await deps.cards.savedCard({ userId: guestPledgeId, paymentMethodId })
  if (!details) throw invalidField('stripePaymentMethodId', NOT_SAVED)
  if (isCardExpired(details, deps.clock.now()))
    throw invalidField('stripePaymentMethodId', 'This card has expired: use another one')
  await demandKnownCard(deps, guestPledgeId, details)
  await demandFewHeld(deps, guestPledgeId, details.fingerprint)
  const { provider, moneyMode } = deps.cards
  const isKept = await store.keep(deps.db, {
    guestPledgeId,
    provider,
    moneyMode,
    details,
    at: deps.clock.now(),
  })
  if (!isKept) throw invalidField('stripePaymentMethodId', NOT_SAVED)
}

/** Real money only: everyone uses the published test cards. @throws a 400 if too many guest pledges wait with the card. */
async function demandFewHeld(deps: Deps, guestPledgeId: string, fingerprint: string | null): Promise<void> {
  if (deps.cards.moneyMode !== 'live' || fingerprint === null) return
  if ((await store.heldWith(deps.db, fingerprint, guestPledgeId)) < HELD_PER_CARD) return
  await noteRefusal(deps, { userId: guestPledgeId, address: null, fingerprint, code: 'many_guest_pledges' })
  throw invalidField(
    'stripePaymentMethodId',
    'Several unconfirmed pledges already use this card: confirm those first, or use another card',
  )
}

async function kept(db: Db, guestPledgeId: string): Promise<string | null> {
  const card = await store.keptBy(db, guestPledgeId)
  return card ? cardWords(card) : null
}

/** Changes only our own rows: no transaction asks the card provider, which keeps the card where it is. */
async function adopt(
  { clock }: Pick<Deps, 'clock'>,
  tx: Db,
  { guestPledgeId, userId }: { guestPledgeId: string; userId: string },
): Promise<{ cardId: string }> {
  const card = await store.keptBy(tx, guestPledgeId)
  if (!card) throw invalidField('stripePaymentMethodId', 'Add a card: the pledge is paid with it')
  return { cardId: await store.adopt(tx, clock, { guestPledgeId, userId }) }
}

/** What a season asks about guests' cards. */
export const guestCards: GuestCards = { open, keep, kept, adopt, counts: store.guestCardCounts }

/**
 * Test mode: what the card provider's own form does in a browser, for whoever has the form's secret: a guest, or the supporter
 * who changes the card by the link in a mail. A declined card counts as it does with the provider.
 */
export async function saveTestCard(deps: Deps, card: SandboxCard): Promise<SavedCard> {
  const userId = await ownerOfSandboxSetup(deps, card.clientSecret)
  if (userId === null) throw notFound('Card form')
  await demandFewRefusals(deps, { userId, address: null })
  const saved = await confirmSandboxSetup(deps, { userId, card }).catch(async (error) => {
    if (error instanceof CardRefused)
      await noteRefusal(deps, {
        userId,
        address: null,
        fingerprint: error.fingerprint,
        code: 'card_declined',
      })
    throw error
  })
  const { paymentMethodId, brand, last4, expMonth, expYear } = saved
  return { stripePaymentMethodId: paymentMethodId, brand, last4, expMonth, expYear }
}
