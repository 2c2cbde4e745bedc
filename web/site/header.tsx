import { faBars } from '@fortawesome/free-solid-svg-icons'
import { Suspense, useState } from 'react'
import { Link, NavLink } from 'react-router'
import type { User } from '#domain/schemas/user.ts'
import { brand } from '#web/content/brand.ts'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { lazily } from '#web/ui/lazily.tsx'
import { Tally } from '#web/ui/note.tsx'
import { UserAvatar } from './avatar.tsx'
import { NAVIGATION } from './links.ts'
import { useUser } from './session.ts'
import { hasScreens } from './workspace/who.ts'

const FindButton = lazily(
  async () => (await import('./workspace/find-button.tsx')).FindButton,
  () => null,
)

/** The button of the command palette, in the bar of every page, for those who run campaigns. */
function Find({ user }: { user: User | null }) {
  if (!hasScreens(user)) return null
  return (
    <Suspense>
      <FindButton user={user} />
    </Suspense>
  )
}

// Menus are loaded when needed: a visitor who only reads a page loads none of their code.
const UserMenu = lazily(
  async () => (await import('./user-menu.tsx')).UserMenu,
  ({ user }) => <UserAvatar user={user} />,
)
const SecondStepNote = lazily(async () => (await import('./user-menu.tsx')).SecondStepNote)
const SidePanel = lazily(async () => (await import('./side-panel.tsx')).SidePanel)

const TOP_LINK =
  'inline-flex min-h-11 items-center px-3 text-[0.96875rem] font-[550] text-boardmuted no-underline hover:text-boardink aria-[current]:text-boardink aria-[current]:shadow-[inset_0_-3px_0_var(--accent)]'

export function SiteHeader() {
  const user = useUser()
  return (
    <header className="topbar relative z-30 bg-boarddeep text-boardink">
      <div className="wrap flex h-16 items-center gap-2 lg:gap-7">
        <Link
          to={paths.landing}
          className="flex min-h-11 items-center gap-2.5 font-display large-[1.8125] leading-none font-extrabold tracking-[0.01em] no-underline"
        >
          <Tally className="h-[1.875rem] w-[2.125rem]" />
          {brand.name}
        </Link>
        <nav className="topnav hidden flex-1 gap-1 lg:flex" aria-label="Main">
          {NAVIGATION.map(({ to, label }) => (
            <NavLink key={to} to={to} className={TOP_LINK}>
              {label}
            </NavLink>
          ))}
        </nav>
        <div className="ml-auto flex items-center gap-2">
          <Find user={user} />
          {user ? (
            <span className="only-wide max-lg:hidden!">
              <Suspense fallback={<UserAvatar user={user} />}>
                <UserMenu user={user} />
              </Suspense>
            </span>
          ) : (
            <span className="only-wide flex gap-2 max-lg:hidden!">
              <Link to={paths.signIn} className={TOP_LINK}>
                Login
              </Link>
              <Link to={paths.signUp} className={buttonClass({ kind: 'onboard', size: 'small' })}>
                Sign Up
              </Link>
            </span>
          )}
          <PhoneMenu user={user} />
        </div>
      </div>
      {user?.needsSecondStep && (
        <Suspense>
          <SecondStepNote user={user} />
        </Suspense>
      )}
    </header>
  )
}

function PhoneMenu({ user }: { user: User | null }) {
  const [isOpen, setOpen] = useState<boolean | null>(null)
  return (
    <>
      <button
        type="button"
        className="icon-button only-small lg:hidden!"
        aria-label="Open the menu"
        aria-haspopup="dialog"
        aria-expanded={isOpen === true}
        onClick={() => setOpen(true)}
      >
        <Icon icon={faBars} />
      </button>
      {isOpen !== null && (
        <Suspense>
          <SidePanel user={user} open={isOpen} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  )
}
