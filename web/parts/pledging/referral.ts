/** An ambassador's link credits them without a choice to make: kept here for that campaign for 30 days, the last one wins (R42). */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { PublicAmbassador } from '#domain/schemas/ambassador.ts'
import { creditedQuery } from '#web/queries/campaigns.ts'

const KEPT_MS = 30 * 86_400_000
const storageKey = (campaignId: string): string => `ref:${campaignId}`

/** The code in an address; null where there is none, or something that cannot be one. */
export function codeIn(params: URLSearchParams): string | null {
  const code = params.get('ref')?.trim().toUpperCase() ?? ''
  return /^[A-Z2-9]{6,12}$/.test(code) ? code : null
}

/** A browser that keeps nothing credits by the link alone. */
function keep(campaignId: string, code: string): void {
  try {
    localStorage.setItem(storageKey(campaignId), JSON.stringify({ code, at: Date.now() }))
  } catch {}
}

export function keptCode(campaignId: string): string | null {
  try {
    const kept = JSON.parse(localStorage.getItem(storageKey(campaignId)) ?? 'null') as {
      code: string
      at: number
    } | null
    if (!kept || !(Date.now() - kept.at <= KEPT_MS)) return null
    return codeIn(new URLSearchParams({ ref: kept.code ?? '' }))
  } catch {
    return null
  }
}

/** Whose link this browser followed, if they are still an ambassador: an unknown or removed code credits nobody. */
export function useCredited(campaignId: string): PublicAmbassador | null {
  const [params] = useSearchParams()
  const linked = codeIn(params)
  const [kept, setKept] = useState<string | null>(null)
  useEffect(() => {
    if (linked) keep(campaignId, linked)
    setKept(keptCode(campaignId))
  }, [campaignId, linked])
  const code = linked ?? kept
  const { data } = useQuery({ ...creditedQuery(campaignId, code ?? ''), enabled: code !== null })
  return data?.[0] ?? null
}

/** Publicly a first name and an initial; one who has not joined yet has neither. */
export const ambassadorName = ({
  firstName,
  lastInitial,
}: Pick<PublicAmbassador, 'firstName' | 'lastInitial'>): string =>
  lastInitial ? `${firstName} ${lastInitial}.` : firstName
