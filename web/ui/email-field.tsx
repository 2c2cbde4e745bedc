import { TextField, type TextFieldProps } from './field.tsx'

export function EmailField(props: Omit<TextFieldProps, 'type' | 'inputMode' | 'prefix' | 'money'>) {
  return (
    <TextField
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
      type="email"
      inputMode="email"
    />
  )
}
