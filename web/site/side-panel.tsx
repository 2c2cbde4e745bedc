import { faXmark } from '@fortawesome/free-solid-svg-icons'
import { Dialog as Radix } from 'radix-ui'
import { Link } from 'react-router'
import type { User } from '#domain/schemas/user.ts'
import { paths } from '#web/paths.ts'
import { Icon } from '#web/ui/icon.tsx'
import { veilClass } from '#web/ui/layer.ts'
import { useReturnFocus } from '#web/ui/return-focus.ts'
import { NAVIGATION, USER_LINKS } from './links.ts'
import { useLogOut } from './log-out.tsx'
import { screensFor } from './workspace/screens.ts'

const GROUP = 'px-2 pt-[1.125rem] pb-1 text-[1.125rem] text-boardmuted'
const ROW =
  'flex min-h-13 w-full items-center border-b border-boardline px-2 text-left text-[1.125rem] font-[550] no-underline'

/** The phone's menu. It also has Create Campaign. */
export function SidePanel({
  user,
  open,
  onOpenChange,
}: {
  user: User | null
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  const focus = useReturnFocus(open)
  const groups = groupsFor(user)
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={veilClass} />
        <Radix.Content
          className="fixed inset-[0_0_0_auto] z-45 flex w-[min(21.25rem,88vw)] flex-col gap-1 overflow-y-auto bg-boarddeep px-4 pt-3 pb-7 text-boardink"
          aria-describedby={undefined}
          {...focus}
        >
          <div className="flex items-center justify-between pb-2">
            <Radix.Title className="large-[1.625]">Menu</Radix.Title>
            <Radix.Close className="icon-button" aria-label="Close the menu">
              <Icon icon={faXmark} />
            </Radix.Close>
          </div>
          <nav aria-label="Menu">
            {groups.map(({ title, links }) => (
              <div key={title ?? 'site'}>
                {title && <h3 className={GROUP}>{title}</h3>}
                {links.map(({ to, label }) => (
                  <Radix.Close key={to} asChild>
                    <Link to={to} className={ROW}>
                      {label}
                    </Link>
                  </Radix.Close>
                ))}
              </div>
            ))}
            {user && <LogOut user={user} />}
          </nav>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

type Group = { title: string | null; links: readonly { to: string; label: string }[] }

/** For those who run campaigns, their work screens first; then the site, and their own pages. */
function groupsFor(user: User | null): Group[] {
  if (!user)
    return [
      {
        title: null,
        links: [...NAVIGATION, { to: paths.signIn, label: 'Login' }, { to: paths.signUp, label: 'Sign Up' }],
      },
    ]
  const work = screensFor(user).map(({ title, screens }) => ({ title, links: screens }))
  if (work.length === 0)
    return [
      {
        title: null,
        links: [...NAVIGATION, ...USER_LINKS, { to: paths.createCampaign, label: 'Create Campaign' }],
      },
    ]
  const known = new Set<string>(work.flatMap(({ links }) => links.map(({ to }) => to)))
  const rest = [...NAVIGATION, ...USER_LINKS].filter(({ to }) => !known.has(to))
  return [...work, { title: 'The site', links: rest }]
}

function LogOut({ user }: { user: User }) {
  const { logOut, question } = useLogOut(user.id)
  return (
    <>
      <button type="button" className={ROW} onClick={() => void logOut()}>
        Log out
      </button>
      {question}
    </>
  )
}
