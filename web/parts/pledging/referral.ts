/** An ambassador's link credits them automatically: kept here for that campaign for 30 days, the last one wins. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { PublicAmbassador } from '#domain/schemas/ambassador.ts'
import { creditedQuery } from '#web/queries/campaigns.ts'

const KEPT_MS = 30 * 86_400_000
const storageKey = (campaignId: string): string => `ref:${campaignId}`

/** The code in an address; null where there is none, or an impossible one. */
export function codeIn(params: URLSearchParams): string | null {
  const code = params.get('ref')?.trim().toUpperCase() ?? ''
  return /^[A-Z2-9]{6,12}$/.test(code) ? code : null
}

/** Without storage, only the link itself credits. */
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

/**
 * The ambassador whose link this browser followed, if still an ambassador. An unknown code credits nobody, and does not
 * replace one that was followed before.
 */
export function useCredited(campaignId: string): PublicAmbassador | null {
  const [params] = useSearchParams()
  const linked = codeIn(params)
  const byLink = useQuery({ ...creditedQuery(campaignId, linked ?? ''), enabled: linked !== null })
  const known = byLink.data?.[0] ?? null
  useEffect(() => {
    if (linked && known) keep(campaignId, linked)
  }, [campaignId, linked, known])
  const [kept, setKept] = useState<string | null>(null)
  useEffect(() => setKept(keptCode(campaignId)), [campaignId])
  const isUnknown = linked === null || byLink.data?.length === 0
  const earlier = useQuery({
    ...creditedQuery(campaignId, kept ?? ''),
    enabled: isUnknown && kept !== null,
  })
  if (known) return known
  return isUnknown ? (earlier.data?.[0] ?? null) : null
}

/** Publicly a first name and an initial; one who has not joined yet has neither. */
export const ambassadorName = ({
  firstName,
  lastInitial,
}: Pick<PublicAmbassador, 'firstName' | 'lastInitial'>): string =>
  lastInitial ? `${firstName} ${lastInitial}.` : firstName
