import { ClerkProvider, useAuth, useClerk, useUser } from '@clerk/react'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { paths } from '#web/paths.ts'
import { currentUserQuery } from '#web/queries/users.ts'
import { api } from '#web/query-client.ts'
import { useIsSignedIn } from '#web/site/session.ts'
import { appearance } from './appearance.ts'
import { mayEnterAgain } from './session.ts'
import { type ClerkState, setClerkState, useStage } from './stage.ts'
import { ProfileWidget, SignInWidget, SignUpWidget } from './widgets.tsx'

type Props = { publishableKey: string; proxyUrl: string | null }

/** The only Clerk provider. It loads Clerk's script with its own retries (R56). */
export default function ClerkIsland({ publishableKey, proxyUrl }: Props) {
  return (
    <ClerkProvider
      publishableKey={publishableKey}
      {...(proxyUrl ? { proxyUrl } : {})}
      appearance={appearance}
      signInUrl={paths.signIn}
      signUpUrl={paths.signUp}
      afterSignOutUrl={paths.signIn}
      telemetry={false}
    >
      <WhenReady />
    </ClerkProvider>
  )
}

const STATES: Record<string, ClerkState> = { ready: 'ready', degraded: 'ready', error: 'error' }

/** Read from Clerk itself: its provider does not notice that it is ready when the script loads before the page mounts. */
function useProgress(): ClerkState {
  const clerk = useClerk()
  const subscribe = useCallback(
    (tell: () => void) => {
      clerk.on('status', tell)
      return () => clerk.off('status', tell)
    },
    [clerk],
  )
  const status = useSyncExternalStore(subscribe, () => clerk.status)
  return STATES[status] ?? 'loading'
}

function WhenReady() {
  const state = useProgress()
  useEffect(() => setClerkState(state), [state])
  if (state !== 'ready') return null
  return (
    <>
      <Refresh />
      <Synchronize />
      <Widget />
    </>
  )
}

function Widget() {
  const stage = useStage()
  if (!stage) return null
  const widgets = { 'sign-in': SignInWidget, 'sign-up': SignUpWidget, profile: ProfileWidget }
  const Screen = widgets[stage.screen]
  return createPortal(<Screen key={stage.screen} returnTo={stage.returnTo} />, stage.node)
}

/** The cookie was too old, so the page was rendered for a visitor, but Clerk knows the user: reload as that user. */
function Refresh() {
  const { isSignedIn } = useAuth()
  const wasSignedIn = useIsSignedIn()
  const stage = useStage()
  useEffect(() => {
    if (!isSignedIn || wasSignedIn || stage) return
    api.clearToken()
    if (mayEnterAgain(sessionStorage)) window.location.reload()
  }, [isSignedIn, wasSignedIn, stage])
  return null
}

/** Changes in Clerk's own screens apply here at once, not only when Clerk's webhook arrives. */
function Synchronize() {
  const { user } = useUser()
  const client = useQueryClient()
  const seen = useRef<number>(undefined)
  const updatedAt = user?.updatedAt?.getTime()
  useEffect(() => {
    const isNews = seen.current !== undefined && updatedAt !== undefined && seen.current !== updatedAt
    seen.current = updatedAt
    if (!isNews) return
    api
      .write('POST', '/api/identity/account/refresh', {})
      .then(() => client.invalidateQueries({ queryKey: currentUserQuery.queryKey }))
      // Clerk's webhook does the same a little later.
      .catch((error: unknown) => console.warn(error))
  }, [updatedAt, client])
  return null
}
