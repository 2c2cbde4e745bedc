import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { forgotPassword } from '#web/identity.ts'
import { embeddedLoader } from '#web/page-data.ts'
import { AuthForm } from '#web/parts/auth/auth-form.tsx'
import { AuthFrame } from '#web/parts/auth/auth-frame.tsx'
import { OutboxLink } from '#web/parts/auth/outbox-link.tsx'
import { paths } from '#web/paths.ts'
import { privateMeta } from '#web/site/meta.ts'
import { Button } from '#web/ui/button.tsx'
import { EmailField } from '#web/ui/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { fieldErrors } from '#web/write.ts'

export const loader = embeddedLoader
export const meta = () => privateMeta('Forgot your password')

/** Requests the link; the response does not reveal whether there is an account. */
export default function ForgotPassword() {
  const [email, setEmail] = useState('')
  const send = useMutation({ mutationFn: () => forgotPassword(email.trim()) })
  return (
    <AuthFrame
      title="Forgot your password?"
      lead="Type your email address, and we send you a link to choose a new one."
      below={
        <Link to={paths.signIn} className="text-link">
          Back to sign in
        </Link>
      }
    >
      <AuthForm error={send.error} fields={['email']} onSubmit={() => send.mutate()}>
        {send.isSuccess && (
          <Note tone="good" role="status">
            If there is an account with <strong className="break-words">{email.trim()}</strong>, a link is on
            its way. It works once, for an hour. <OutboxLink />
          </Note>
        )}
        <EmailField
          label="Email"
          autoComplete="username"
          value={email}
          error={fieldErrors(send.error).email}
          onChange={(event) => {
            setEmail(event.target.value)
            send.reset()
          }}
        />
        <Button
          kind={send.isSuccess ? 'secondary' : 'primary'}
          type="submit"
          full
          pending={send.isPending && 'Processing...'}
        >
          {send.isSuccess ? 'Send it again' : 'Send the link'}
        </Button>
      </AuthForm>
    </AuthFrame>
  )
}
