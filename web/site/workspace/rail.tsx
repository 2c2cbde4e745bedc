import { faEllipsis } from '@fortawesome/free-solid-svg-icons'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import type { User } from '#domain/schemas/user.ts'
import type { OpenWork } from '#domain/schemas/work-queue.ts'
import { openWorkQuery } from '#web/queries/work-queue.ts'
import { Count } from '#web/ui/count.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { lazily } from '#web/ui/lazily.tsx'
import { railClass } from './rail-class.ts'
import { currentScreen, type Screen, type ScreenGroup, screensFor } from './screens.ts'

const SidePanel = lazily(async () => (await import('#web/site/side-panel.tsx')).SidePanel)

/** How many fit beside More on a phone. */
const IN_BAR = 4

const GROUP = 'mb-1 px-3 font-display text-[0.9375rem]/[1.2] font-bold tracking-[0.06em] text-ink2 uppercase'
const LINK =
  'flex min-h-10 items-center gap-3 rounded-control px-3 py-1.5 text-[0.9375rem]/[1.3] font-[550] text-ink2 no-underline hover:bg-sunken hover:text-ink aria-[current]:bg-sunken aria-[current]:font-[650] aria-[current]:text-ink aria-[current]:shadow-[inset_4px_0_0_var(--accent)]'
const IN_BAR_LINK =
  'relative grid min-h-14 min-w-0 content-center justify-items-center gap-[0.1875rem] px-0.5 py-1 text-ink2 no-underline aria-[current]:text-ink aria-[current]:shadow-[inset_0_4px_0_var(--accent)] *:[.count]:absolute *:[.count]:top-0.5 *:[.count]:left-[calc(50%+0.375rem)] *:[.count]:h-5 *:[.count]:min-w-5 *:[.count]:text-[0.875rem]'
const BAR_LABEL =
  'line-clamp-2 max-w-full text-center font-sans text-[0.84375rem]/[1.2] font-semibold wrap-anywhere'

type Props = { user: User; pathname: string }

/** The navigation of those who run campaigns: a rail on desktops, a bottom bar on smaller screens. */
export function Rail({ user, pathname }: Props) {
  const groups = screensFor(user)
  const { data: open } = useQuery(openWorkQuery)
  const current = currentScreen(groups, pathname)
  const isCurrent = ({ to }: Screen) => (to === current ? ('page' as const) : undefined)
  return (
    <>
      <nav className={railClass} aria-label="Work">
        {groups.map(({ title, screens }) => (
          <div key={title}>
            <h2 className={GROUP}>{title}</h2>
            <ul>
              {screens.map((screen) => (
                <li key={screen.to}>
                  <Link to={screen.to} className={LINK} aria-current={isCurrent(screen)}>
                    <Icon icon={screen.icon} />
                    <span className="line-clamp-2 min-w-0 flex-1 wrap-break-word">{screen.label}</span>
                    <Waiting screen={screen} open={open} />
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <Bar user={user} groups={groups} open={open} isCurrent={isCurrent} />
    </>
  )
}

function Waiting({ screen: { count }, open }: { screen: Screen; open: OpenWork | undefined }) {
  return count && open ? <Count value={count.value(open)} of={count.of} /> : null
}

type BarProps = Omit<Props, 'pathname'> & {
  groups: readonly ScreenGroup[]

  open: OpenWork | undefined
  isCurrent: (screen: Screen) => 'page' | undefined
}

/** The screens opened most, each with a short word; organizations and the rest are behind More. */
function Bar({ user, groups, open, isCurrent }: BarProps) {
  const [isOpen, setOpen] = useState<boolean | null>(null)
  const shown = groups
    .flatMap(({ screens }) => screens)
    .filter(({ inBar }) => inBar !== undefined)
    .toSorted((a, b) => Number(a.inBar) - Number(b.inBar))
    .slice(0, IN_BAR)
  return (
    <nav
      className="workbar fixed inset-[auto_0_0_0] z-25 grid auto-cols-fr grid-flow-col border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] xl:hidden"
      aria-label="Work"
    >
      {shown.map((screen) => (
        <Link key={screen.to} to={screen.to} className={IN_BAR_LINK} aria-current={isCurrent(screen)}>
          <Icon icon={screen.icon} />
          <span className={BAR_LABEL}>{screen.short ?? screen.label}</span>
          <Waiting screen={screen} open={open} />
        </Link>
      ))}
      <button
        type="button"
        className={IN_BAR_LINK}
        aria-haspopup="dialog"
        aria-expanded={isOpen === true}
        onClick={() => setOpen(true)}
      >
        <Icon icon={faEllipsis} />
        <span className={BAR_LABEL}>More</span>
      </button>
      {isOpen !== null && (
        <Suspense>
          <SidePanel user={user} open={isOpen} onOpenChange={setOpen} />
        </Suspense>
      )}
    </nav>
  )
}
