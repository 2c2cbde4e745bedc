import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { type UseFormReturn, useController, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { toDecimal } from '#domain/money.ts'
import { formatQuantity, parseQuantity, type Quantity } from '#domain/quantity.ts'
import type { Management } from '#domain/schemas/campaign.ts'
import { DEFAULT_ICON, EditedStatistic, type Statistic, StatisticForm } from '#domain/schemas/statistic.ts'
import { recommendedAmounts } from '#domain/season/recommended.ts'
import {
  countsUnits,
  isAchievement,
  STATISTIC_RULES,
  STATISTIC_TYPES,
} from '#domain/season/statistic-types.ts'
import { BoundSelect, BoundSwitch, bound } from '#web/parts/forms/bound.tsx'
import { ChangedMeanwhile, differencesOf } from '#web/parts/forms/changed-meanwhile.tsx'
import { FormDrawer } from '#web/parts/forms/form-drawer.tsx'
import { useRecordForm } from '#web/parts/forms/record-form.ts'
import { RemoveRecord } from '#web/parts/records/remove-record.tsx'
import { CHANCE, lastMatchesLabel } from '#web/parts/statistics/proposals.ts'
import { campaignKey, statisticPledgesQuery } from '#web/queries/campaigns.ts'
import { useWords } from '#web/site/vocabulary.ts'
import { Button } from '#web/ui/button.tsx'
import { MoneyField, NumberField, TextArea, TextField } from '#web/ui/field.tsx'
import { lazily } from '#web/ui/lazily.tsx'
import { ConfirmWords, EstimatedPledges, type Questions, questionsFor } from './statistic-questions.tsx'

const IconPicker = lazily(async () => (await import('#web/ui/icon-picker.tsx')).default)

export type Input = z.input<typeof StatisticForm>

const TYPES = STATISTIC_TYPES.map((value) => ({ value, label: STATISTIC_RULES[value].choice }))
const COUNTS = [
  ['expectedMin', 'Expected Minimum'],
  ['expectedTarget', 'Expected Target'],
  ['expectedMax', 'Expected Maximum'],
  ['lastYearResult', 'Last Year Result'],
] as const
const LABELS = {
  name: 'Name',
  description: 'Description',
  type: 'Type',
  icon: 'Icon',
  unitName: 'Unit',
  ...Object.fromEntries(COUNTS),
  chancePercent: CHANCE.label,
  pledgeAmountOptions: 'Amounts',
  allowCustomAmounts: 'Custom amounts',
  isActive: 'Open for pledges',
}

const text = (value: number | null): string => (value === null ? '' : String(value))

/** Edited without a type it is an increment, and without amounts it starts with three zeros. */
function inputOf(statistic: Statistic | null): Input {
  return {
    name: statistic?.name ?? '',
    description: statistic?.description ?? '',
    type: statistic?.type ?? 'per_increment',
    icon: statistic?.icon ?? DEFAULT_ICON,
    unitName: statistic?.unitName ?? '',
    expectedMin: text(statistic?.expectedMin ?? null),
    expectedTarget: text(statistic?.expectedTarget ?? null),
    expectedMax: text(statistic?.expectedMax ?? null),
    lastYearResult: text(statistic?.lastYearResult ?? null),
    lastYearMatches: text(statistic?.lastYearMatches ?? null),
    chancePercent: text(statistic?.chancePercent ?? null),
    pledgeAmountOptions: statistic?.pledgeAmountOptions.map(String) ?? ['0', '0', '0'],
    allowCustomAmounts: statistic?.allowCustomAmounts ?? true,
    isActive: statistic?.isActive ?? true,
  }
}

/** Fields hidden by another type are left out: an invisible field must not keep the form from being sent. */
const inputForm = (form: typeof StatisticForm | typeof EditedStatistic) =>
  z
    .custom<Input>()
    .transform((values) => counted(values))
    .pipe(form)
    .superRefine((values, { addIssue }) => {
      for (const { field, message } of expectedProblems(values))
        addIssue({ code: 'custom', path: [field], message })
    })
const NewForm = inputForm(StatisticForm)
const EditForm = inputForm(EditedStatistic)

type Props = { data: Management; statistic: Statistic | null; onClose: () => void }

/** The form, and the question that comes before what it changes for others. */
function useStatisticForm({ data, statistic, onClose }: Props) {
  const { campaign } = data
  const [asked, setAsked] = useState<{ values: Input; questions: Questions } | null>(null)
  const path = `/api/campaigns/${campaign.id}/statistics`
  const { data: on } = useQuery({
    ...statisticPledgesQuery(campaign.id, statistic?.id ?? ''),
    enabled: statistic !== null && campaign.status !== 'draft',
  })
  const schema = statistic ? EditForm : NewForm
  const record = useRecordForm<Input, Statistic>({
    schema,
    initial: inputOf(statistic),
    version: statistic?.version ?? null,
    request: (values) =>
      statistic
        ? { method: 'PUT', path: `${path}/${statistic.id}`, payload: counted(values) }
        : { method: 'POST', path, payload: counted(values) },
    failure: statistic ? 'Failed to update statistic' : 'Failed to add statistic',
    success: { title: statistic ? 'Statistic updated successfully!' : 'Statistic added successfully!' },
    refresh: [campaignKey(campaign.id)],
    onSaved: onClose,
    maySend: (values) => {
      const saved = schema.safeParse(values).data
      const questions = saved ? questionsFor(saved, { data, statistic, pledges: on?.pledges }) : null
      setAsked(questions && { values, questions })
      return questions === null
    },
  })
  const answer = (): void => {
    if (asked) record.send(asked.values)
    setAsked(null)
  }
  return {
    ...record,
    question: {
      name: statistic?.name ?? null,
      pledges: on?.pledges,
      asked: asked?.questions ?? null,
      onYes: answer,
      onNo: () => setAsked(null),
    },
  }
}

export function StatisticDrawer(props: Props) {
  const { data, statistic, onClose } = props
  const words = useWords()
  const initial = inputOf(statistic)
  const { form, submit, isPending, attempt, problem, current, takeTheirs, question } = useStatisticForm(props)
  const values = useWatch({ control: form.control }) as Input
  const isCounted = countsUnits(values.type)
  return (
    <FormDrawer
      title={statistic ? 'Edit Statistic' : 'Add Statistic'}
      save={statistic ? 'Save Changes' : 'Add Statistic'}
      saving={statistic ? 'Updating...' : 'Adding...'}
      isDirty={form.formState.isDirty}
      isPending={isPending}
      attempt={attempt}
      problem={problem}
      onClose={onClose}
      onSubmit={submit}
    >
      {current && (
        <ChangedMeanwhile
          differences={differencesOf(initial, inputOf(current), {
            ...LABELS,
            lastYearMatches: lastMatchesLabel(words),
          })}
          onTakeTheirs={() => takeTheirs(inputOf(current))}
        />
      )}
      <TextField label="Statistic Name" {...bound(form, 'name')} />
      <BoundSelect control={form.control} name="type" label="Type" options={TYPES} />
      {isCounted && (
        <TextField
          label="What is counted, in the singular"
          optional
          hint="For example goal: a pledge then reads “$3.00 per goal”."
          {...bound(form, 'unitName')}
        />
      )}
      <TextArea
        label="Description"
        optional
        hint="Shown on the statistic’s card."
        rows={2}
        {...bound(form, 'description')}
      />
      <IconField control={form.control} />
      {isCounted && <Counts form={form} values={values} />}
      {isAchievement(values.type) && (
        <NumberField
          label={CHANCE.label}
          optional
          whole
          hint={CHANCE.hint}
          {...bound(form, 'chancePercent')}
        />
      )}
      <Amounts form={form} values={values} />
      {isCounted && <EstimatedPledges values={values} />}
      <BoundSwitch
        control={form.control}
        name="allowCustomAmounts"
        label="Supporters can enter a custom amount"
      />
      <BoundSwitch
        control={form.control}
        name="isActive"
        label="Open for pledges"
        hint="Turn off to stop new pledges. Existing pledges stay."
      />
      {statistic && data.campaign.status === 'draft' && (
        <DeleteStatistic campaignId={data.campaign.id} statistic={statistic} onDeleted={onClose} />
      )}
      <ConfirmWords {...question} />
    </FormDrawer>
  )
}

type Form = UseFormReturn<Input>

function Counts({ form, values }: { form: Form; values: Input }) {
  const words = useWords()
  return (
    <fieldset className="grid grid-cols-2 gap-4">
      <legend className="field-label mb-1.5">
        How many in a {words.season} <span className="quiet font-normal">(optional)</span>
      </legend>
      {COUNTS.map(([name, label]) => (
        <NumberField
          key={name}
          label={label}
          hint={name === 'expectedMax' ? maximumHint(values) : undefined}
          {...bound(form, name)}
        />
      ))}
      <NumberField
        label={lastMatchesLabel(words)}
        whole
        hint={`For the forecast: it uses last year’s average per ${words.match}.`}
        {...bound(form, 'lastYearMatches')}
      />
    </fieldset>
  )
}

function IconField({ control }: Pick<Form, 'control'>) {
  const { field, fieldState } = useController({ control, name: 'icon' })
  return (
    <Suspense fallback={<div className="skeleton h-64" />}>
      <IconPicker
        legend="Icon"
        value={field.value}
        onChange={field.onChange}
        error={fieldState.error?.message}
      />
    </Suspense>
  )
}

function Amounts({ form, values }: { form: Form; values: Input }) {
  const recommend = (): void => {
    const amounts = recommendedAmounts(
      parseQuantity(values.expectedTarget),
      parseQuantity(values.lastYearResult),
    )
    form.setValue('pledgeAmountOptions', amounts.map(toDecimal), { shouldDirty: true, shouldValidate: true })
  }
  return (
    <fieldset className="grid gap-3">
      <legend className="field-label mb-1.5">Three amounts to choose from</legend>
      <div className="grid grid-cols-3 gap-3">
        {[0, 1, 2].map((index) => (
          <MoneyField
            key={index}
            label={`Amount ${index + 1}`}
            {...bound(form, `pledgeAmountOptions.${index}`)}
          />
        ))}
      </div>
      {countsUnits(values.type) && hasBase(values) && (
        <Button size="small" className="justify-self-start" onClick={recommend}>
          Load Recommended Amounts
        </Button>
      )}
    </fieldset>
  )
}

/** Recommended amounts come from a target or from last year. */
const hasBase = ({ expectedTarget, lastYearResult }: Input): boolean =>
  [expectedTarget, lastYearResult].some((value) => (parseQuantity(value) ?? 0) > 0)

const maximumHint = ({ expectedMax, lastYearResult }: Input): string | undefined =>
  lowMaximum(parseQuantity(expectedMax), parseQuantity(lastYearResult)) ?? undefined

/** What is counted belongs to increments only, a chance to achievements: another type clears both. */
function counted(values: Input): Input {
  const chancePercent = isAchievement(values.type) ? values.chancePercent : null
  if (countsUnits(values.type)) return { ...values, chancePercent }
  const nothing = Object.fromEntries(COUNTS.map(([name]) => [name, null]))
  return { ...values, ...nothing, lastYearMatches: null, unitName: null, chancePercent }
}

type DeleteStatisticProps = { campaignId: string; statistic: Statistic; onDeleted: () => void }

/** In a draft only: later a statistic is closed for pledges. */
const DeleteStatistic = ({ campaignId, statistic, onDeleted }: DeleteStatisticProps) => (
  <RemoveRecord
    campaignId={campaignId}
    record={`statistics/${statistic.id}`}
    version={statistic.version}
    label="Delete statistic"
    title={`Delete ${statistic.name}?`}
    pending="Deleting..."
    done="Statistic deleted"
    onRemoved={onDeleted}
  >
    This cannot be undone. Once the campaign is active, you can only close it.
  </RemoveRecord>
)

type Figures = Record<'expectedMin' | 'expectedTarget' | 'expectedMax', number | null>

/**
 * Figures in the wrong order are a slip, and the maximum decides what a supporter can owe. Asked in the form only: the
 * API accepts them as it always has.
 */
export function expectedProblems({ expectedMin: min, expectedTarget: target, expectedMax: max }: Figures) {
  const problems: { field: keyof Figures; message: string }[] = []
  const above = (field: keyof Figures, less: number | null, more: number | null, message: string) => {
    if (less !== null && more !== null && less > more) problems.push({ field, message })
  }
  above('expectedMin', min, target, 'The minimum is above the target')
  above('expectedMax', target, max, 'The maximum is below the target')
  if (target === null) above('expectedMax', min, max, 'The maximum is below the minimum')
  return problems
}

/** Not refused: a season may be shorter than the last one. But no one would pay for more than the maximum. */
export function lowMaximum(maximum: Quantity | null, lastYear: Quantity | null): string | null {
  if (maximum === null || lastYear === null || maximum === 0 || maximum >= lastYear) return null
  return `Below last year’s result: new pledges without a cap pay for at most ${formatQuantity(maximum)}.`
}
