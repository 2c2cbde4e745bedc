import { faRightFromBracket } from '@fortawesome/free-solid-svg-icons'
import { Link } from 'react-router'
import type { User } from '#domain/schemas/user.ts'
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
