import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '#web/api-error.ts'
import { signInSecondStep } from '#web/identity.ts'
import { AuthForm } from '#web/parts/auth/auth-form.tsx'
import { AUTH_LEAD, AuthFrame } from '#web/parts/auth/auth-frame.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { TextField } from '#web/ui/field.tsx'
import { fieldErrors } from '#web/write.ts'

const LONGEST_CODE = 40

/** The password was right: now the app's code, or one of the saved backup codes. */
export function SecondStep({ onDone, onStartOver }: { onDone: () => void; onStartOver: () => void }) {
  const [code, setCode] = useState('')
  const [trustDevice, setTrustDevice] = useState(false)
  const [isBackup, setBackup] = useState(false)
  const verify = useMutation({
    mutationFn: () => signInSecondStep(code, trustDevice),
    onSuccess: onDone,
  })
  const isOver = verify.error instanceof ApiError && verify.error.status === 401
  const startOver = (
    <Button kind="quiet" onClick={onStartOver}>
      Sign in again
    </Button>
  )
  return (
    <AuthFrame
      title="One more step"
      lead={
        isBackup
          ? 'Type one of your backup codes. Each works once.'
          : 'Open your authenticator app and type the six digits that it shows for Pledgeraiser.'
      }
      below={startOver}
    >
      <AuthForm error={verify.error} fields={['code']} onSubmit={() => verify.mutate()}>
        <TextField
          key={String(isBackup)}
          label={isBackup ? 'Backup code' : 'Code'}
          inputMode={isBackup ? 'text' : 'numeric'}
          autoComplete={isBackup ? 'off' : 'one-time-code'}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={LONGEST_CODE}
          describedBy={AUTH_LEAD}
          autoFocus
          value={code}
          error={fieldErrors(verify.error).code}
          onChange={(event) => setCode(event.target.value)}
        />
        <Checkbox
          label="Trust this device for 30 days"
          hint="Only on a device that no one else uses. Representatives are asked every time."
          checked={trustDevice}
          onChange={setTrustDevice}
        />
        {!isOver && (
          <Button
            kind="primary"
            type="submit"
            full
            pending={(verify.isPending || verify.isSuccess) && 'Processing...'}
          >
            Continue
          </Button>
        )}
        <Button
          kind="quiet"
          className="justify-self-start"
          onClick={() => {
            setBackup(!isBackup)
            setCode('')
            verify.reset()
          }}
        >
          {isBackup ? 'Use the app instead' : 'Use a backup code'}
        </Button>
      </AuthForm>
    </AuthFrame>
  )
}
