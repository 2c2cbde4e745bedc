import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { signIn } from '#web/identity.ts'
import { safeReturn, signUpPath } from '#web/paths.ts'
import { titled } from '#web/site/meta.ts'
import { usePublicConfig } from '#web/site/session.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { fieldErrors } from '#web/write.ts'
import { AuthFrame } from './auth-frame.tsx'

export const meta = () => titled('Sign in')

export default function SignIn() {
  const [params] = useSearchParams()
  const returnTo = safeReturn(params.get('returnTo'))
  const { demoAccounts } = usePublicConfig()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  // A new document, so that the whole page is rendered for who is signed in now.
  const enter = useMutation({
    mutationFn: () => signIn(email.trim(), password),
    onSuccess: () => window.location.assign(returnTo),
  })
  const refused = fieldErrors(enter.error)
  const isWaiting = enter.isPending || enter.isSuccess
  return (
    <AuthFrame
      title="Sign in"
      lead="Back to the touchline."
      below={
        <>
          New here?{' '}
          <Link to={signUpPath(returnTo)} className="text-link">
            Sign Up
          </Link>
        </>
      }
    >
      <form
        className="grid gap-4"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          enter.mutate()
        }}
      >
        {enter.error && Object.keys(refused).length === 0 && (
          <Note tone="danger" role="alert">
            {enter.error.message}
          </Note>
        )}
        <TextField
          label="Email"
          type="email"
          autoComplete="email"
          value={email}
          error={refused.email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <TextField
          label="Password"
          type="password"
          autoComplete="current-password"
          value={password}
          error={refused.password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <Button kind="primary" type="submit" full pending={isWaiting && 'Processing...'}>
          Sign in
        </Button>
        {demoAccounts && (
          <p className="fine quiet">
            Demo: coach@demo.test, rep@demo.test, supporter@demo.test, password <code>demo-password</code>
          </p>
        )}
      </form>
    </AuthFrame>
  )
}
