import { useState } from 'react'
import { changePassword } from '#web/identity.ts'
import { AuthForm } from '#web/parts/auth/auth-form.tsx'
import { sessionsQuery } from '#web/queries/identity.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { fieldErrors } from '#web/write.ts'
import { Part, useAccountChange } from './part.tsx'

const EMPTY = { currentPassword: '', newPassword: '' }

export function PasswordPart() {
  const [answers, setAnswers] = useState(EMPTY)
  const change = useAccountChange({
    run: () => changePassword(answers.currentPassword, answers.newPassword),
    success: { title: 'Password changed', description: 'Every other session of your account has ended.' },
    refresh: [sessionsQuery.queryKey],
    onSuccess: () => setAnswers(EMPTY),
  })
  const refused = fieldErrors(change.error)
  const field = (name: keyof typeof EMPTY) => ({
    type: 'password',
    value: answers[name],
    error: refused[name],
    onChange: ({ target: { value } }: { target: { value: string } }) =>
      setAnswers((known) => ({ ...known, [name]: value })),
  })
  return (
    <Part title="Password" lead="Changing it ends every other session of your account.">
      <AuthForm
        label="Password"
        error={change.error}
        fields={['currentPassword', 'newPassword']}
        onSubmit={() => change.mutate()}
      >
        <TextField label="Current password" autoComplete="current-password" {...field('currentPassword')} />
        <TextField
          label="New password"
          autoComplete="new-password"
          hint="At least 8 characters."
          {...field('newPassword')}
        />
        <Button type="submit" className="justify-self-start" pending={change.isPending && 'Saving...'}>
          Change password
        </Button>
      </AuthForm>
    </Part>
  )
}
