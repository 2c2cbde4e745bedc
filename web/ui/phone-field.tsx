import { TextField, type TextFieldProps } from './field.tsx'

export function PhoneField(props: Omit<TextFieldProps, 'type' | 'inputMode' | 'prefix' | 'money'>) {
  return <TextField autoComplete="tel" {...props} type="tel" inputMode="tel" />
}
