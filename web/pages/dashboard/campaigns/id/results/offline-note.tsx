import { useIsOffline } from '#web/touchline/use-is-offline.ts'
import { Note } from '#web/ui/note.tsx'

type Props = {
  /** Since when this device has had saved but unsent entries; null if it has none. */
  savedAt?: string | null
}

/** Beside the save button: says that this device is offline, and what happens to saved entries (R17). */
export function OfflineNote({ savedAt = null }: Props) {
  const isOffline = useIsOffline()
  if (!isOffline && savedAt === null) return null
  return (
    <Note tone="warning" role="status">
      <strong>{isOffline ? 'No signal.' : 'Not sent yet.'}</strong>{' '}
      {savedAt === null
        ? 'What you save is kept on this device and sent automatically when you’re back online.'
        : `Saved on this device at ${savedAt}. It is sent automatically when you’re back online.`}
    </Note>
  )
}
