import { isCardExpired } from '#domain/billing/card-expiry.ts'
import { invalidField } from '#domain/errors.ts'
import type { SavedCard } from '#domain/schemas/card.ts'
import type { Deps } from '#server/money/deps.ts'
import { newId } from '#server/platform/base/ids.ts'
import type { Actor } from '#server/platform/deps.ts'
import { demandFewAccounts, demandRestedCard } from './refusals.ts'
import { cardsBy, findCard, insertCard } from './store.ts'

const refusal = () =>
  invalidField('stripePaymentMethodId', 'Save the card again: we did not find it on your account')
const otherSide = () =>
  invalidField(
    'stripePaymentMethodId',
    'That card was saved with another card provider and cannot be charged here: save a card again',
  )
const expired = () => invalidField('stripePaymentMethodId', 'This card has expired: save another one')
const LONGEST_ID = 200

/**
 * Our row for a card that the card provider says this user really saved: an id sent by a browser proves nothing, and
 * a card of another card provider cannot be charged here. Asks the card provider, so it is called before the pledge's
 * transaction opens. @throws a 400 for someone else's card, and for one that has expired.
 */
export async function rememberCard(
  deps: Pick<Deps, 'db' | 'cards' | 'clock'>,
  actor: Actor,
  paymentMethodId: string,
): Promise<{ cardId: string }> {
  if (paymentMethodId === '' || paymentMethodId.length > LONGEST_ID) throw refusal()
  const { provider, moneyMode } = deps.cards
  const known = await findCard(deps.db, paymentMethodId)
  if (known) {
    if (known.userId !== actor.userId) throw refusal()
    if (known.provider !== provider || known.moneyMode !== moneyMode) throw otherSide()
    if (isCardExpired(known, deps.clock.now())) throw expired()
    return { cardId: known.id }
  }
  const details = await deps.cards.savedCard({ userId: actor.userId, paymentMethodId })
  if (!details) throw refusal()
  if (isCardExpired(details, deps.clock.now())) throw expired()
  await demandRestedCard(deps, actor.userId, details)
  await demandFewAccounts(deps, actor.userId, details)
  const row = {
    id: newId(deps.clock),
    userId: actor.userId,
    provider,
    moneyMode,
    details,
    at: deps.clock.now(),
  }
  const card = await insertCard(deps.db, row)
  if (!card) throw refusal()
  return { cardId: card.id }
}

/** The caller's cards that a new pledge can be paid with. The same card saved twice is shown once. */
export async function savedCards(
  { db, cards, clock }: Pick<Deps, 'db' | 'cards' | 'clock'>,
  actor: Actor,
): Promise<SavedCard[]> {
  const own = await cardsBy(db, actor.userId, cards)
  const shown = new Map<string, SavedCard>()
  for (const { id: _id, paymentMethodId, ...card } of own) {
    if (isCardExpired(card, clock.now())) continue
    const key = JSON.stringify(card)
    if (!shown.has(key)) shown.set(key, { stripePaymentMethodId: paymentMethodId, ...card })
  }
  return [...shown.values()]
}
