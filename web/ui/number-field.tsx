import { TextField, type TextFieldProps } from './field.tsx'

type Props = Omit<TextFieldProps, 'prefix' | 'money' | 'type' | 'inputMode'> & {
  /** Whole numbers only: the phone shows a keypad without a decimal point. */
  whole?: boolean
}

/** A count or a quantity. A text field with a numeric keypad: no wheel or arrow key changes it by accident. */
export function NumberField({ whole = false, ...props }: Props) {
  return <TextField autoComplete="off" {...props} inputMode={whole ? 'numeric' : 'decimal'} />
}
