import { Button } from '#web/ui/button.tsx'

export type Missing = { error: Error | null; retry: () => unknown; isRetrying: boolean }

/** In place of Stripe's form: its script is loading, or could not be loaded. */
export function StripeMissing({ error, retry, isRetrying }: Missing) {
  if (!error) return <p className="quiet">Loading the card form…</p>
  return (
    <p className="note note-danger items-center" role="alert">
      <span className="flex-1">{error.message}</span>
      <Button size="small" pending={isRetrying && 'Loading...'} onClick={() => retry()}>
        Try again
      </Button>
    </p>
  )
}
