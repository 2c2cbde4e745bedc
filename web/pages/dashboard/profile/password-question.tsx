import { useState } from 'react'
import { AuthForm } from '#web/parts/auth/auth-form.tsx'
import { Button, type ButtonKind } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { fieldErrors } from '#web/write.ts'

type Props = {
  /** What the button does, as its label. */
  action: string
  kind?: ButtonKind
  pending: string | false
  error: Error | null
  onAnswer: (password: string) => void
  onCancel: () => void
}

/** Asked again before any change to how the user signs in. */
export function PasswordQuestion({ action, kind = 'primary', pending, error, onAnswer, onCancel }: Props) {
  const [password, setPassword] = useState('')
  return (
    <AuthForm label={action} error={error} fields={['password']} onSubmit={() => onAnswer(password)}>
      <TextField
        label="Your password"
        type="password"
        autoComplete="current-password"
        autoFocus
        value={password}
        error={fieldErrors(error).password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <div className="flex flex-wrap gap-3">
        <Button kind={kind} type="submit" pending={pending}>
          {action}
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </AuthForm>
  )
}
