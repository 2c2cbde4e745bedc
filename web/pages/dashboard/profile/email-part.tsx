import { useState } from 'react'
import type { User } from '#domain/schemas/user.ts'
import { askEmailChange, confirmEmailChange } from '#web/identity.ts'
import { AuthForm } from '#web/parts/auth/auth-form.tsx'
import { OutboxLink } from '#web/parts/auth/outbox-link.tsx'
import { currentUserQuery } from '#web/queries/users.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmailField, TextField } from '#web/ui/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { fieldErrors } from '#web/write.ts'
import { Part, useAccountChange } from './part.tsx'

/** A new address takes effect once the code mailed to it has been typed. */
export function EmailPart({ user }: { user: User }) {
  const [isOpen, setOpen] = useState(false)
  const [newEmail, setNewEmail] = useState<string | null>(null)
  const close = () => {
    setOpen(false)
    setNewEmail(null)
  }
  return (
    <Part title="Email address" lead="You sign in with it, and statements and receipts go there.">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <strong className="wrap-anywhere">{user.email}</strong>
        {user.emailVerified ? (
          <Badge tone="active" icon="check">
            Verified
          </Badge>
        ) : (
          <Badge tone="waiting">Not verified yet</Badge>
        )}
      </p>
      {!isOpen && (
        <Button className="justify-self-start" onClick={() => setOpen(true)}>
          Change email
        </Button>
      )}
      {isOpen && newEmail === null && <NewAddress onSent={setNewEmail} onCancel={close} />}
      {isOpen && newEmail !== null && <Code email={newEmail} onDone={close} onCancel={close} />}
    </Part>
  )
}

function NewAddress({ onSent, onCancel }: { onSent: (email: string) => void; onCancel: () => void }) {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const ask = useAccountChange({
    run: () => askEmailChange(email.trim(), password),
    onSuccess: () => onSent(email.trim()),
  })
  const refused = fieldErrors(ask.error)
  return (
    <AuthForm
      label="Change email"
      error={ask.error}
      fields={['email', 'password']}
      onSubmit={() => ask.mutate()}
    >
      <EmailField
        label="New email address"
        autoFocus
        value={email}
        error={refused.email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <TextField
        label="Your password"
        type="password"
        autoComplete="current-password"
        value={password}
        error={refused.password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" pending={ask.isPending && 'Processing...'}>
          Send a code
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </AuthForm>
  )
}

type CodeProps = { email: string; onDone: () => void; onCancel: () => void }

function Code({ email, onDone, onCancel }: CodeProps) {
  const [code, setCode] = useState('')
  const confirm = useAccountChange({
    run: () => confirmEmailChange(email, code.trim()),
    success: { title: 'Email changed', description: `From now on you sign in with ${email}.` },
    refresh: [currentUserQuery.queryKey],
    onSuccess: onDone,
  })
  return (
    <AuthForm
      label="Confirm the new address"
      error={confirm.error}
      fields={['otp']}
      onSubmit={() => confirm.mutate()}
    >
      <Note role="status">
        We sent a six-digit code to <strong className="break-words">{email}</strong>. Nothing changes until
        you enter it. <OutboxLink />
      </Note>
      <TextField
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={10}
        autoFocus
        value={code}
        error={fieldErrors(confirm.error).otp}
        onChange={(event) => setCode(event.target.value)}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" pending={confirm.isPending && 'Processing...'}>
          Confirm new email
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </AuthForm>
  )
}
