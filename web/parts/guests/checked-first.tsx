import { Note } from '#web/ui/note.tsx'

/** Said before a large pledge by check or cash is confirmed. */
export const CheckedFirst = () => (
  <Note>
    We review large check and cash pledges first. After you confirm yours, it counts once we have reviewed it,
    usually within two business days.
  </Note>
)
