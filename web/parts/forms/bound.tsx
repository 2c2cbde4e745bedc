/** Fields bound to a form by name: value, change and message come from the form. */
import type { ComponentProps } from 'react'
import {
  type Control,
  type FieldError,
  type FieldValues,
  get,
  type Path,
  type UseFormReturn,
  useController,
} from 'react-hook-form'
import { DateField } from '#web/ui/date-field.tsx'
import { DateTimeField } from '#web/ui/date-time-field.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { Switch } from '#web/ui/switch.tsx'

/** What a plain text field takes. */
export const bound = <Values extends FieldValues>(form: UseFormReturn<Values>, name: Path<Values>) => ({
  ...form.register(name),
  error: (get(form.formState.errors, name) as FieldError | undefined)?.message,
})

type Bound<Values extends FieldValues, Props> = { control: Control<Values>; name: Path<Values> } & Omit<
  Props,
  'value' | 'onChange' | 'error' | 'checked'
>

function useBound<Values extends FieldValues>(control: Control<Values>, name: Path<Values>) {
  const { field, fieldState } = useController({ control, name })
  return { value: field.value as string, onChange: field.onChange, error: fieldState.error?.message }
}

export function BoundSelect<Values extends FieldValues>({
  control,
  name,
  ...props
}: Bound<Values, ComponentProps<typeof SelectField>>) {
  return <SelectField {...props} {...useBound(control, name)} />
}

export function BoundDate<Values extends FieldValues>({
  control,
  name,
  ...props
}: Bound<Values, ComponentProps<typeof DateField>>) {
  return <DateField {...props} {...useBound(control, name)} />
}

/** `completed`: turns a choice into the new value, given the previous one. */
export function BoundDateTime<Values extends FieldValues>({
  control,
  name,
  completed = (picked) => picked,
  ...props
}: Bound<Values, ComponentProps<typeof DateTimeField>> & {
  completed?: (picked: string, before: string) => string
}) {
  const { value, onChange, error } = useBound(control, name)
  return (
    <DateTimeField
      {...props}
      value={value}
      error={error}
      onChange={(picked) => onChange(completed(picked, value))}
    />
  )
}

export function BoundSwitch<Values extends FieldValues>({
  control,
  name,
  ...props
}: Bound<Values, ComponentProps<typeof Switch>>) {
  const { field } = useController({ control, name })
  return <Switch {...props} checked={field.value as boolean} onChange={field.onChange} />
}
