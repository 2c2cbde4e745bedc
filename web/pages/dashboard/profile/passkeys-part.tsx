import { useState } from 'react'
import type { Passkey } from '#domain/schemas/identity.ts'
import { dateText } from '#web/format.ts'
import { addPasskey, removePasskey, renamePasskey } from '#web/identity.ts'
import { AuthForm } from '#web/parts/auth/auth-form.tsx'
import { hasPasskeys } from '#web/passkey.ts'
import { passkeysQuery } from '#web/queries/identity.ts'
import { Button } from '#web/ui/button.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { fieldErrors } from '#web/write.ts'
import { Loaded, localZone, Part, useAccountChange } from './part.tsx'

const refresh = [passkeysQuery.queryKey]

export function PasskeysPart() {
  return (
    <Part
      title="Passkeys"
      lead="Sign in with your fingerprint, your face or your device’s own PIN, without a password and without a code."
    >
      <Loaded<Passkey[]> query={passkeysQuery}>
        {(passkeys) => (
          <>
            {passkeys.length > 0 && (
              <ul className="grid border-b border-line *:border-t *:border-line *:py-3" aria-label="Passkeys">
                {passkeys.map((passkey) => (
                  <li key={passkey.id}>
                    <Row passkey={passkey} />
                  </li>
                ))}
              </ul>
            )}
            <Add />
          </>
        )}
      </Loaded>
    </Part>
  )
}

function Row({ passkey }: { passkey: Passkey }) {
  const [isNaming, setNaming] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const remove = useAccountChange({
    run: () => removePasskey(passkey.id),
    success: {
      title: 'Passkey removed',
      description: 'Delete it from your device too: it no longer works.',
    },
    refresh,
    onSuccess: () => setAsking(false),
  })
  if (isNaming) return <Rename passkey={passkey} onDone={() => setNaming(false)} />
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <div className="min-w-0">
        <p className="font-semibold break-words">{passkey.name}</p>
        {passkey.createdAt && <p className="quiet fine">Added {dateText(passkey.createdAt, localZone())}</p>}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button size="small" aria-label={`Rename ${passkey.name}`} onClick={() => setNaming(true)}>
          Rename
        </Button>
        <Button
          size="small"
          kind="danger"
          aria-label={`Remove ${passkey.name}`}
          onClick={() => setAsking(true)}
        >
          Remove
        </Button>
      </div>
      <Confirm
        open={isAsking}
        title={`Remove ${passkey.name}?`}
        confirm="Remove passkey"
        kind="danger"
        pending={remove.isPending && 'Processing...'}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.mutate()}
      >
        <p>It no longer signs you in. Your password and your other passkeys still do.</p>
        {remove.error && (
          <Note tone="danger" role="alert">
            {remove.error.message}
          </Note>
        )}
      </Confirm>
    </div>
  )
}

function Rename({ passkey, onDone }: { passkey: Passkey; onDone: () => void }) {
  const [name, setName] = useState(passkey.name)
  const rename = useAccountChange({
    run: () => renamePasskey(passkey.id, name),
    refresh,
    onSuccess: onDone,
  })
  return (
    <AuthForm
      label={`Rename ${passkey.name}`}
      error={rename.error}
      fields={['name']}
      onSubmit={() => rename.mutate()}
      className="grid gap-4 py-2"
    >
      <NameField name={name} onChange={setName} error={rename.error} />
      <div className="flex flex-wrap gap-3">
        <Button kind="primary" type="submit" pending={rename.isPending && 'Saving...'}>
          Save name
        </Button>
        <Button onClick={onDone}>Cancel</Button>
      </div>
    </AuthForm>
  )
}

type NameProps = { name: string; onChange: (name: string) => void; error: Error | null }

const NameField = ({ name, onChange, error }: NameProps) => (
  <TextField
    label="Name"
    hint="So that you recognize it, such as “My phone”."
    maxLength={60}
    autoFocus
    value={name}
    error={fieldErrors(error).name}
    onChange={(event) => onChange(event.target.value)}
  />
)

function Add() {
  const [isOpen, setOpen] = useState(false)
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const close = () => {
    setOpen(false)
    setName('')
    setPassword('')
    add.reset()
  }
  const add = useAccountChange({
    run: () => addPasskey(name, password),
    success: { title: 'Passkey added', description: 'Next time you can sign in with it.' },
    refresh,
    onSuccess: () => close(),
  })
  if (!hasPasskeys())
    return <Note>This browser does not support passkeys. Open this page in one that does.</Note>
  if (!isOpen) {
    return (
      <Button className="justify-self-start" onClick={() => setOpen(true)}>
        Add a passkey
      </Button>
    )
  }
  return (
    <AuthForm
      label="Add a passkey"
      error={add.error}
      fields={['name', 'password']}
      onSubmit={() => add.mutate()}
    >
      <NameField name={name} onChange={setName} error={add.error} />
      <TextField
        label="Your password"
        type="password"
        autoComplete="current-password"
        value={password}
        error={fieldErrors(add.error).password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <div className="flex flex-wrap gap-3">
        <Button kind="primary" type="submit" pending={add.isPending && 'Processing...'}>
          Add passkey
        </Button>
        <Button onClick={close}>Cancel</Button>
      </div>
    </AuthForm>
  )
}
