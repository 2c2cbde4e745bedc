import { percentOfGoal, usd } from '#web/format.ts'
import { estimatedTotalOf, suggestedCapOf } from '#web/parts/pledging/selection.ts'
import type { Panel } from '#web/parts/pledging/use-panel.ts'
import { withoutCapWords } from '#web/parts/pledging/words.ts'
import { useWords } from '#web/site/words.ts'
import { ProgressBar } from '#web/ui/bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { MoneyField } from '#web/ui/money-field.tsx'

/** The larger of $200 and 1.5 times the estimate (R8), and a custom maximum. */
export function SmartCap({
  chosen,
  selection,
  problem,
  quoted,
  dispatch,
}: Pick<Panel, 'chosen' | 'selection' | 'problem' | 'quoted' | 'dispatch'>) {
  const words = useWords()
  const cap = suggestedCapOf(chosen)
  const percent = percentOfGoal(estimatedTotalOf(chosen), cap)
  const isUsed = selection.cap === cap
  return (
    <section className="mt-4 grid gap-3 border-t border-line pt-4" aria-labelledby="smart-cap">
      <strong id="smart-cap">Smart Cap</strong>
      <ProgressBar percent={percent} label="Estimated total as a share of the Smart Cap" thin />
      <p className="quiet fine">
        We suggest a maximum of {usd(cap)}: room for a good {words.season}. Your estimate is {percent}% of it.
      </p>
      <Button
        size="small"
        className="justify-self-start"
        onClick={() => dispatch({ do: 'customMaximum', text: isUsed ? '' : cap })}
      >
        {isUsed ? 'Remove the Smart Cap' : 'Use the Smart Cap'}
      </Button>
      <MoneyField
        label="Custom Maximum"
        optional
        hint={`You are charged at most this amount.${withoutCapWords(quoted.quote, selection.hasCap)}`}
        value={selection.cap}
        error={problem}
        onChange={(event) => dispatch({ do: 'customMaximum', text: event.target.value })}
      />
    </section>
  )
}
