import type { ShownPledge } from '#domain/schemas/pledge-link.ts'
import { toCents } from '#web/format.ts'
import { ResultAlerts } from '#web/parts/alerts/result-alerts.tsx'

type Props = { pledge: Pick<ShownPledge, 'status' | 'isHeld' | 'earned' | 'agreedMaximum'>; path: string }

/**
 * For a pledge to which a result can still add something: no alert follows the one that reaches the maximum, and a held
 * pledge counts nothing yet (R57, R64).
 */
export function AlertsCard({ pledge: { status, isHeld, earned, agreedMaximum }, path }: Props) {
  const isRunning = status === 'active' || status === 'past_due'
  if (!isRunning || isHeld || toCents(earned) >= toCents(agreedMaximum)) return null
  return <ResultAlerts path={path} level={2} size="section" className="card pad" />
}
