import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { isByCard } from '#domain/billing/instruments.ts'
import { LINE_CHANGES, type LineChangeKind } from '#domain/pledges/line-changes.ts'
import type { WholeChangeKind } from '#domain/pledges/pledge-changes.ts'
import type { ChangeRequested, LinkedPledge } from '#domain/schemas/pledge-link.ts'
import { ApiError } from '#web/api-error.ts'
import { dateTimeText } from '#web/format.ts'
import { CancelSheet, LowerSheet } from '#web/pages/pledges/id/cancel-and-lower-dialogs.tsx'
import { LineRows, WholeRows } from '#web/pages/pledges/id/change-section.tsx'
import type { LineChangeText } from '#web/pages/pledges/id/changes.tsx'
import { ChangeFoot, ChangeNotes } from '#web/pages/pledges/id/changes.tsx'
import { howLongLinksWork, WHAT_LINKS_CAN_DO } from '#web/pages/pledges/id/head.tsx'
import { LineSheet } from '#web/pages/pledges/id/line-dialog.tsx'
import { post } from '#web/parts/card/card-setup.ts'
import { paths } from '#web/paths.ts'
import { linkedLineChangeQuery, pledgeQuery } from '#web/queries/pledges.ts'
import { useIsSignedIn, useUser } from '#web/site/session.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Note } from '#web/ui/note.tsx'

type Props = { pledge: LinkedPledge; token: string }
type Line = LinkedPledge['changeable']['lines'][number]
type Kind = LineChangeKind | WholeChangeKind

/** Whatever its supporter may change is requested here, and counts once a new mail confirms it. */
export function ChangeByLink(props: Props) {
  return <ChangeCard {...props} reader={useReader(props.pledge.id)} />
}

/** Someone signed in may have come by the link of another account's pledge: then they have what a visitor has. */
type Reader = 'visitor' | 'owner' | 'not known yet'

function useReader(pledgeId: string): Reader {
  const isSignedIn = useIsSignedIn()
  const user = useUser()
  const { data, error } = useQuery({ ...pledgeQuery(pledgeId), enabled: isSignedIn })
  if (!isSignedIn) return 'visitor'
  if (data && user) return data.pledgerId === user.id ? 'owner' : 'visitor'
  return error instanceof ApiError && error.status === 404 ? 'visitor' : 'not known yet'
}

export function ChangeCard({ pledge, token, reader }: Props & { reader: Reader }) {
  const { changeable } = pledge
  const [shown, setShown] = useState<{ kind: Kind; line: Line | null } | null>(null)
  const [mailed, setMailed] = useState<ChangeRequested | null>(null)
  const change = (kind: Kind, line: Line | null = null): void => {
    setMailed(null)
    setShown({ kind, line })
  }
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
      {reader === 'visitor' && (
        <ul className="mb-4 border-b border-line">
          <LineRows {...changeable} change={change} />
          <WholeRows
            pledge={pledge}
            change={change}
            changes={changeable}
            cardText={
              isByCard(pledge.paymentMethod) ? 'The card that you gave.' : 'The bank account you connected.'
            }
          />
        </ul>
      )}
      {reader === 'owner' && (
        <>
          <p>You are signed in: change it in your account.</p>
          <Link to={paths.pledge(pledge.id)} className={`${buttonClass()} mt-4`}>
            Open in your account
          </Link>
        </>
      )}
      <p className="quiet fine mt-4">
        {howLongLinksWork(pledge.expiresAt, pledge.timeZone)} {WHAT_LINKS_CAN_DO}
      </p>
      {shown && (
        <Sheet
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

const isOfLine = (kind: Kind): kind is LineChangeKind => LINE_CHANGES.some((one) => one === kind)

type SheetProps = Props & {
  kind: Kind
  line: Line | null
  onClose: () => void
  onMailed: (answer: ChangeRequested) => void
}
type Wanted = (LineChangeText & { agreedMaximum: string }) | { kind: WholeChangeKind; maximumAmount?: string }

/** The same sheets as for someone signed in; their button asks for a mail. */
function Sheet({ pledge, token, kind, line, onClose, onMailed }: SheetProps) {
  const { mutate, isPending, error } = useMutation<ChangeRequested, Error, Wanted>({
    mutationFn: (wanted) => post(`/api/pledge-links/${encodeURIComponent(token)}/changes`, wanted),
    onSuccess: onMailed,
  })
  const { changeable, agreedMaximum } = pledge
  const shared = { onClose, isPending, error, button: 'Email me a link to confirm' }
  const note = (
    <p className="quiet fine">
      We email one link to the address of this pledge. Nothing changes until it is opened and confirmed.
    </p>
  )
  if (isOfLine(kind))
    return (
      <LineSheet
        {...{ ...shared, kind, line }}
        pledge={{ ...pledge, lines: changeable.lines }}
        preview={(wanted) => linkedLineChangeQuery(token, wanted)}
        path={`/api/pledge-links/${encodeURIComponent(token)}`}
        send={mutate}
      >
        {note}
      </LineSheet>
    )
  if (kind === 'lower')
    return (
      <LowerSheet
        {...shared}
        most={agreedMaximum}
        lowest={changeable.lowestMaximum}
        send={(maximumAmount) => mutate({ kind, maximumAmount })}
      >
        {note}
      </LowerSheet>
    )
  if (kind === 'cancel')
    return (
      <CancelSheet
        {...{ ...shared, pledge }}
        reason={changeable.cannotCancelReason}
        send={() => mutate({ kind })}
      >
        {note}
      </CancelSheet>
    )
  return <CardSheet {...shared} send={() => mutate({ kind })} />
}

type CardSheetProps = {
  button: string
  send: () => void
  onClose: () => void
  isPending: boolean
  error: Error | null
}

/** The new card is entered on the page of the mailed link: whoever was forwarded this one enters none. */
function CardSheet({ button, send, onClose, isPending, error }: CardSheetProps) {
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      size="sheet"
      title="Pay with another card"
      foot={
        <ChangeFoot onBack={onClose} isPending={isPending} onClick={send}>
          {button}
        </ChangeFoot>
      }
    >
      <div className="grid gap-4">
        <p>
          We email one link to the address of this pledge. Open it, then enter the new card there. Until then,
          nothing changes.
        </p>
        <ChangeNotes news={[]} problem={error?.message} />
      </div>
    </Dialog>
  )
}
