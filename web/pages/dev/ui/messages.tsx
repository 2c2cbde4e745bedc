import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState, Note, Skeleton } from '#web/ui/note.tsx'
import { Tally } from '#web/ui/tally.tsx'
import { Case } from './schemes.tsx'

export function Statuses() {
  return (
    <div className="dev-stack">
      <div className="dev-row">
        <Badge tone="draft">Draft</Badge>
        <Badge tone="active">Active</Badge>
        <Badge tone="paused">Paused</Badge>
        <Badge tone="completed">Completed</Badge>
        <Badge tone="cancelled">Cancelled</Badge>
      </div>
      <div className="dev-row">
        <Badge tone="waiting">To confirm</Badge>
        <Badge tone="active" icon="check">
          Confirmed
        </Badge>
        <Badge tone="draft" icon="ban">
          Voided
        </Badge>
        <Badge tone="cancelled" icon="warning">
          Card declined
        </Badge>
      </div>
    </div>
  )
}

export function Notes() {
  return (
    <div className="dev-stack">
      <Note>3 results are waiting for a second person. They do not count until then.</Note>
      <Note tone="good">
        16 goals so far: <strong>$48.00 already earned.</strong>
      </Note>
      <Note tone="warning">
        <strong>No signal.</strong> Saved on this device at 6:42 PM. It is sent automatically when you’re back
        online.
      </Note>
      <Note tone="danger">Your card was not charged. Try again in a moment.</Note>
    </div>
  )
}

export function Empty() {
  return (
    <EmptyState title="No campaigns found" action={<Button>Clear Filters</Button>}>
      Try another status or type.
    </EmptyState>
  )
}

export function Loading() {
  return (
    <div className="dev-stack">
      <Case name="Blocks of the size that what comes has">
        <div className="card pad dev-stack" aria-busy="true">
          <Skeleton className="dev-line" />
          <Skeleton className="dev-block" />
        </div>
      </Case>
      <Case name="The mark, quiet and in turf">
        <div className="dev-row">
          <Tally tone="turf" />
          <Tally tone="empty" />
          <span className="board pad">
            <Tally />
          </span>
        </div>
      </Case>
    </div>
  )
}
