import { type ReactNode, useRef, useState } from 'react'
import type { TwoFactorSetup, TwoFactorState } from '#domain/schemas/identity.ts'
import { beginTwoFactor, confirmTwoFactor, endTwoFactor, renewBackupCodes } from '#web/identity.ts'
import { AuthForm } from '#web/parts/auth/auth-form.tsx'
import { twoFactorQuery } from '#web/queries/identity.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { TextField } from '#web/ui/field.tsx'
import { useFocusNext } from '#web/ui/next-focus.ts'
import { Note } from '#web/ui/note.tsx'
import { fieldErrors } from '#web/write.ts'
import { EVERYTHING, Loaded, Part, PasswordQuestion, useAccountChange } from './part.tsx'

/** A second step at sign-in: off, being set up, or on. */
export function TwoFactorPart() {
  return (
    <Part
      title="Two-factor sign-in"
      lead="After your password, a code from an app on your phone. Someone who learns your password still cannot sign in."
    >
      <Loaded<TwoFactorState> query={twoFactorQuery}>{(state) => <State {...state} />}</Loaded>
    </Part>
  )
}

function State({ isOn, backupCodesLeft }: TwoFactorState) {
  return <Steps step={isOn}>{isOn ? <On codesLeft={backupCodesLeft} /> : <Off />}</Steps>
}

/** Each step replaces the one before it, with the button that was pressed: its own beginning gets the focus. */
function Steps({ step, children }: { step: unknown; children: ReactNode }) {
  const area = useRef<HTMLDivElement>(null)
  useFocusNext(step, () => area.current?.querySelector('h3, .note, button'))
  return (
    <div ref={area} className="grid gap-5">
      {children}
    </div>
  )
}

function Off() {
  const [isOpen, setOpen] = useState(false)
  const begin = useAccountChange({ run: beginTwoFactor })
  const close = () => {
    setOpen(false)
    begin.reset()
  }
  return (
    <Steps step={begin.data ? 'set-up' : isOpen}>
      {begin.data ? (
        <TwoFactorSetupSteps setup={begin.data} onCancel={close} />
      ) : isOpen ? (
        <PasswordQuestion
          action="Continue"
          pending={begin.isPending && 'Processing...'}
          error={begin.error}
          onAnswer={begin.mutate}
          onCancel={close}
        />
      ) : (
        <div className="flex flex-wrap items-center gap-4">
          <Badge tone="draft" icon="ban">
            Off
          </Badge>
          <Button onClick={() => setOpen(true)}>Turn it on</Button>
        </div>
      )}
    </Steps>
  )
}

const FEW = 3

function On({ codesLeft }: { codesLeft: number }) {
  const [asked, setAsked] = useState<'off' | 'codes' | null>(null)
  const end = useAccountChange({
    run: endTwoFactor,
    success: { title: 'Two-factor sign-in is off', description: 'Your password alone signs you in again.' },
    refresh: EVERYTHING,
  })
  const renew = useAccountChange({
    run: renewBackupCodes,
    refresh: [twoFactorQuery.queryKey],
    onSuccess: () => setAsked(null),
  })
  const ask = (what: 'off' | 'codes') => {
    end.reset()
    renew.reset()
    setAsked(what)
  }
  return (
    <Steps step={renew.data ? 'codes' : asked}>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Badge tone="active" icon="check">
          On
        </Badge>
        <span>
          {codesLeft} backup {codesLeft === 1 ? 'code' : 'codes'} left
        </span>
      </p>
      {codesLeft < FEW && (
        <Note tone="warning">Few backup codes are left: make new ones before you need them.</Note>
      )}
      {renew.data && <BackupCodeList codes={renew.data.backupCodes} onDone={() => renew.reset()} />}
      {asked === null && !renew.data && (
        <div className="flex flex-wrap gap-3">
          <Button onClick={() => ask('codes')}>New backup codes</Button>
          <Button kind="danger" onClick={() => ask('off')}>
            Turn it off
          </Button>
        </div>
      )}
      {asked === 'codes' && (
        <PasswordQuestion
          action="Make new codes"
          pending={renew.isPending && 'Processing...'}
          error={renew.error}
          onAnswer={renew.mutate}
          onCancel={() => setAsked(null)}
        />
      )}
      {asked === 'off' && (
        <PasswordQuestion
          action="Turn it off"
          kind="danger"
          pending={end.isPending && 'Processing...'}
          error={end.error}
          onAnswer={end.mutate}
          onCancel={() => setAsked(null)}
        />
      )}
    </Steps>
  )
}

/** Four characters at a time can be typed without losing one's place. */
const inFours = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ')

/** Scan, save the backup codes, type the first code: only then is it on. */
function TwoFactorSetupSteps({ setup, onCancel }: { setup: TwoFactorSetup; onCancel: () => void }) {
  const [code, setCode] = useState('')
  const confirm = useAccountChange({
    run: () => confirmTwoFactor(code),
    success: {
      title: 'Two-factor sign-in is on',
      description:
        'From now on, signing in asks for a code from your phone. Your other devices were signed out.',
    },
    refresh: EVERYTHING,
  })
  return (
    <div className="grid gap-6">
      <div className="grid gap-4">
        <h3>1. Scan this with an authenticator app</h3>
        <img
          className="size-55 rounded-control bg-[#fff]"
          src={setup.qr}
          width={220}
          height={220}
          alt="Code to scan with your app"
        />
        <Disclosure summary="Cannot scan it?">
          <p>Type this key into the app, as a time-based code:</p>
          <p className="mt-2">
            <code className="break-words">{inFours(setup.secret)}</code>
          </p>
        </Disclosure>
      </div>
      <div className="grid gap-4">
        <h3>2. Keep your backup codes</h3>
        <BackupCodeList codes={setup.backupCodes} />
      </div>
      <div className="grid gap-4">
        <h3>3. Type the code that the app shows</h3>
        <AuthForm
          label="Code from the app"
          error={confirm.error}
          fields={['code']}
          onSubmit={() => confirm.mutate()}
        >
          <TextField
            label="Code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={10}
            value={code}
            error={fieldErrors(confirm.error).code}
            onChange={(event) => setCode(event.target.value)}
          />
          <div className="flex flex-wrap gap-3">
            <Button kind="primary" type="submit" pending={confirm.isPending && 'Processing...'}>
              Turn it on
            </Button>
            <Button onClick={onCancel}>Cancel</Button>
          </div>
        </AuthForm>
      </div>
    </div>
  )
}

/** Shown only once: only their hashes are stored. */
function BackupCodeList({ codes, onDone }: { codes: readonly string[]; onDone?: () => void }) {
  return (
    <div className="grid gap-4">
      <Note tone="warning">
        Write down these backup codes and keep them somewhere safe. Each one signs you in once if you don’t
        have your phone. They are not shown again.
      </Note>
      <ul className="grid grid-cols-1 gap-x-6 gap-y-2 min-[22.5rem]:grid-cols-2" aria-label="Backup codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <CopyButton text={codes.join('\n')}>Copy codes</CopyButton>
        {onDone && <Button onClick={onDone}>I saved them</Button>}
      </div>
    </div>
  )
}
