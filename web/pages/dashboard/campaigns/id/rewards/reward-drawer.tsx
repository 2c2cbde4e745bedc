import { faPlus, faTrash } from '@fortawesome/free-solid-svg-icons'
import { useState } from 'react'
import { type UseFormReturn, useFieldArray, useWatch } from 'react-hook-form'
import type { Management } from '#domain/schemas/campaign.ts'
import { REWARD_TYPES, type Reward } from '#domain/schemas/reward.ts'
import { usd } from '#web/format.ts'
import { rewardTypeLabels } from '#web/labels.ts'
import { BoundSelect, BoundSwitch, bound } from '#web/parts/forms/bound.tsx'
import { ChangedMeanwhile, differencesOf } from '#web/parts/forms/changed-meanwhile.tsx'
import { FormDrawer } from '#web/parts/forms/form-drawer.tsx'
import { useRecordForm } from '#web/parts/forms/record-form.ts'
import { campaignKey } from '#web/queries/campaigns.ts'
import { Button } from '#web/ui/button.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { MoneyField, NumberField, TextArea, TextField } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import {
  hasOtherTerms,
  type Input,
  InputForm,
  inputOf,
  isPromised,
  payloadOf,
  qualifyWords,
  reasonAgainstType,
  THRESHOLD_LABELS,
} from './reward-input.ts'

const MOST = 20

/** Better prizes for larger pledges: each from a minimum amount. */
function Tiers({ form }: { form: UseFormReturn<Input> }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'tieredRewards' })
  const errors = form.formState.errors.tieredRewards
  return (
    <fieldset className="grid gap-4 rounded-stat border border-line p-4">
      <legend className="sr-only">Tiers</legend>
      {fields.map((field, index) => (
        <div key={field.id} className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-3">
          <div className="grid gap-3 sm:grid-cols-[9rem_minmax(0,1fr)]">
            <MoneyField
              label={`From, tier ${index + 1}`}
              {...form.register(`tieredRewards.${index}.threshold`)}
              error={errors?.[index]?.threshold?.message}
            />
            <TextField
              label={`Prize, tier ${index + 1}`}
              {...form.register(`tieredRewards.${index}.prize`)}
              error={errors?.[index]?.prize?.message}
            />
          </div>
          <button
            type="button"
            className="icon-button mt-7"
            aria-label={`Remove tier ${index + 1}`}
            onClick={() => remove(index)}
          >
            <Icon icon={faTrash} />
          </button>
        </div>
      ))}
      {fields.length < MOST && (
        <Button
          size="small"
          className="justify-self-start"
          onClick={() => append({ threshold: '', prize: '' })}
        >
          <Icon icon={faPlus} />
          Add Tier
        </Button>
      )}
    </fieldset>
  )
}

/** Who wins, and how many rewards of the type there may be. */
const RULES: Record<Reward['type'], string> = {
  top_supporter: 'Goes to the pledge with the largest amount settled. One per campaign.',
  milestone_maker: 'Goes to pledges of at least the amount below on one statistic. Any number per campaign.',
  elite_circle: 'Goes to pledges of at least the amount below. One per campaign.',
  early_bird: 'Goes to the first pledges. One per campaign.',
  sponsorship: 'Goes to the first pledges of at least the amount below. At most three per campaign.',
}

const LABELS: Record<keyof Input, string> = {
  title: 'Title',
  description: 'Description',
  type: 'Type',
  threshold: 'Threshold',
  maxWinners: 'Max Winners',
  sponsorshipsAvailable: 'Sponsorships Available',
  statisticId: 'Statistic',
  prizeDetails: 'Prize details',
  qualificationCriteria: 'Who qualifies',
  prizeTypes: 'Prize types',
  enableTieredRewards: 'Tiers',
  tieredRewards: 'Prizes by tier',
  hasAdditionalReward: 'Additional reward',
  additionalReward: 'What it is',
}

type Props = {
  data: Management
  reward: Reward | null
  /** How many pledges qualify today; null once its winners are final, undefined until it is known. */
  qualified: number | null | undefined
  onClose: () => void
}

/** The form, and the question that comes before what was promised to someone changes. */
function useRewardForm({ data, reward, qualified, onClose }: Props) {
  const [asked, setAsked] = useState<Input | null>(null)
  const campaignId = data.campaign.id
  const path = `/api/campaigns/${campaignId}/rewards`
  const record = useRecordForm<Input, Reward>({
    schema: InputForm,
    initial: inputOf(reward),
    version: reward?.version ?? null,
    request: (values) =>
      reward
        ? { method: 'PUT', path: `${path}/${reward.id}`, payload: payloadOf(values) }
        : { method: 'POST', path, payload: payloadOf(values) },
    failure: reward ? 'Failed to update reward' : 'Failed to add reward',
    success: { title: reward ? 'Reward updated successfully!' : 'Reward added successfully!' },
    refresh: [campaignKey(campaignId)],
    onSaved: onClose,
    maySend: (values) => {
      const isAsking =
        reward !== null && isPromised(qualified, data.campaign) && hasOtherTerms(inputOf(reward), values)
      if (isAsking) setAsked(values)
      return !isAsking
    },
  })
  const answer = (): void => {
    if (asked) record.send(asked)
    setAsked(null)
  }
  return { ...record, asked, answer, keepEditing: () => setAsked(null) }
}

