import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { resetPassword } from '#web/identity.ts'
import { embeddedLoader } from '#web/page-data.ts'
import { AuthForm } from '#web/parts/auth/auth-form.tsx'
import { AuthFrame } from '#web/parts/auth/auth-frame.tsx'
import { paths } from '#web/paths.ts'
import { privateMeta } from '#web/site/meta.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { fieldErrors } from '#web/write.ts'

export const loader = embeddedLoader
export const meta = () => privateMeta('Choose a new password')

/** Where the mailed link leads. Its secret is after the #, which browsers do not send. */
export default function ResetPassword() {
  const token = useLocation().hash.slice(1)
  const [password, setPassword] = useState('')
  const set = useMutation({ mutationFn: () => resetPassword(token, password) })
  const refused = fieldErrors(set.error)
  const below = (
    <Link to={paths.forgotPassword} className="text-link">
      Ask for a new link
    </Link>
  )
  if (set.isSuccess) {
    return (
      <AuthFrame
        title="Your new password is set"
        lead="You are signed out everywhere. Sign in with it from now on."
      >
        <Link to={paths.signIn} className={buttonClass({ kind: 'primary', full: true })}>
          Sign in
        </Link>
      </AuthFrame>
    )
  }
  return (
    <AuthFrame
      title="Choose a new password"
      lead="You are signed out everywhere once it is set."
      below={below}
    >
      <AuthForm error={set.error} fields={['password']} onSubmit={() => set.mutate()}>
        {refused.token && <Note>Links work once, for one hour. Use the newest one in your inbox.</Note>}
        <TextField
          label="New password"
          type="password"
          autoComplete="new-password"
          hint="At least 8 characters."
          value={password}
          error={refused.password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <Button kind="primary" type="submit" full pending={set.isPending && 'Saving...'}>
          Set password
        </Button>
      </AuthForm>
    </AuthFrame>
  )
}
