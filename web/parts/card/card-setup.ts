/** Permission to save a card, and what was saved: the same calls for both card providers (R16). */
import { v4 as uuid } from 'uuid'
import type { CardSetup, SavedCard } from '#domain/schemas/card.ts'
import { api } from '#web/query-client.ts'

export async function post<T>(path: string, payload: unknown): Promise<T> {
  const response = await api.write('POST', path, payload, { idempotencyKey: uuid() })
  return (await response.json()) as T
}

/** The three calls behind a card form: whoever asks for the card says which. */
export type CardCalls = {
  start: () => Promise<CardSetup>
  /** Test mode: what the provider's own form would do. */
  confirmTest: (card: object) => Promise<SavedCard>
  /** The card was saved in the provider's form, under this id. */
  saved: (stripePaymentMethodId: string) => Promise<SavedCard>
}

/** Of somebody who is signed in. */
export const ACCOUNT_CALLS: CardCalls = {
  start: () => post('/api/cards/setups', {}),
  confirmTest: (card) => post('/api/sandbox/card-setups/confirm', card),
  saved: (stripePaymentMethodId) => post('/api/cards', { stripePaymentMethodId }),
}
