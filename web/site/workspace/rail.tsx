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
import { currentScreen, type Screen, type ScreenGroup, screensFor } from './screens.ts'

const SidePanel = lazily(async () => (await import('#web/site/side-panel.tsx')).SidePanel)

/** What fits beside More on a phone. */
const IN_BAR = 4

type Props = { user: User; pathname: string }

/** The navigation of those who run campaigns: a rail at a desk, a bar below the thumb on smaller screens. */
export function Rail({ user, pathname }: Props) {
  const groups = screensFor(user)
  const { data: open } = useQuery(openWorkQuery)
  const current = currentScreen(groups, pathname)
  const isCurrent = ({ to }: Screen) => (to === current ? ('page' as const) : undefined)
  return (
    <>
      <nav className="rail" aria-label="Work">
        {groups.map(({ title, screens }) => (
          <div key={title}>
            <h2 className="rail-title">{title}</h2>
            <ul>
              {screens.map((screen) => (
                <li key={screen.to}>
                  <Link to={screen.to} className="rail-link" aria-current={isCurrent(screen)}>
                    <Icon icon={screen.icon} />
                    <span className="rail-label">{screen.label}</span>
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

/** The screens opened most, each with a word that fits; organizations and the rest are behind More. */
function Bar({ user, groups, open, isCurrent }: BarProps) {
  const [isOpen, setOpen] = useState<boolean | null>(null)
  const shown = groups
    .flatMap(({ screens }) => screens)
    .filter(({ inBar }) => inBar !== undefined)
    .toSorted((a, b) => Number(a.inBar) - Number(b.inBar))
    .slice(0, IN_BAR)
  return (
    <nav className="workbar" aria-label="Work">
      {shown.map((screen) => (
        <Link key={screen.to} to={screen.to} aria-current={isCurrent(screen)}>
          <Icon icon={screen.icon} />
          <span className="workbar-label">{screen.short ?? screen.label}</span>
          <Waiting screen={screen} open={open} />
        </Link>
      ))}
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen === true}
        onClick={() => setOpen(true)}
      >
        <Icon icon={faEllipsis} />
        <span className="workbar-label">More</span>
      </button>
      {isOpen !== null && (
        <Suspense>
          <SidePanel user={user} open={isOpen} onOpenChange={setOpen} />
        </Suspense>
      )}
    </nav>
  )
}
