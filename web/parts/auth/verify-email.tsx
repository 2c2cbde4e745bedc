import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ConfirmEmail } from '#web/clerk/confirm-email.tsx'
import { sendCode, verifyCode } from '#web/identity.ts'
import { usePublicConfig } from '#web/site/session.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { usePending } from '#web/ui/pending.ts'
import { toast } from '#web/ui/toast.tsx'
import { fieldErrors } from '#web/write.ts'
import { OutboxLink } from './outbox-link.tsx'

type Props = {
  email: string
  /** The button may be elsewhere, at the foot of a dialog. */
  formId: string
  setPending: (label: string | false) => void
  onVerified: () => void | Promise<void>
  /** A code has already been sent, from signing up. */
  wasSent?: boolean
}

/** The address is verified with a code typed right here, so that nobody leaves the screen. */
export function VerifyEmail(props: Props) {
  const { identity } = usePublicConfig()
  return identity.provider === 'clerk' ? <ConfirmEmail {...props} /> : <TypeCode {...props} />
}

function TypeCode({ email, formId, setPending, onVerified, wasSent = false }: Props) {
  const [code, setCode] = useState('')
  const send = useMutation({
    mutationFn: () => sendCode(email),
    onSuccess: () => toast({ title: 'Code sent', description: `Check the inbox of ${email}.` }),
  })
  const verify = useMutation({ mutationFn: () => verifyCode(email, code.trim()), onSuccess: onVerified })
  usePending(verify.isPending, setPending)
  const { mutate } = send
  useEffect(() => {
    if (!wasSent) mutate()
  }, [wasSent, mutate])
  const problem = verify.error ?? send.error
  return (
    <form
      id={formId}
      noValidate
      className="grid max-w-[28.75rem] gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        verify.mutate()
      }}
    >
      <Note id={`${formId}-sent`}>
        Check your email: we sent a six-digit code to <strong className="break-words">{email}</strong>. It
        works for 10 minutes. <OutboxLink />
      </Note>
      <TextField
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={10}
        describedBy={`${formId}-sent`}
        autoFocus
        value={code}
        error={problem ? (fieldErrors(problem).otp ?? problem.message) : undefined}
        onChange={(event) => setCode(event.target.value)}
      />
      <Button
        kind="quiet"
        className="justify-self-start"
        pending={send.isPending && 'Processing...'}
        onClick={() => send.mutate()}
      >
        Send a new code
      </Button>
    </form>
  )
}
