/** Permission to save a card, and what was saved: the same calls for both card providers (R16). */
import { v4 as uuid } from 'uuid'
import type { CardSetup } from '#domain/schemas/card.ts'
import { api } from '#web/query-client.ts'

export async function post<T>(path: string, payload: unknown): Promise<T> {
  const response = await api.write('POST', path, payload, { idempotencyKey: uuid() })
  return (await response.json()) as T
}

export const startSetup = (): Promise<CardSetup> => post('/api/cards/setups', {})
