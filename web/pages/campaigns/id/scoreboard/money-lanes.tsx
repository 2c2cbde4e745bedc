import type { Campaign } from '#domain/schemas/campaign.ts'
import { percentOfGoal, usd, wholeUsd } from '#web/format.ts'
import { HungFigure } from '#web/parts/campaign/hung.tsx'
import { Track } from '#web/ui/bar.tsx'

/** Pledged is outlined, earned is mown: two lanes to the goal, never one figure (R11). */
export function MoneyLanes({ campaign }: { campaign: Campaign }) {
  const lanes = [
    { lane: 'pledged', label: 'Pledged', amount: campaign.totalPledged },
    { lane: 'earned', label: 'Earned', amount: campaign.totalEarned },
  ] as const
  return (
    <dl className="money" aria-label="Pledged and earned">
      {lanes.map(({ lane, label, amount }) => (
        <div key={lane}>
          <dt>
            <span className={`key ${lane}`} aria-hidden="true" />
            <span className="label">{label}</span>
          </dt>
          <dd className="way">
            <Track lane={lane} percent={percentOfGoal(amount, campaign.goal)} />
          </dd>
          <dd className="amount">
            <HungFigure text={usd(amount)} />
          </dd>
        </div>
      ))}
      <div className="goal">
        <dt className="label quiet">Goal</dt>
        <dd className="amount fig">{wholeUsd(campaign.goal)}</dd>
      </div>
    </dl>
  )
}
