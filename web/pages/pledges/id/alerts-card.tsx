import type { ShownPledge } from '#domain/schemas/pledge-link.ts'
import { ResultAlerts } from '#web/parts/alerts/result-alerts.tsx'

type Props = { pledge: Pick<ShownPledge, 'status'>; path: string }

/** For a pledge to which matches can still add something. */
export function AlertsCard({ pledge: { status }, path }: Props) {
  if (status !== 'active' && status !== 'past_due') return null
  return <ResultAlerts path={path} level={2} className="card pad" />
}
