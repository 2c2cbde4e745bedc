import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { LineChangeKind } from '#domain/line-changes.ts'
import type { ChangeRequested, LinkedPledge } from '#domain/schemas/pledge-link.ts'
import { ApiError } from '#web/api-error.ts'
import { dateText, dateTimeText } from '#web/format.ts'
import { LineRows } from '#web/pages/pledges/id/change-section.tsx'
import type { LineChangeText } from '#web/pages/pledges/id/changes.ts'
import { LineSheet } from '#web/pages/pledges/id/line-dialog.tsx'
import { WHAT_LINKS_CAN_DO } from '#web/pages/pledges/id/link-words.ts'
import { post } from '#web/parts/card/card-setup.ts'
import { paths, signInPath } from '#web/paths.ts'
import { linkedLineChangeQuery, pledgeQuery } from '#web/queries/pledges.ts'
import { useIsSignedIn, useUser } from '#web/site/session.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Note } from '#web/ui/note.tsx'

type Props = { pledge: LinkedPledge; token: string }
type Line = LinkedPledge['changeable']['lines'][number]

/** Raised, stopped and added through this link once a new mail confirms it; everything else requires sign-in (R44, R58). */
export function ChangeByLink(props: Props) {
  return <ChangeCard {...props} reader={useReader(props.pledge.id)} />
}

/** Someone signed in may have come by the link of another account's pledge: then they have what a visitor has. */
type Reader = 'visitor' | 'owner' | 'other account' | 'not known yet'

function useReader(pledgeId: string): Reader {
  const isSignedIn = useIsSignedIn()
  const user = useUser()
  const { data, error } = useQuery({ ...pledgeQuery(pledgeId), enabled: isSignedIn })
  if (!isSignedIn) return 'visitor'
  if (data && user) return data.pledgerId === user.id ? 'owner' : 'other account'
  return error instanceof ApiError && error.status === 404 ? 'other account' : 'not known yet'
}

export function ChangeCard({ pledge, token, reader }: Props & { reader: Reader }) {
  const { canChangeLines, lines } = pledge.changeable
  const [shown, setShown] = useState<{ kind: LineChangeKind; line: Line | null } | null>(null)
  const [mailed, setMailed] = useState<ChangeRequested | null>(null)
  return (
    <section className="card pad" aria-labelledby="to-change">
      <Heading level={2} id="to-change" className="mb-3">
        Change this pledge
      </Heading>
      {mailed && (
        <Note tone="good" role="status">
          <strong>Check your email to confirm.</strong> We sent a link to the address of this pledge. Nothing
          changes until you open it and confirm. It works until{' '}
          {dateTimeText(mailed.expiresAt, pledge.timeZone)}.
        </Note>
      )}
      {canChangeLines && (reader === 'visitor' || reader === 'other account') && (
        <ul className="mb-4 border-b border-line">
          <LineRows
            {...{ canChangeLines, lines }}
            change={(kind, line) => {
              setMailed(null)
              setShown({ kind, line })
            }}
          />
        </ul>
      )}
      <SigningIn pledgeId={pledge.id} reader={reader} />
      <p className="quiet fine mt-4">
        This link opens this page until {dateText(pledge.expiresAt, pledge.timeZone)}. {WHAT_LINKS_CAN_DO}
      </p>
      {shown && (
        <LineByLink
          {...{ pledge, token, ...shown }}
          onClose={() => setShown(null)}
          onMailed={(answer) => {
            setShown(null)
            setMailed(answer)
          }}
        />
      )}
    </section>
  )
}

/** What only the pledge's own account can change. */
function SigningIn({ pledgeId, reader }: { pledgeId: string; reader: Reader }) {
  const own = paths.pledge(pledgeId)
  if (reader === 'not known yet') return null
  if (reader === 'owner') {
    return (
      <>
        <p>You are signed in: change it in your account.</p>
        <Link to={own} className={`${buttonClass()} mt-4`}>
          Open in your account
        </Link>
      </>
    )
  }
  if (reader === 'other account') {
    return (
      <p>
        You are signed in to a different account than this pledge’s. To lower its maximum, change the card or
        cancel it, log out, then sign in with the email address of this pledge.
      </p>
    )
  }
  return (
    <>
      <p>
        To lower your maximum, change the card or cancel, please sign in. That way no one else can do it for
        you.
      </p>
      <Link to={signInPath(own)} className={`${buttonClass()} mt-4`}>
        Sign in to change it
      </Link>
      <p className="quiet fine mt-4">
        No password yet?{' '}
        <Link to={paths.forgotPassword} className="text-link">
          Set one
        </Link>{' '}
        with the email address of this pledge.
      </p>
    </>
  )
}

type LineProps = Props & {
  kind: LineChangeKind
  line: Line | null
  onClose: () => void
  onMailed: (answer: ChangeRequested) => void
}

function LineByLink({ pledge, token, kind, line, onClose, onMailed }: LineProps) {
  const request = useMutation<ChangeRequested, Error, LineChangeText & { agreedMaximum: string }>({
    mutationFn: (wanted) => post(`/api/pledge-links/${encodeURIComponent(token)}/changes`, wanted),
    onSuccess: onMailed,
  })
  return (
    <LineSheet
      pledge={{ ...pledge, lines: pledge.changeable.lines }}
      {...{ kind, line, onClose }}
      preview={(wanted) => linkedLineChangeQuery(token, wanted)}
      send={request.mutate}
      button="Email me a link to confirm"
      isPending={request.isPending}
      error={request.error}
    >
      <p className="quiet fine">
        We email one link to the address of this pledge. Nothing changes until it is opened and confirmed.
      </p>
    </LineSheet>
  )
}
