/**
 * What a guest typed besides the selection, kept for this tab: a reload, Back and "Change my pledge" lose nothing.
 * Card numbers are never stored.
 */
import { INSTRUMENTS, type Instrument } from '#domain/billing/instruments.ts'
import { NO_PAYER, type Payer } from './payer.ts'

export type Entered = { email: string; isAnonymous: boolean; method: Instrument | 'card'; payer: Payer }
export const NOTHING_ENTERED: Entered = { email: '', isAnonymous: false, method: 'card', payer: NO_PAYER }

const METHODS = ['card', ...INSTRUMENTS]

/** Null for data that another version of this page left. */
export function readEntered(kept: unknown): Entered | null {
  const { email, isAnonymous, method, payer } = (kept ?? {}) as Partial<Entered>
  if (typeof email !== 'string' || typeof isAnonymous !== 'boolean') return null
  if (method === undefined || !METHODS.includes(method)) return null
  const fields = Object.keys(NO_PAYER) as (keyof Payer)[]
  if (!fields.every((field) => typeof payer?.[field] === 'string')) return null
  return { email, isAnonymous, method, payer: payer as Payer }
}

const storageKey = (campaignId: string): string => `guest-entered:${campaignId}`

/** Without storage it is forgotten. */
export function keepEntered(campaignId: string, entered: Entered | null): void {
  try {
    if (entered) sessionStorage.setItem(storageKey(campaignId), JSON.stringify(entered))
    else sessionStorage.removeItem(storageKey(campaignId))
  } catch {}
}

export function keptEntered(campaignId: string): Entered | null {
  try {
    return readEntered(JSON.parse(sessionStorage.getItem(storageKey(campaignId)) ?? 'null'))
  } catch {
    return null
  }
}
