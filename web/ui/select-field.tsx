import { FieldFrame, type Frame, splitFrame } from './field.tsx'
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
export function SelectField({ id, ...props }: Props) {
  const [frame, select] = splitFrame(props)
  return (
    <FieldFrame {...frame} id={id}>
      {(ids) => <Select {...select} ids={ids} />}
    </FieldFrame>
  )
}
