import type { Statistic } from '#domain/schemas/statistic.ts'
import { countsUnits, STATISTIC_RULES } from '#domain/season/statistic-types.ts'
import type { Chosen, Dispatch, Pick } from '#web/parts/pledging/selection.ts'
import {
  Amounts,
  CancelSelection,
  Estimate,
  Facts,
  StatisticFrame,
} from '#web/parts/pledging/statistic-card.tsx'

type Props = {
  statistic: Statistic
  pick: Pick | undefined
  chosen: Chosen | undefined
  isClosed: boolean
  dispatch: Dispatch
}

/** The pledge-card page's card: amounts are shown at once, and picking one selects the statistic. */
export function SmartCard({ statistic, pick, chosen, isClosed, dispatch }: Props) {
  const isCounted = countsUnits(statistic.type)
  return (
    <StatisticFrame
      statistic={statistic}
      isSelected={chosen !== undefined}
      isInactive={isClosed}
      label={STATISTIC_RULES[statistic.type].label}
    >
      <Facts
        facts={[
          ['Last year', statistic.lastYearResult],
          ['Target', statistic.expectedTarget],
          ['So far', isCounted ? statistic.confirmedQuantity : null],
        ]}
      />
      {(!isClosed || chosen) && <Amounts statistic={statistic} pick={pick} dispatch={dispatch} />}
      {chosen && (
        <Estimate
          chosen={chosen}
          against={statistic.expectedTarget}
          as="the target"
          none="no target is set"
        />
      )}
      {chosen && <CancelSelection statistic={statistic} dispatch={dispatch} />}
    </StatisticFrame>
  )
}
