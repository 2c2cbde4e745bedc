import { Link } from 'react-router'
import type { User } from '#domain/schemas/user.ts'
import { paths } from '#web/paths.ts'
import { useLogOut } from './log-out.tsx'

/** A representative whose session lacks the second step sees what everyone sees: why, and what to do about it (R29). */
export function SecondStepNote({ user }: { user: User }) {
  const { logOut, question } = useLogOut(user.id)
  return (
    <div className="not-printed bg-pausedbg text-pausedfg">
      <p className="wrap py-3">
        You can work as a representative once you sign in with two-factor sign-in. If it is off,{' '}
        <Link to={`${paths.profile}#security`} className="text-link">
          turn it on in your profile
        </Link>
        . If it is on,{' '}
        <button type="button" className="text-link" onClick={() => void logOut()}>
          log out
        </button>{' '}
        and sign in again.
      </p>
      {question}
    </div>
  )
}
