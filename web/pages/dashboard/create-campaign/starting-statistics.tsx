import type { Campaign } from '#domain/schemas/campaign.ts'
import { templateLabels } from '#web/labels.ts'
import {
  chosenStatistics,
  errorsByPlace,
  namesOf,
  type ProposalRow,
  proposedRows,
  type StatisticInput,
} from '#web/parts/statistics/proposals.ts'
import { ProposalsList } from '#web/parts/statistics/proposals-list.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { Switch } from '#web/ui/switch.tsx'
import type { Proposals } from './draft.ts'

type Template = Campaign['template']

const rowsOf = (template: Template, { rows }: Proposals): ProposalRow[] =>
  rows[template] ?? proposedRows(template)

/** The statistics to create the campaign with; none until somebody asks for them. */
export const startingStatistics = (template: string, proposals: Proposals): StatisticInput[] =>
  proposals.isOn ? chosenStatistics(template as Template, rowsOf(template as Template, proposals)) : []

/** The switch is on, and nothing would be created with the campaign. */
export const isNoneChosen = (template: string, proposals: Proposals): boolean =>
  proposals.isOn && startingStatistics(template, proposals).length === 0

type Props = {
  template: string
  proposals: Proposals
  problems: Readonly<Record<string, string>>
  /** Once the form was sent. */
  isNoneWrong: boolean
  onChange: (proposals: Proposals) => void
}

/** Offered with the template, and created with the campaign: all or none. */
export function StartingStatistics({ template: chosen, proposals, problems, isNoneWrong, onChange }: Props) {
  const template = chosen as Template
  const rows = rowsOf(template, proposals)
  return (
    <section className="grid gap-3" aria-label="Statistics to start with">
      <Switch
        label={`Start with ${namesOf(template).toLowerCase()}`}
        hint={`What a ${templateLabels[template].toLowerCase()} campaign usually counts. You can change them and add more later.`}
        checked={proposals.isOn}
        onChange={(isOn) => onChange({ ...proposals, isOn })}
      />
      {proposals.isOn && (
        <ProposalsList
          key={template}
          template={template}
          rows={rows}
          errors={errorsByPlace(problems, rows)}
          onChange={(changed) => onChange({ ...proposals, rows: { ...proposals.rows, [template]: changed } })}
        />
      )}
      {isNoneWrong && <FieldError isAlert>Choose at least one statistic, or turn this off.</FieldError>}
    </section>
  )
}
