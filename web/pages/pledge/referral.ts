/** An ambassador's link credits them without a choice to make: kept here for that campaign for 30 days, the last one wins (R42). */
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import type { PublicAmbassador } from '#domain/schemas/ambassador.ts'

const KEPT_MS = 30 * 86_400_000
const storageKey = (campaignId: string): string => `ref:${campaignId}`

export function useReferral(campaignId: string): void {
  const [params] = useSearchParams()
  const code = params.get('ref')
  useEffect(() => {
    if (code && code.length <= 40)
      localStorage.setItem(storageKey(campaignId), JSON.stringify({ code, at: Date.now() }))
  }, [campaignId, code])
}

/** The ambassador whose link was followed, if they are still one. */
export function referredBy(
  campaignId: string,
  ambassadors: readonly PublicAmbassador[],
): PublicAmbassador | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(storageKey(campaignId)) ?? 'null') as {
      code: string
      at: number
    } | null
    if (!kept || Date.now() - kept.at > KEPT_MS) return undefined
    return ambassadors.find(
      ({ ambassadorReferralCode }) => ambassadorReferralCode.toLowerCase() === kept.code.toLowerCase(),
    )
  } catch {
    return undefined
  }
}
