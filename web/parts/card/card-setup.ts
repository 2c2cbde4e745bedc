/** Permission to save a card, and what was saved: the same calls for both card providers. */
import type { CardSetup, SavedCard } from '#domain/schemas/card.ts'
import { bodyOf } from '#web/api-error.ts'
import { api } from '#web/query-client.ts'

/** What the server answers; null where that is nothing. Each call is an intent of its own. Throws an `ApiError`. */
export const post = async <T>(path: string, payload: unknown = {}): Promise<T> =>
  (await bodyOf(await api.write('POST', path, payload))) as T

/** What a wallet says about the person who used it. None of it is verified. */
export type WalletDetails = { name?: string; email?: string; postalCode?: string }

/** A published test card, with the secret of the setup or payment it is for. */
export type TestCard = {
  clientSecret: string
  number: string
  cvc: string
  expMonth: number
  expYear: number
}

/** Whose account a card is saved to. A visitor without an account supplies other calls. */
export type CardPlace = {
  /** Permission to save one card. A wallet passes what it says about the person. */
  startSetup: (given?: WalletDetails) => Promise<Pick<CardSetup, 'clientSecret'>>
  /** The server asks the card provider about the id that the form returned. */
  keep: (stripePaymentMethodId: string) => Promise<SavedCard>
  /** Test mode: what the provider's form would do. */
  saveTestCard: (card: TestCard) => Promise<SavedCard>
}

/** The signed-in user's account. */
export const OWN_CARDS: CardPlace = {
  startSetup: () => post<CardSetup>('/api/cards/setups', {}),
  keep: (stripePaymentMethodId) => post<SavedCard>('/api/cards', { stripePaymentMethodId }),
  saveTestCard: (card) => post<SavedCard>('/api/sandbox/card-setups/confirm', card),
}

/** Test mode: pays once, and the card is saved nowhere. */
export const payWithTestCard = async (card: TestCard): Promise<void> => {
  await api.write('POST', '/api/sandbox/card-payments', card)
}
