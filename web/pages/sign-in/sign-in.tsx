import { faKey } from '@fortawesome/free-solid-svg-icons'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import type { Session } from '#domain/schemas/identity.ts'
import { ApiError } from '#web/api-error.ts'
import { ClerkSignPage } from '#web/clerk/sign-page.tsx'
import { sendCode, signIn, signInSecondStep, signInWithPasskey } from '#web/identity.ts'
import { visitorLoader } from '#web/page-data.ts'
import { AuthForm } from '#web/parts/auth/auth-form.tsx'
import {
  AUTH_LEAD,
  AuthFrame,
  EitherWay,
  invitationLead,
  PLEDGE_WAITS,
  START_LEAD,
  START_TITLE,
  StartSteps,
  startsCampaign,
} from '#web/parts/auth/auth-frame.tsx'
import { goOn, invitedAs, useInvited } from '#web/parts/auth/invitation.ts'
import { keepWaitingCode } from '#web/parts/auth/waiting-code.ts'
import { paths, safeReturn, signUpPath, type Waiting, waitingIn } from '#web/paths.ts'
import { privateMeta } from '#web/site/meta.ts'
import { usePublicConfig } from '#web/site/session.ts'
import { useTitle } from '#web/site/use-title.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { EmailField, TextField } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Note } from '#web/ui/note.tsx'
import { fieldErrors } from '#web/write.ts'

const LONGEST_CODE = 40

type SecondStepProps = { onDone: (session: Session) => void; onStartOver: () => void }

/** The password was right: now the app's code, or one of the saved backup codes. */
function SecondStep({ onDone, onStartOver }: SecondStepProps) {
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

export const loader = visitorLoader
export const meta = () => privateMeta('Sign in')

/** Pages that require sign-in: users redirected from one are told why (R47). */
const FOR_MEMBERS = /^\/(dashboard|pledges|ambassador|organizations)(\/|$)/
const leadFor = (returnTo: string | null): string =>
  returnTo && FOR_MEMBERS.test(returnTo) ? 'Please log in to access this page.' : 'Welcome back.'

export default function SignIn() {
  const [params] = useSearchParams()
  const { identity } = usePublicConfig()
  const returnTo = safeReturn(params.get('returnTo'))
  if (identity.provider === 'clerk')
    return <ClerkSignPage screen="sign-in" title="Sign in" returnTo={returnTo} waiting={waitingIn(params)} />
  return (
    <EmbeddedSignIn returnTo={returnTo} waiting={waitingIn(params)} lead={leadFor(params.get('returnTo'))} />
  )
}

function EmbeddedSignIn({ returnTo, waiting, lead }: { returnTo: string; waiting: Waiting; lead: string }) {
  const { invited } = useInvited(returnTo)
  const [typed, setTyped] = useState<string | null>(null)
  const email = typed ?? invited?.email ?? ''
  const [password, setPassword] = useState('')
  const enterAs = (session: Session) => goOn(returnTo, { email: session.email, invited })
  const enter = useMutation({
    mutationFn: (given: { email: string; password: string }) => signIn(given.email, given.password),
    onSuccess: (session) => session.twoFactorRequired || enterAs(session),
  })
  const withPasskey = useMutation({ mutationFn: signInWithPasskey, onSuccess: enterAs })
  const isSecond = enter.data?.twoFactorRequired === true
  const isStart = startsCampaign(returnTo)
  useTitle(isSecond ? 'One more step' : 'Sign in')
  if (isSecond) return <SecondStep onDone={enterAs} onStartOver={() => enter.reset()} />
  const refused = fieldErrors(enter.error)
  return (
    <AuthFrame
      title={isStart ? START_TITLE : 'Sign in'}
      lead={
        isStart
          ? START_LEAD
          : waiting
            ? PLEDGE_WAITS
            : invited
              ? invitedAs(invited)
              : (invitationLead(returnTo) ?? lead)
      }
      below={
        waiting || isStart ? null : (
          <>
            New here?{' '}
            <Link to={signUpPath(returnTo)} className="text-link">
              Sign Up
            </Link>
          </>
        )
      }
    >
      {isStart && <StartSteps />}
      {(waiting || isStart) && <EitherWay now="sign-in" returnTo={returnTo} waiting={waiting} />}
      {isStart && <h2 className="mb-4">Sign in</h2>}
      <AuthForm
        error={enter.error}
        fields={['email', 'password']}
        onSubmit={() => enter.mutate({ email: email.trim(), password })}
      >
        <EmailField
          label="Email"
          autoComplete="username"
          value={email}
          error={refused.email}
          onChange={(event) => setTyped(event.target.value)}
        />
        <TextField
          label="Password"
          type="password"
          autoComplete="current-password"
          value={password}
          error={refused.password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <Button
          kind="primary"
          type="submit"
          full
          pending={(enter.isPending || enter.isSuccess) && 'Processing...'}
        >
          {invited?.email === email.trim().toLowerCase() ? 'Sign in and accept' : 'Sign in'}
        </Button>
        <Link to={paths.forgotPassword} className="text-link justify-self-start py-2">
          Forgot your password?
        </Link>
      </AuthForm>
      {enter.variables && isUnconfirmed(enter.error) && (
        <SendAgain email={enter.variables.email} returnTo={returnTo} />
      )}
      <Passkey {...withPasskey} start={() => withPasskey.mutate()} />
      <DemoAccounts />
    </AuthFrame>
  )
}

const isUnconfirmed = (error: Error | null): boolean =>
  error instanceof ApiError &&
  (error.details as { isUnconfirmed?: boolean } | undefined)?.isUnconfirmed === true

/** The password was right, the address is not confirmed: sign-up goes on where it stopped, at the code. */
function SendAgain({ email, returnTo }: { email: string; returnTo: string }) {
  const navigate = useNavigate()
  const send = useMutation({
    mutationFn: () => sendCode(email),
    onSuccess: () => {
      keepWaitingCode({ email, returnTo: returnTo + window.location.hash })
      return navigate(`${paths.signUp}?step=code`)
    },
  })
  return (
    <div className="mt-4 grid gap-4">
      {send.error && (
        <Note tone="danger" role="alert">
          {send.error.message}
        </Note>
      )}
      <Button full pending={send.isPending && 'Processing...'} onClick={() => send.mutate()}>
        Send the email again
      </Button>
    </div>
  )
}

type PasskeyProps = { error: Error | null; isPending: boolean; isSuccess: boolean; start: () => void }

function Passkey({ error, isPending, isSuccess, start }: PasskeyProps) {
  return (
    <div className="mt-4 grid gap-4 border-t border-line pt-5">
      {error && (
        <Note tone="danger" role="alert">
          {error.message}
        </Note>
      )}
      <Button full pending={(isPending || isSuccess) && 'Processing...'} onClick={start}>
        <Icon icon={faKey} /> Use a passkey
      </Button>
    </div>
  )
}

function DemoAccounts() {
  const { demoAccounts } = usePublicConfig()
  if (!demoAccounts) return null
  return (
    <p className="fine mt-4 text-ink2">
      Demo: coach@demo.test, rep@demo.test, supporter@demo.test, password <code>demo-password</code>
    </p>
  )
}
