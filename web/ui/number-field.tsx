import { TextField, type TextFieldProps } from './field.tsx'

type Props = Omit<TextFieldProps, 'prefix' | 'money' | 'type' | 'inputMode'> & {
  /** Whole numbers only: the phone shows the keyboard without a point. */
  whole?: boolean
}

/** A count or a quantity. Text with the keyboard of figures: no wheel and no arrow changes it by accident. */
export function NumberField({ whole = false, ...props }: Props) {
  return <TextField autoComplete="off" {...props} inputMode={whole ? 'numeric' : 'decimal'} />
}
