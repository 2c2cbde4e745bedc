import { MoneyField } from '#web/ui/field.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { suggestedCapOf } from './selection.ts'
import { withoutCapWords } from './unit-labels.ts'
import type { Panel } from './use-panel.ts'

export function Cap({ selection, chosen, problem, quoted, dispatch }: Panel) {
  return (
    <div className="mt-5 border-t border-line pt-4">
      <Switch
        label="Set Maximum Donation Cap"
        hint={`You are charged at most this amount.${withoutCapWords(quoted.quote, selection.hasCap)}`}
        checked={selection.hasCap}
        onChange={() => dispatch({ do: 'toggleCap', suggested: suggestedCapOf(chosen) })}
      />
      {selection.hasCap && (
        <MoneyField
          label="Maximum amount"
          className="mt-3"
          value={selection.cap}
          error={problem}
          onChange={(event) => dispatch({ do: 'cap', text: event.target.value })}
        />
      )}
    </div>
  )
}
