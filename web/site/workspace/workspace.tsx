import { Suspense } from 'react'
import { useLocation } from 'react-router'
import { useUser } from '#web/site/session.ts'
import { lazily } from '#web/ui/lazily.tsx'
import { railClass } from './rail-class.ts'
import { hasScreens, isSignedInScreen } from './who.ts'

const Rail = lazily(
  async () => (await import('./rail.tsx')).Rail,
  // The header's menu leads everywhere too.
  () => null,
)

/** The navigation beside the page; its place is reserved while it loads. */
export function Workspace() {
  const user = useUser()
  const { pathname } = useLocation()
  if (!hasScreens(user) || !isSignedInScreen(pathname)) return null
  return (
    <Suspense fallback={<div className={railClass} aria-hidden="true" />}>
      <Rail user={user} pathname={pathname} />
    </Suspense>
  )
}
