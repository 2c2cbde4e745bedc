import type { Campaign } from '#domain/schemas/campaign.ts'
import { percentOfGoal, usd, wholeUsd } from '#web/format.ts'
import { AnimatedFigure } from '#web/parts/campaign/animated-plate.tsx'
import { TRACK, Track } from '#web/ui/bar.tsx'
import { LABEL, PART, QUIET_LABEL } from './look.ts'

const IN_PAIRS =
  'portrait:flex portrait:flex-wrap portrait:items-center portrait:justify-between portrait:gap-x-[0.75rem] portrait:gap-y-[0.375rem]'
const AMOUNT = 'text-right text-[max(min(1.75rem,11vw),--spacing(28))] leading-none'

/** Pledged is outlined, earned is striped: two lanes to the goal, never one figure (R11). */
export function MoneyLanes({ campaign }: { campaign: Campaign }) {
  const lanes = [
    { lane: 'pledged', label: 'Pledged', amount: campaign.totalPledged },
    { lane: 'earned', label: 'Earned', amount: campaign.totalEarned },
  ] as const
  return (
    <dl
      className={`${PART} ${IN_PAIRS} grid grid-cols-[auto_minmax(0,1fr)_auto_auto] items-center gap-x-20 gap-y-9`}
      aria-label="Pledged and earned"
    >
      {lanes.map(({ lane, label, amount }) => (
        <div key={lane} className={`${IN_PAIRS} contents portrait:w-full`}>
          <dt className="flex items-center gap-[0.6em]">
            <span className={`key ${lane} size-[max(1.125rem,--spacing(15))]`} aria-hidden="true" />
            <span className={LABEL}>{label}</span>
          </dt>
          <dd className="*:h-[max(1rem,--spacing(12))] portrait:order-1 portrait:w-full">
            <Track
              lane={lane}
              percent={percentOfGoal(amount, campaign.goal)}
              className={`${TRACK} h-4`}
              hasFinishLine
            />
          </dd>
          <dd className={AMOUNT}>
            <AnimatedFigure text={usd(amount)} />
          </dd>
        </div>
      ))}
      <div className="col-start-4 row-[1/3] grid justify-items-end gap-4 pl-10 portrait:flex portrait:w-full portrait:flex-wrap portrait:items-center portrait:justify-between portrait:pl-0">
        <dt className={QUIET_LABEL}>Goal</dt>
        <dd className={`fig ${AMOUNT}`}>{wholeUsd(campaign.goal)}</dd>
      </div>
    </dl>
  )
}
