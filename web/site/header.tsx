import { faBars } from '@fortawesome/free-solid-svg-icons'
import { Link, NavLink } from 'react-router'
import { brand } from '#web/content/brand.ts'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Tally } from '#web/ui/tally.tsx'
import { useUser } from './session.ts'
import { SidePanel } from './side-panel.tsx'
import { UserMenu } from './user-menu.tsx'

export const NAVIGATION = [
  { to: paths.campaigns, label: 'Campaigns' },
  { to: paths.howItWorks, label: 'How It Works' },
  { to: paths.successStories, label: 'Success Stories' },
] as const

export function SiteHeader() {
  const user = useUser()
  return (
    <header className="topbar">
      <div className="wrap">
        <Link to={paths.landing} className="logo">
          <Tally className="" />
          {brand.name}
        </Link>
        <nav className="topnav" aria-label="Main">
          {NAVIGATION.map(({ to, label }) => (
            <NavLink key={to} to={to}>
              {label}
            </NavLink>
          ))}
        </nav>
        <div className="ml-auto flex items-center gap-2">
          {user ? (
            <span className="only-wide">
              <UserMenu user={user} />
            </span>
          ) : (
            <span className="only-wide flex gap-2">
              <Link to={paths.signIn} className="toplink">
                Login
              </Link>
              <Link to={paths.signUp} className={buttonClass({ kind: 'onboard', size: 'small' })}>
                Sign Up
              </Link>
            </span>
          )}
          <SidePanel user={user}>
            <button type="button" className="icon-button only-small" aria-label="Open the menu">
              <Icon icon={faBars} />
            </button>
          </SidePanel>
        </div>
      </div>
    </header>
  )
}
