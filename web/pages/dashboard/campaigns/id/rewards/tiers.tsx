import { faPlus, faTrash } from '@fortawesome/free-solid-svg-icons'
import { type UseFormReturn, useFieldArray } from 'react-hook-form'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { MoneyField } from '#web/ui/money-field.tsx'
import type { Input } from './reward-input.ts'

const MOST = 20

/** Better prizes for larger pledges: each from a minimum amount (R41). */
export function Tiers({ form }: { form: UseFormReturn<Input> }) {
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
