import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import type { Acceptance, OpenInvitation } from '#domain/schemas/organization.ts'
import { browserLoader, publicLoader } from '#web/page-data.ts'
import { AuthFrame } from '#web/parts/auth/auth-frame.tsx'
import { paths, signInPath, signUpPath } from '#web/paths.ts'
import { invitationQuery } from '#web/queries/organizations.ts'
import { currentUserQuery } from '#web/queries/users.ts'
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
const DOES = {
  owner:
    'As an owner you edit the organization and its campaigns, enter and confirm results, and invite others.',
  scorer: 'As a scorer you enter results, for example from a phone at the game, and nothing else.',
}

/** A mail program may cut a long link; the server only says that it cannot read such a request. */
const WHOLE = /^[\w-]{43}$/

/** The link in an invitation. Opening it changes nothing: accepting takes a press. */
export default function JoinOrganization() {
  const [params] = useSearchParams()
  const token = params.get('token') ?? ''
  const isWhole = WHOLE.test(token)
  const { data, error, isPending } = useQuery({ ...invitationQuery(token), enabled: isWhole })
  const accept = useWrite<Acceptance>({
    request: () => ({
      method: 'POST',
      path: '/api/organization-invitations/acceptances',
      payload: { token },
    }),
    failure: null,
    refresh: [currentUserQuery.queryKey, ['organizations']],
  })
  if (accept.data) return <Accepted of={accept.data} />
  const problem = isWhole ? error?.message : 'This link is incomplete. Open it from your invitation again.'
  return (
    <AuthFrame
      title="Your invitation"
      lead={data ? `${data.organizationName} invites you.` : 'Join an organization’s team.'}
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
            <p>{DOES[data.role]}</p>
            <Way token={token} isPending={accept.isPending} onAccept={() => accept.mutate()} />
          </>
        )}
      </div>
    </AuthFrame>
  )
}

/** Signed in, one press; otherwise sign-in first, which comes back here. */
function Way({ token, isPending, onAccept }: { token: string; isPending: boolean; onAccept: () => void }) {
  const user = useUser()
  const here = `/organizations/join?token=${encodeURIComponent(token)}`
  if (user)
    return (
      <Button kind="primary" full pending={isPending && 'Processing...'} onClick={onAccept}>
        Accept as {user.firstName ?? user.email}
      </Button>
    )
  return (
    <>
      <Link to={signInPath(here)} className={buttonClass({ kind: 'primary', full: true })}>
        Sign in to accept
      </Link>
      <Link to={signUpPath(here)} className={buttonClass({ full: true })}>
        Sign Up
      </Link>
    </>
  )
}

function Accepted({ of: { organizationId, organizationName, role, isStillOpen } }: { of: Acceptance }) {
  const as = role === 'owner' ? 'an owner' : 'a scorer'
  return (
    <AuthFrame
      title={isStillOpen ? 'You are a member already' : 'You are in'}
      lead={
        isStillOpen
          ? `You are ${as} of ${organizationName} already.`
          : `You are ${as} of ${organizationName} now.`
      }
      below="Its campaigns are on your dashboard."
    >
      <div className="grid gap-4">
        {isStillOpen && (
          <Note role="status">
            Nothing changed, and the invitation is still open. Forward the email to the person it is for: they
            accept it from their own account.
          </Note>
        )}
        <Link to={paths.dashboard} className={buttonClass({ kind: 'primary', full: true })}>
          Go to your dashboard
        </Link>
        {role === 'owner' && (
          <Link to={paths.organization(organizationId)} className={buttonClass({ full: true })}>
            People and details
          </Link>
        )}
      </div>
    </AuthFrame>
  )
}
