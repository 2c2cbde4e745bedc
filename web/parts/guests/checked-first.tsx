import { Note } from '#web/ui/note.tsx'

/** Said before a large pledge by check or cash is confirmed (R57). */
export const CheckedFirst = () => (
  <Note>
    We check large pledges by check or cash first. After you confirm it, yours counts once we have checked it,
    usually within two business days.
  </Note>
)
