import { lazy, Suspense, useEffect, useState } from 'react'
import type { PublicConfig } from '#web/context.ts'
import { useIsSignedIn } from '#web/site/session.ts'
import { mayHaveSession } from './session.ts'
import { useStage } from './stage.ts'

const ClerkIsland = lazy(() => import('./island.tsx'))

type Props = { identity: Extract<PublicConfig['identity'], { provider: 'clerk' }> }

/**
 * Clerk beside the page, never around it: a page is there before Clerk is, and does not wait. For whoever just reads
 * without a session nothing of it is loaded.
 */
export default function ClerkLayer({ identity }: Props) {
  const isSignedIn = useIsSignedIn()
  const stage = useStage()
  const [isNeeded, setNeeded] = useState(false)
  useEffect(() => {
    // A session's cookie lives for a minute: an older one was rendered as a visitor's page.
    if (isSignedIn || stage || mayHaveSession(document.cookie)) setNeeded(true)
  }, [isSignedIn, stage])
  if (!isNeeded) return null
  return (
    <Suspense>
      <ClerkIsland {...identity} />
    </Suspense>
  )
}
