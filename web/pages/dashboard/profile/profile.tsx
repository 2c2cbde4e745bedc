import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { User } from '#domain/schemas/user.ts'
import { ClerkProfile } from '#web/clerk/profile.tsx'
import { signedInBrowserLoader, signedInLoader } from '#web/page-data.ts'
import { paths } from '#web/paths.ts'
import { privateMeta } from '#web/site/meta.ts'
import { usePublicConfig, useUser } from '#web/site/session.ts'
import { BackLink } from '#web/ui/back-link.tsx'
import { showInRow } from '#web/ui/show-in-row.ts'
import { DataPart } from './data-part.tsx'
import { DeletePart } from './delete-part.tsx'
import { useHash } from './hash.ts'
import { MailPart } from './mail-part.tsx'
import { type Draft, ProfilePart } from './profile-part.tsx'
import { SecurityPart } from './security-part.tsx'
import { SessionsPart } from './sessions-part.tsx'
import type { Typed } from './typed.ts'

export const loader = signedInLoader(() => [])
export const clientLoader = signedInBrowserLoader(() => [])
export const meta = () => privateMeta('Your account')

/** Each part has its own address after the #, which never leaves the browser. */
const PARTS: { hash: string; label: string; show: (user: User, draft: Draft) => ReactNode }[] = [
  {
    hash: '#profile',
    label: 'Profile',
    show: (user, draft) => <ProfilePart key={user.id} user={user} draft={draft} />,
  },
  { hash: '#security', label: 'Security', show: () => <SecurityPart /> },
  { hash: '#mail', label: 'Email preferences', show: () => <MailPart /> },
  { hash: '#sessions', label: 'Sessions', show: () => <SessionsPart /> },
  { hash: '#data', label: 'Your data', show: () => <DataPart /> },
  { hash: '#delete', label: 'Delete account', show: () => <DeletePart /> },
]

export default function Profile() {
  const user = useUser()
  const { identity } = usePublicConfig()
  return (
    <main id="main" className="wrap grid gap-6 py-8 lg:gap-8 lg:py-10">
      <div>
        <BackLink>
          <Link to={paths.dashboard}>Dashboard</Link>
        </BackLink>
        <h1 className="mt-2">Your account</h1>
        <p className="quiet mt-2 break-words">{user?.email}</p>
      </div>
      {identity.provider === 'clerk' ? user && <ClerkProfile user={user} /> : <Parts user={user} />}
    </main>
  )
}

function Parts({ user }: { user: User | null }) {
  const hash = useHash()
  // What is typed stays while another part is looked at.
  const draft = useState<Typed>({})
  const parts = useRef<HTMLElement>(null)
  const current = PARTS.find((part) => part.hash === hash) ?? PARTS[0]
  // On a phone the tabs are wider than the screen: the open one is kept in view.
  useEffect(() => {
    const link = parts.current?.querySelector<HTMLElement>(`a[href$="${current?.hash}"]`)
    if (link) showInRow(link)
  }, [current])
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[15rem_minmax(0,45rem)] lg:gap-10">
      <nav ref={parts} className="tabs lg:flex-col lg:gap-0.5 lg:overflow-visible" aria-label="Your account">
        {PARTS.map((part) => (
          <Link
            key={part.hash}
            className="lg:min-h-[2.875rem]! lg:border-y-0! lg:border-l-4! lg:border-l-transparent lg:aria-[current=page]:border-l-accent lg:aria-[current=page]:bg-surface"
            to={part.hash}
            preventScrollReset
            aria-current={part === current ? 'page' : undefined}
          >
            {part.label}
          </Link>
        ))}
      </nav>
      <div className="grid min-w-0 gap-6">{user && current?.show(user, draft)}</div>
    </div>
  )
}
