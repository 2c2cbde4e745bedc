import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { Note } from '#web/ui/note.tsx'

/** A large pledge by check or cash awaits a representative (R57). */
export function HeldNote({ isOwn }: { isOwn: boolean }) {
  return (
    <Note>
      <strong>We are reviewing this pledge.</strong>{' '}
      {isOwn ? (
        <>
          We review large check and cash pledges before they count. Until then it is in no total, no one else
          sees it, and you owe nothing. We will email you, usually within two business days.
        </>
      ) : (
        <>
          It does not count until it is released or declined under{' '}
          <Link to={paths.heldPledges} className="text-link">
            Held pledges
          </Link>
          .
        </>
      )}
    </Note>
  )
}