export function RewardDrawer(props: Props) {
  const { data, reward, qualified, onClose } = props
  const { form, submit, isPending, attempt, problem, current, takeTheirs, ...question } = useRewardForm(props)
  const values = useWatch({ control: form.control }) as Input
  return (
    <FormDrawer
      title={reward ? 'Edit Reward' : 'Add Reward'}
      save={reward ? 'Save Changes' : 'Add Reward'}
      saving={reward ? 'Updating...' : 'Adding...'}
      isDirty={form.formState.isDirty}
      isPending={isPending}
      attempt={attempt}
      problem={problem}
      onClose={onClose}
      onSubmit={submit}
    >
      {reward && current && (
        <ChangedMeanwhile
          differences={differencesOf(readable(reward, data), readable(current, data), LABELS)}
          onTakeTheirs={() => takeTheirs(inputOf(current))}
        />
      )}
      <TextField label="Reward Title" {...bound(form, 'title')} />
      <TextArea label="Description" rows={2} {...bound(form, 'description')} />
      <BoundSelect
        control={form.control}
        name="type"
        label="Type"
        hint={RULES[values.type as Reward['type']]}
        options={typeOptions(data.rewards, reward)}
        placeholder="Choose a type"
      />
      <Terms form={form} values={values} data={data} />
      <TextField
        label="Prize types"
        optional
        hint="Separated by commas, for example: shirt, tickets."
        {...form.register('prizeTypes')}
        error={listMessage(form.formState.errors.prizeTypes)}
      />
      <TextArea label="Prize details" optional rows={2} {...bound(form, 'prizeDetails')} />
      <TextArea label="Who qualifies" optional rows={2} {...bound(form, 'qualificationCriteria')} />
      <BoundSwitch
        control={form.control}
        name="enableTieredRewards"
        label="Prizes in tiers"
        hint="A better prize at each higher amount."
      />
      {values.enableTieredRewards && <Tiers form={form} />}
      <BoundSwitch
        control={form.control}
        name="hasAdditionalReward"
        label="An additional reward"
        hint="Something extra that winners get, such as a day at practice."
      />
      {values.hasAdditionalReward && (
        <TextField label="What it is" optional {...bound(form, 'additionalReward')} />
      )}
      <Confirm
        open={question.asked !== null}
        onClose={question.keepEditing}
        onConfirm={question.answer}
        title="Change what supporters can win?"
        cancel="Keep editing"
        confirm="Change Reward"
      >
        <p className="break-words">{qualifyWords(reward?.title ?? '', qualified)}</p>
        <p className="quiet mt-2">They may have pledged for it, and no one is emailed about the change.</p>
      </Confirm>
    </FormDrawer>
  )
}

type TermsProps = Pick<Props, 'data'> & { form: UseFormReturn<Input>; values: Input }

/** The fields of this type of reward, and how many can win it. */
function Terms({ form, values: { type }, data }: TermsProps) {
  const threshold = THRESHOLD_LABELS[type]
  return (
    <>
      {type === 'milestone_maker' && (
        <BoundSelect
          control={form.control}
          name="statisticId"
          label="Statistic"
          options={data.statistics.map(({ id, name }) => ({ value: id, label: name }))}
          placeholder={data.statistics.length > 0 ? 'Choose a statistic' : 'Add a statistic first'}
        />
      )}
      {threshold && <MoneyField label={threshold} optional {...bound(form, 'threshold')} />}
      {type === 'sponsorship' && (
        <NumberField label="Sponsorships Available" whole {...bound(form, 'sponsorshipsAvailable')} />
      )}
      {type !== '' && type !== 'sponsorship' && (
        <NumberField
          label={type === 'early_bird' ? 'How many early birds win' : 'Max Winners'}
          whole
          optional
          {...bound(form, 'maxWinners')}
        />
      )}
    </>
  )
}

type Said = { message?: string | undefined }
/** A list typed as one text: the error of the whole list, or of its first invalid part. */
const listMessage = (error: Said | undefined): string | undefined =>
  Array.isArray(error) ? (error as (Said | undefined)[]).find(Boolean)?.message : error?.message

const typeOptions = (rewards: readonly Reward[], edited: Reward | null) =>
  REWARD_TYPES.map((value) => {
    const reason = reasonAgainstType(value, rewards, edited)
    const label = rewardTypeLabels[value]
    return { value, label: reason ? `${label}: ${reason}` : label, disabled: reason !== null }
  })

/** In a list of changes, choices and amounts are written as on the screen. */
const readable = (reward: Reward, { statistics }: Management) => ({
  ...inputOf(reward),
  type: rewardTypeLabels[reward.type],
  threshold: reward.threshold === null ? '' : usd(reward.threshold),
  statisticId: statistics.find(({ id }) => id === reward.statisticId)?.name ?? '',
  tieredRewards: reward.tieredRewards.map(({ threshold, prize }) => `${prize} from ${usd(threshold)}`),
})
