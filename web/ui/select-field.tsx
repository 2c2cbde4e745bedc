import { FieldFrame, type Frame } from './field.tsx'
import { type Option, Select } from './select.tsx'

type Props = Frame & {
  id?: string
  value: string
  options: readonly Option[]
  onChange: (value: string) => void
  placeholder?: string
  disabled?: boolean
}

/** A short list in a form. For a long one, such as the states, `ChoiceField` shows the platform's own. */
export function SelectField({ label, hint, error, optional, className, id, ...select }: Props) {
  return (
    <FieldFrame label={label} hint={hint} error={error} optional={optional} className={className} id={id}>
      {(ids) => <Select {...select} ids={ids} />}
    </FieldFrame>
  )
}
