import { Button } from '#web/ui/button.tsx'
import { Note } from '#web/ui/note.tsx'

type Props = { what: string; message: string; isTrying: boolean; onRetry: () => void }

/** A part that did not load shows its own error, and does not affect the others. */
export function NotLoaded({ what, message, isTrying, onRetry }: Props) {
  return (
    <Note tone="danger" role="alert">
      <p>
        {what} could not be loaded: {message}
      </p>
      <Button size="small" className="mt-2" pending={isTrying && 'Loading...'} onClick={onRetry}>
        Try again
      </Button>
    </Note>
  )
}
