import { faSliders } from '@fortawesome/free-solid-svg-icons'
import { useState } from 'react'
import type { Cause } from '#domain/campaigns/causes.ts'
import { isAchievement, STATISTIC_RULES, type StatisticRule } from '#domain/season/statistic-types.ts'
import type { ProposedStatistic } from '#web/content/cause-statistics.ts'
import { shortUsd } from '#web/format.ts'
import { perUnit } from '#web/parts/pledging/unit-labels.ts'
import { useWords } from '#web/site/vocabulary.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { MoneyField, NumberField, TextArea, TextField } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { StatisticIcon } from '#web/ui/statistic-icon.tsx'
import {
  CHANCE,
  kindOf,
  lastMatchesLabel,
  type ProposalRow,
  proposalOf,
  type RowErrors,
  renamedRow,
} from './proposals.ts'

type Props = {
  cause: Cause
  rows: readonly ProposalRow[]
  /** By the row's place in its cause. */
  errors: Readonly<Record<number, RowErrors>>
  onChange: (rows: ProposalRow[]) => void
}

/** What a cause proposes: each can be chosen or not, and adjusted in place. */
export function ProposalsList({ cause, rows, errors, onChange }: Props) {
  const change = (place: number, changes: Partial<ProposalRow>): void =>
    onChange(rows.map((row) => (row.place === place ? { ...row, ...changes } : row)))
  return (
    <ul className="divide-y divide-line rounded-stat border border-line">
      {rows.map((row) => {
        const proposed = proposalOf(cause, row.place)
        return (
          proposed && (
            <Row
              key={row.place}
              row={row}
              proposed={proposed}
              errors={errors[row.place] ?? {}}
              onChange={(changes) => change(row.place, changes)}
            />
          )
        )
      })}
    </ul>
  )
}

type RowProps = {
  row: ProposalRow
  proposed: ProposedStatistic
  errors: RowErrors
  onChange: (changes: Partial<ProposalRow>) => void
}

function Row({ row, proposed, errors, onChange }: RowProps) {
  const [isAdjusting, setAdjusting] = useState(false)
  // Errors are always visible, even if nobody opened the row.
  const isOpen = isAdjusting || (row.isChosen && Object.keys(errors).length > 0)
  return (
    <li className="px-4 py-2">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3">
        <div className="min-w-0">
          <Checkbox
            checked={row.isChosen}
            onChange={(isChosen) => onChange({ isChosen })}
            label={
              <span className="flex min-w-0 items-center gap-2.5 font-semibold">
                <StatisticIcon name={kindOf(row, proposed).icon} type={proposed.type} />
                <span className="min-w-0 break-words">{row.name || proposed.name}</span>
              </span>
            }
            hint={summaryOf(row, proposed)}
          />
        </div>
        <Button
          size="dense"
          aria-expanded={isOpen}
          aria-label={`Adjust ${row.name || proposed.name}`}
          onClick={() => setAdjusting(!isOpen)}
        >
          <Icon icon={faSliders} />
          <span className="max-sm:sr-only">Adjust</span>
        </Button>
      </div>
      {isOpen && <Fields row={row} proposed={proposed} errors={errors} onChange={onChange} />}
    </li>
  )
}

function Fields({ row, proposed, errors, onChange }: RowProps) {
  const words = useWords()
  return (
    <div className="grid gap-4 pt-2 pb-3">
      <KindFields row={row} proposed={proposed} errors={errors} onChange={onChange} />
      {proposed.season && (
        <div className="grid grid-cols-2 gap-3">
          <NumberField
            label="Target"
            value={row.expectedTarget}
            error={errors.expectedTarget}
            onChange={(event) => onChange({ expectedTarget: event.target.value })}
          />
          <NumberField
            label="Last Year"
            optional
            value={row.lastYearResult}
            error={errors.lastYearResult}
            onChange={(event) => onChange({ lastYearResult: event.target.value })}
          />
          <NumberField
            label={lastMatchesLabel(words)}
            optional
            whole
            value={row.lastYearMatches}
            error={errors.lastYearMatches}
            onChange={(event) => onChange({ lastYearMatches: event.target.value })}
          />
        </div>
      )}
      {isAchievement(proposed.type) && (
        <NumberField
          label={CHANCE.label}
          optional
          whole
          hint={CHANCE.hint}
          value={row.chancePercent}
          error={errors.chancePercent}
          onChange={(event) => onChange({ chancePercent: event.target.value })}
        />
      )}
      <AmountFields row={row} errors={errors} onChange={onChange} />
    </div>
  )
}

/** Under another name, unit and description are asked for again: what the cause says is about something else. */
function KindFields({ row, proposed, errors, onChange }: RowProps) {
  const { unitName, description } = kindOf(row, proposed)
  return (
    <>
      <TextField
        label="Statistic Name"
        value={row.name}
        error={errors.name}
        onChange={(event) => onChange(renamedRow(row, proposed, event.target.value))}
      />
      {proposed.season && (
        <TextField
          label="What is counted, in the singular"
          optional
          hint="For example goal: a pledge then reads “$3.00 per goal”."
          value={unitName}
          error={errors.unitName}
          onChange={(event) => onChange({ unitName: event.target.value })}
        />
      )}
      <TextArea
        label="Description"
        optional
        hint="Shown on the statistic’s card."
        rows={2}
        value={description}
        error={errors.description}
        onChange={(event) => onChange({ description: event.target.value })}
      />
    </>
  )
}

function AmountFields({ row, errors, onChange }: Omit<RowProps, 'proposed'>) {
  const amount = (index: number, value: string): void =>
    onChange({ amounts: row.amounts.with(index, value) as ProposalRow['amounts'] })
  return (
    <fieldset>
      <legend className="field-label mb-1.5">Three amounts to choose from</legend>
      <div className="grid grid-cols-3 gap-3">
        {row.amounts.map((value, index) => (
          <MoneyField
            // biome-ignore lint/suspicious/noArrayIndexKey: three fields in their order
            key={index}
            label={`Amount ${index + 1}`}
            value={value}
            error={errors[`amount${index as 0 | 1 | 2}`]}
            onChange={(event) => amount(index, event.target.value)}
          />
        ))}
      </div>
    </fieldset>
  )
}

function summaryOf(row: ProposalRow, proposed: ProposedStatistic): string {
  const { expectedTarget, amounts } = row
  const { type } = proposed
  const unitName = kindOf(row, proposed).unitName.trim() || null
  const [low, middle, high] = amounts.map((amount) => shortUsd(amount))
  const rates = `${low}, ${middle} or ${high}`
  const summaries: Record<StatisticRule['results'], string> = {
    units: `${expectedTarget.trim() || 'No target'} in a season. ${rates} ${perUnit({ name: row.name, unitName, type })}`,
    yes: `${rates} if it happens`,
    none: `${rates}, once`,
  }
  return summaries[STATISTIC_RULES[type].results]
}
