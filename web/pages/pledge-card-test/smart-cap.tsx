import { percentOfGoal, usd } from '#web/format.ts'
import { estimatedTotalOf, suggestedCapOf } from '#web/parts/pledging/selection.ts'
import type { Panel } from '#web/parts/pledging/use-panel.ts'
import { ProgressBar } from '#web/ui/bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { MoneyField } from '#web/ui/money-field.tsx'

/** The larger of $200 and half as much again as the estimate (R8), and a maximum of one's own. */
export function SmartCap({
  chosen,
  selection,
  problem,
  dispatch,
}: Pick<Panel, 'chosen' | 'selection' | 'problem' | 'dispatch'>) {
  const cap = suggestedCapOf(chosen)
  const percent = percentOfGoal(estimatedTotalOf(chosen), cap)
  return (
    <section className="mt-4 grid gap-3 border-t border-line pt-4" aria-labelledby="smart-cap">
      <div>
        <p className="flex items-baseline justify-between gap-3">
          <strong id="smart-cap">Smart Cap</strong>
          <Figure text={usd(cap)} size="s" />
        </p>
        <div className="mt-2">
          <ProgressBar percent={percent} label="Estimated total as a share of the Smart Cap" thin />
        </div>
        <p className="quiet fine mt-2">
          A maximum with room for a good season. Your estimate is {percent}% of it.
        </p>
      </div>
      <MoneyField
        label="Custom Maximum"
        optional
        hint="You are charged at most this amount."
        value={selection.cap}
        error={problem}
        onChange={(event) => dispatch({ do: 'customMaximum', text: event.target.value })}
      />
      {selection.cap !== cap && (
        <Button
          size="small"
          className="justify-self-start"
          onClick={() => dispatch({ do: 'customMaximum', text: cap })}
        >
          Use the Smart Cap
        </Button>
      )}
    </section>
  )
}
