import { faGauge, faHouse, faRightFromBracket, faUser } from '@fortawesome/free-solid-svg-icons'
import { DropdownMenu as Radix } from 'radix-ui'
import { Link } from 'react-router'
import type { User } from '#domain/schemas/user.ts'
import { signOut } from '#web/identity.ts'
import { paths } from '#web/paths.ts'
import { Icon } from '#web/ui/icon.tsx'

export const USER_LINKS = [
  { to: paths.landing, label: 'Home', icon: faHouse },
  { to: paths.dashboard, label: 'Dashboard', icon: faGauge },
  { to: paths.profile, label: 'Profile', icon: faUser },
] as const

const initials = (user: User): string =>
  [user.firstName, user.lastName]
    .map((name) => name?.trim()[0] ?? '')
    .join('')
    .toUpperCase() || (user.email[0] ?? '?').toUpperCase()

export function Avatar({ user }: { user: User }) {
  return (
    <span className="avatar">
      {user.profileImageUrl ? (
        <img src={user.profileImageUrl} alt="" width="44" height="44" />
      ) : (
        initials(user)
      )}
    </span>
  )
}

export function UserMenu({ user }: { user: User }) {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger aria-label="Your account" className="rounded-full">
        <Avatar user={user} />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content className="menu" align="end" sideOffset={8}>
          <p className="fine quiet px-3.5 py-2">{user.email}</p>
          {USER_LINKS.map(({ to, label, icon }) => (
            <Radix.Item key={to} asChild>
              <Link to={to} className="menu-item">
                <Icon icon={icon} />
                {label}
              </Link>
            </Radix.Item>
          ))}
          <Radix.Item className="menu-item" onSelect={() => void signOut()}>
            <Icon icon={faRightFromBracket} />
            Log out
          </Radix.Item>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
