import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { ClerkSignPage } from '#web/clerk/sign-page.tsx'
import { type SignUp as SignUpAnswers, signUp } from '#web/identity.ts'
import { ONE_NAME } from '#web/labels.ts'
import { visitorLoader } from '#web/page-data.ts'
import { AuthForm } from '#web/parts/auth/auth-form.tsx'
import {
  AuthFrame,
  EitherWay,
  invitationLead,
  PLEDGE_WAITS,
  START_LEAD,
  StartSteps,
  startsCampaign,
} from '#web/parts/auth/auth-frame.tsx'
import { goOn, invitedAs, useInvited } from '#web/parts/auth/invitation.ts'
import { VerifyEmail } from '#web/parts/auth/verify-email.tsx'
import {
  dropWaitingCode,
  keepWaitingCode,
  type WaitingCode,
  waitingCode,
} from '#web/parts/auth/waiting-code.ts'
import { safeReturn, signInPath, type Waiting, waitingIn } from '#web/paths.ts'
import { privateMeta } from '#web/site/meta.ts'
import { usePublicConfig } from '#web/site/session.ts'
import { useTitle } from '#web/site/use-title.ts'
import { Button } from '#web/ui/button.tsx'
import { EmailField, TextField } from '#web/ui/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { fieldErrors } from '#web/write.ts'

export const loader = visitorLoader
export const meta = () => privateMeta('Sign up')

const CODE_FORM = 'sign-up-code'
const FIELDS = ['firstName', 'lastName', 'email', 'password']

export default function SignUp() {
  const [params] = useSearchParams()
  const { identity } = usePublicConfig()
  const returnTo = safeReturn(params.get('returnTo'))
  if (identity.provider === 'clerk')
    return <ClerkSignPage screen="sign-up" title="Sign up" returnTo={returnTo} waiting={waitingIn(params)} />
  return <EmbeddedSignUp returnTo={returnTo} waiting={waitingIn(params)} />
}

/** The step after signing up, which a reload and the link in the mail lead back to. */
function useWaitingCode(returnTo: string) {
  const [params] = useSearchParams()
  const isByLink = params.get('step') === 'code'
  const [waiting, setWaiting] = useState<WaitingCode | null>(null)
  const [isElsewhere, setElsewhere] = useState(false)
  useEffect(() => {
    const kept = waitingCode(isByLink)
    setWaiting(kept)
    setElsewhere(isByLink && kept === null)
  }, [isByLink])
  return {
    waiting,
    isElsewhere,
    wait: (email: string) => {
      const kept = { email, returnTo: returnTo + window.location.hash }
      keepWaitingCode(kept)
      setWaiting(kept)
    },
    stop: () => {
      dropWaitingCode()
      setWaiting(null)
    },
    done: () => {
      dropWaitingCode()
      window.location.assign(waiting?.returnTo ?? returnTo)
    },
  }
}

function EmbeddedSignUp({ returnTo, waiting }: { returnTo: string; waiting: Waiting }) {
  const [answers, setAnswers] = useState<SignUpAnswers>({
    firstName: '',
    lastName: '',
    email: '',
    password: '',
  })
  const [pending, setPending] = useState<string | false>(false)
  const { invited: found, isLoading } = useInvited(returnTo)
  const [hasOther, setHasOther] = useState(false)
  const invited = hasOther ? null : found
  const email = invited?.email ?? answers.email.trim()
  const code = useWaitingCode(returnTo)
  const join = useMutation({
    mutationFn: () => signUp({ ...answers, email, ...(invited ? { invitation: invited.token } : {}) }),
    onSuccess: (session) => (session.emailVerified ? goOn(returnTo, { email, invited }) : code.wait(email)),
  })
  const refused = fieldErrors(join.error)
  const field = (name: keyof SignUpAnswers) => ({
    value: answers[name],
    error: refused[name],
    onChange: ({ target: { value } }: { target: { value: string } }) =>
      setAnswers((known) => ({ ...known, [name]: value })),
  })

  const isStart = startsCampaign(returnTo)
  useTitle(code.waiting ? 'Check your email' : 'Sign up')
  if (code.waiting) {
    return (
      <AuthFrame
        title="Check your email"
        lead="One code, and you are in."
        below={
          <>
            No code after a few minutes? Check your spam folder, or the address:{' '}
            <button
              type="button"
              className="text-link"
              onClick={() => {
                join.reset()
                code.stop()
              }}
            >
              change it
            </button>
            .
          </>
        }
      >
        <VerifyEmail
          key={code.waiting.email}
          email={code.waiting.email}
          formId={CODE_FORM}
          wasSent
          setPending={setPending}
          onVerified={code.done}
        />
        <Button kind="primary" type="submit" form={CODE_FORM} full className="mt-4" pending={pending}>
          Verify email
        </Button>
      </AuthFrame>
    )
  }
  return (
    <AuthFrame
      title="Sign up"
      lead={
        isStart
          ? START_LEAD
          : waiting
            ? PLEDGE_WAITS
            : found
              ? invitedAs(found)
              : (invitationLead(returnTo) ?? 'Pledge, cheer a team on, or start a campaign.')
      }
      below={
        waiting ? null : (
          <>
            Have an account?{' '}
            <Link to={signInPath(returnTo)} className="text-link">
              Sign in
            </Link>
          </>
        )
      }
    >
      {code.isElsewhere && (
        <div className="mb-4">
          <Note tone="warning" role="status">
            The code works in the browser where you signed up: open this page there. Or sign up again here,
            and use the newest code.
          </Note>
        </div>
      )}
      {isStart && <StartSteps />}
      {waiting && <EitherWay now="sign-up" returnTo={returnTo} waiting={waiting} />}
      <AuthForm error={join.error} fields={FIELDS} onSubmit={() => join.mutate()}>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField label="First Name" autoComplete="given-name" {...field('firstName')} />
          <TextField label="Last Name" hint={ONE_NAME} autoComplete="family-name" {...field('lastName')} />
        </div>
        {invited ? (
          <InvitedAddress email={invited.email} error={refused.email} onOther={() => setHasOther(true)} />
        ) : (
          <EmailField label="Email" autoComplete="username" disabled={isLoading} {...field('email')} />
        )}
        <TextField
          label="Password"
          type="password"
          autoComplete="new-password"
          hint="At least 8 characters."
          {...field('password')}
        />
        <Button
          kind="primary"
          type="submit"
          full
          pending={(join.isPending || (join.isSuccess && !code.waiting)) && 'Processing...'}
        >
          {invited ? 'Sign up and accept' : 'Sign Up'}
        </Button>
      </AuthForm>
    </AuthFrame>
  )
}

type InvitedProps = { email: string; error: string | undefined; onOther: () => void }

/** The link in the mail proves this address, and no other: for another one a code is mailed. */
const InvitedAddress = ({ email, error, onOther }: InvitedProps) => (
  <EmailField
    label="Email"
    autoComplete="username"
    readOnly
    value={email}
    error={error}
    hint={
      <>
        Your invitation was sent here.{' '}
        <button type="button" className="text-link" onClick={onOther}>
          Use another address
        </button>
      </>
    }
  />
)
