import { TextField, type TextFieldProps } from './field.tsx'

/** An amount in dollars, typed freely. The form parses it. */
export function MoneyField(props: Omit<TextFieldProps, 'prefix' | 'money' | 'type' | 'inputMode'>) {
  return <TextField placeholder="0.00" autoComplete="off" {...props} prefix="$" money inputMode="decimal" />
}
