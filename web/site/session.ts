/** Who is signed in, and what the page was given when it was rendered. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useRouteLoaderData } from 'react-router'
import type { User } from '#domain/schemas/user.ts'
import type { PublicConfig } from '#web/page-data.ts'
import { currentUserQuery } from '#web/queries/users.ts'
import type { RootData } from '#web/root.tsx'

const useRoot = (): RootData => {
  const root = useRouteLoaderData<RootData>('root')
  if (!root) throw new Error('the root loader did not run')
  return root
}

export const usePublicConfig = (): PublicConfig => useRoot().config

/** Whether there is a session: known before the user's own record has loaded. */
export const useIsSignedIn = (): boolean => useRoot().isSignedIn

/** The signed-in user's own record; null for a visitor, and until it has loaded. */
export function useUser(): User | null {
  const { isSignedIn } = useRoot()
  const { data } = useQuery({ ...currentUserQuery, enabled: isSignedIn })
  return isSignedIn ? (data ?? null) : null
}

export const isRepresentative = (user: User | null): boolean => user?.roles.includes(REPRESENTATIVE) ?? false

/** The provider's role, as the API names it. */
const REPRESENTATIVE = 'pledgeraiser_representatives'

const MINUTE_MS = 60_000

/** The application's clock, in milliseconds: starts at the server's render time, then advances with elapsed time. */
export function useNow(): number {
  const { now } = useRoot()
  const [passed, setPassed] = useState(0)
  useEffect(() => {
    const start = performance.now()
    const timer = setInterval(() => setPassed(performance.now() - start), MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return now + passed
}
