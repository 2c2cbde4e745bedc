import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { ROLE_WORDS, roleSentence } from '#domain/people/role-words.ts'
import type { Acceptance, OpenInvitation } from '#domain/schemas/organization.ts'
import type { User } from '#domain/schemas/user.ts'
import { browserLoader, publicLoader } from '#web/page-data.ts'
import { AuthFrame } from '#web/parts/auth/auth-frame.tsx'
import { acceptanceOf, invitedAs, landingOf } from '#web/parts/auth/invitation.ts'
import { joinOrganizationPath, signInPath, signUpPath } from '#web/paths.ts'
import { invitationQuery } from '#web/queries/organizations.ts'
import { currentUserQuery } from '#web/queries/users.ts'
import { useLogOut } from '#web/site/log-out.tsx'
import { privateMeta } from '#web/site/meta.ts'
import { useUser } from '#web/site/session.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Note } from '#web/ui/note.tsx'
import { useWrite } from '#web/write.ts'

export const loader = publicLoader(() => [])
export const clientLoader = browserLoader(() => [])
export const meta = () => privateMeta('Your invitation')

const ENDED: Record<Exclude<OpenInvitation['state'], 'open'>, string> = {
  accepted: 'This invitation has already been accepted. If that was you, sign in and go to your dashboard.',
  revoked: 'This invitation was withdrawn. Ask the person who sent it.',
  expired: 'This invitation has expired. Ask the person who sent it for a new one.',
}
/** A mail program may cut a long link; the server only says that it cannot read such a request. */
const WHOLE = /^[\w-]{43}$/

/** The link in an invitation. Opening it changes nothing: accepting takes a press. */
export default function JoinOrganization() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const token = params.get('token') ?? ''
  const isWhole = WHOLE.test(token)
  const { data, error, isPending } = useQuery({ ...invitationQuery(token), enabled: isWhole })
  const accept = useWrite<Acceptance>({
    request: () => acceptanceOf(token),
    failure: null,
    success: ({ organizationName, role, isStillOpen }) =>
      isStillOpen
        ? { title: 'Nothing changed' }
        : {
            title: 'You are in',
            description: `You are ${ROLE_WORDS[role].withArticle} of ${organizationName} now.`,
          },
    refresh: [currentUserQuery.queryKey, ['organizations']],
    onSuccess: (acceptance) => {
      if (!acceptance.isStillOpen) void navigate(landingOf(acceptance))
    },
  })
  if (accept.data?.isStillOpen) return <MemberAlready of={accept.data} />
  const problem = isWhole ? error?.message : 'This link is incomplete. Open it from your invitation again.'
  return (
    <AuthFrame
      title="Your invitation"
      lead={data ? invitedAs(data) : 'Join an organization’s team.'}
      below="If you do not recognize this organization, you can ignore this invitation."
    >
      <div className="grid gap-4" aria-busy={isPending && isWhole}>
        {problem && <Note tone="danger">{problem}</Note>}
        {data && data.state !== 'open' && <Note tone="warning">{ENDED[data.state]}</Note>}
        {accept.error && (
          <Note tone="danger" role="alert">
            {accept.error.message}
          </Note>
        )}
        {data?.state === 'open' && (
          <>
            <p>{roleSentence(data.role)}</p>
            <Way
              invitation={data}
              here={joinOrganizationPath(token)}
              pending={(accept.isPending || accept.isSuccess) && 'Processing...'}
              onAccept={() => accept.mutate()}
            />
          </>
        )}
      </div>
    </AuthFrame>
  )
}

type WayProps = { invitation: OpenInvitation; here: string; pending: string | false; onAccept: () => void }

/** Signed in, one press; otherwise the form with the invited address, which accepts and leads on. */
function Way({ invitation: { email, hasAccount }, here, pending, onAccept }: WayProps) {
  const user = useUser()
  if (user && user.email !== email)
    return <OtherAccount {...{ user, here, pending, onAccept }} invited={email ?? ''} />
  if (user)
    return (
      <Button kind="primary" full pending={pending} onClick={onAccept}>
        Accept as {user.firstName ?? user.email}
      </Button>
    )
  if (hasAccount)
    return (
      <>
        <Link to={signInPath(here)} className={buttonClass({ kind: 'primary', full: true })}>
          Sign in to accept
        </Link>
        <p className="quiet">
          You have an account as <strong className="wrap-anywhere">{email}</strong>. If it has no password
          yet, choose “Forgot your password?” on the next screen, and open this link again afterwards.
        </p>
      </>
    )
  return (
    <>
      <Link to={signUpPath(here)} className={buttonClass({ kind: 'primary', full: true })}>
        Sign up to accept
      </Link>
      <Link to={signInPath(here)} className={buttonClass({ full: true })}>
        Sign in with another account
      </Link>
    </>
  )
}

type OtherProps = Pick<WayProps, 'here' | 'pending' | 'onAccept'> & { user: User; invited: string }

/** Signed in at another address than the invited one: a person may have several, or share the computer. */
function OtherAccount({ user, invited, here, pending, onAccept }: OtherProps) {
  const { logOut, question } = useLogOut(user.id, here)
  return (
    <>
      <Note tone="warning">
        This invitation was sent to <strong className="wrap-anywhere">{invited}</strong>. You are signed in as{' '}
        <strong className="wrap-anywhere">{user.email}</strong>. If both are yours, accept with this account.
        If not, log out first: you then accept as {invited}.
      </Note>
      <Button kind="primary" full pending={pending} onClick={onAccept}>
        Accept as {user.email}
      </Button>
      <Button full onClick={() => void logOut()}>
        Log out
      </Button>
      {question}
    </>
  )
}

function MemberAlready({ of: acceptance }: { of: Acceptance }) {
  const { organizationName, role } = acceptance
  return (
    <AuthFrame
      title="You are a member already"
      lead={`You are ${ROLE_WORDS[role].withArticle} of ${organizationName} already.`}
    >
      <div className="grid gap-4">
        <Note role="status">
          Nothing changed, and the invitation is still open. Forward the email to the person it is for: they
          accept it from their own account.
        </Note>
        <Link to={landingOf(acceptance)} className={buttonClass({ kind: 'primary', full: true })}>
          Continue
        </Link>
      </div>
    </AuthFrame>
  )
}
