import { type ReactNode, useRef, useState } from 'react'
import type { TwoFactorState } from '#domain/schemas/identity.ts'
import { beginTwoFactor, endTwoFactor, renewBackupCodes } from '#web/identity.ts'
import { twoFactorQuery } from '#web/queries/identity.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { useFocusNext } from '#web/ui/next-focus.ts'
import { Note } from '#web/ui/note.tsx'
import { BackupCodeList } from './backup-codes.tsx'
import { EVERYTHING, Loaded, Part, useAccountChange } from './part.tsx'
import { PasswordQuestion } from './password-question.tsx'
import { TwoFactorSetupSteps } from './two-factor-setup.tsx'

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
