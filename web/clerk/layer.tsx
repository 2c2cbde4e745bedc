import { lazy, Suspense, useEffect, useState } from 'react'
import type { PublicConfig } from '#web/page-data.ts'
import { useIsSignedIn } from '#web/site/session.ts'
import { mayHaveSession } from './session.ts'
import { useStage } from './stage.ts'

const ClerkIsland = lazy(() => import('./island.tsx'))

type Props = { identity: Extract<PublicConfig['identity'], { provider: 'clerk' }> }

/**
 * Clerk is mounted beside the page, never around it: the page renders without waiting for it. Visitors who only read,
 * without a session, load none of it.
 */
export default function ClerkLayer({ identity }: Props) {
  const isSignedIn = useIsSignedIn()
  const stage = useStage()
  const [isNeeded, setNeeded] = useState(false)
  useEffect(() => {
    // A session's cookie lasts a minute: with an older one the page was rendered for a visitor.
    if (isSignedIn || stage || mayHaveSession(document.cookie)) setNeeded(true)
  }, [isSignedIn, stage])
  if (!isNeeded) return null
  return (
    <Suspense>
      <ClerkIsland {...identity} />
    </Suspense>
  )
}
