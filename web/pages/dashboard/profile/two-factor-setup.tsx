import { useState } from 'react'
import type { TwoFactorSetup } from '#domain/schemas/identity.ts'
import { confirmTwoFactor } from '#web/identity.ts'
import { AuthForm } from '#web/parts/auth/auth-form.tsx'
import { Button } from '#web/ui/button.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { TextField } from '#web/ui/field.tsx'
import { fieldErrors } from '#web/write.ts'
import { BackupCodeList } from './backup-codes.tsx'
import { EVERYTHING, useAccountChange } from './part.tsx'

/** Four characters at a time can be typed without losing one's place. */
const inFours = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ')

/** Scan, save the backup codes, type the first code: only then is it on. */
export function TwoFactorSetupSteps({ setup, onCancel }: { setup: TwoFactorSetup; onCancel: () => void }) {
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
