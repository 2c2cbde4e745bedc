import { faRightFromBracket } from '@fortawesome/free-solid-svg-icons'
import { Link } from 'react-router'
import type { User } from '#domain/schemas/user.ts'
import { paths } from '#web/paths.ts'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { UserAvatar } from './avatar.tsx'
import { USER_LINKS } from './links.ts'
import { useLogOut } from './log-out.tsx'

export function UserMenu({ user }: { user: User }) {
  const { logOut, question } = useLogOut(user.id)
  return (
    <>
      <Menu
        head={user.email}
        trigger={
          <button type="button" className="relative rounded-full">
            <span className="sr-only">Your account</span>
            <UserAvatar user={user} />
          </button>
        }
      >
        {USER_LINKS.map(({ to, label, icon }) => (
          <MenuItem
            key={to}
            icon={icon}
            link={(inside, className) => (
              <Link to={to} className={className}>
                {inside}
              </Link>
            )}
          >
            {label}
          </MenuItem>
        ))}
        <MenuItem icon={faRightFromBracket} onSelect={() => void logOut()}>
          Log out
        </MenuItem>
      </Menu>
      {question}
    </>
  )
}

/** A representative whose session lacks the second step sees what everyone sees: why, and what to do about it. */
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
