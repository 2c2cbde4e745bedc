import { ClerkProvider, SignIn, SignUp, UserProfile, useAuth, useClerk, useUser } from '@clerk/react'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { type Invited, useInvited } from '#web/parts/auth/invitation.ts'
import { paths, signInPath, signUpPath } from '#web/paths.ts'
import { currentUserQuery } from '#web/queries/users.ts'
import { api } from '#web/query-client.ts'
import { useIsSignedIn } from '#web/site/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Note } from '#web/ui/note.tsx'
import { endSession, mayEnterAgain } from './session.ts'
import { type ClerkState, setClerkState, useStage } from './stage.ts'

/** Its buttons already use `--accent` for themselves: our token has another name there (account.css). */
const big = { minHeight: '3rem', fontSize: '1rem' }
const heading = { fontFamily: 'var(--display)', fontWeight: 800, lineHeight: 1 }

/** Clerk's widgets in the site's own tokens, which follow light and dark automatically, at the site's own sizes. */
export const appearance = {
  variables: {
    colorPrimary: 'var(--accenttext)',
    colorPrimaryForeground: 'var(--surface)',
    colorDanger: 'var(--danger)',
    colorSuccess: 'var(--turf)',
    colorWarning: 'var(--pausedfg)',
    colorNeutral: 'var(--ink)',
    colorForeground: 'var(--ink)',
    colorMuted: 'var(--sunken)',
    colorMutedForeground: 'var(--ink2)',
    colorBackground: 'var(--surface)',
    colorInput: 'var(--surface)',
    colorInputForeground: 'var(--ink)',
    colorBorder: 'var(--control)',
    colorRing: 'var(--focus)',
    colorModalBackdrop: 'var(--veil)',
    fontFamily: 'var(--text)',
    fontFamilyButtons: 'var(--text)',
    fontSize: '0.9375rem',
    borderRadius: '6px',
  },
  elements: {
    rootBox: { width: '100%', justifyContent: 'center' },
    cardBox: { width: '100%', maxWidth: '480px', border: 0, boxShadow: 'var(--sh3)' },
    card: { backgroundColor: 'var(--surface)' },
    headerTitle: { ...heading, fontSize: '2.75rem' },
    profileSectionTitleText: { fontWeight: 650 },
    formFieldInput: {
      ...big,
      '&&': { border: '1.5px solid var(--control)', boxShadow: 'none' },
      '&&[aria-invalid="true"]': { borderColor: 'var(--danger)' },
    },
    formButtonPrimary: {
      minHeight: '3rem',
      padding: '1px 20px 4px',
      fontFamily: 'var(--display)',
      fontSize: '1.4375rem',
      fontWeight: 800,
      letterSpacing: '0.015em',
      textShadow: 'none',
      '&&': {
        background: 'var(--clerk-button)',
        border: '1.5px solid var(--accent-edge)',
        color: 'var(--onaccent)',
        boxShadow: 'inset 0 -4px 0 var(--accent-edge)',
      },
      '&&:hover': { background: 'var(--accent-hi)' },
    },
    formButtonReset: big,
    socialButtonsBlockButton: big,
    footerActionLink: { textDecoration: 'underline' },
    footer: { background: 'var(--sunken)' },
    navbar: { background: 'var(--sunken)' },
    navbarButton: big,
  },
}

type Props = { publishableKey: string; proxyUrl: string | null }

/** The only Clerk provider. It loads Clerk's script with its own retries. */
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

/** Signed in at Clerk, but the page was rendered for a visitor: continues to where they wanted to be, or says why not. */
export function Entering({ returnTo }: { returnTo: string }) {
  const [isRefused, setRefused] = useState(false)
  useEffect(() => {
    let isGone = false
    enter(returnTo).catch((error: unknown) => {
      console.warn(error)
      if (!isGone) setRefused(true)
    })
    return () => {
      isGone = true
    }
  }, [returnTo])
  if (!isRefused) return <p role="status">Signing you in...</p>
  return (
    <div className="grid gap-4">
      <h1>Sign in</h1>
      <Note tone="danger" role="alert">
        You are signed in, but your account could not be opened here. Make sure that it has a confirmed email
        address, then try again.
      </Note>
      <div className="flex flex-wrap gap-3">
        <Button kind="primary" onClick={() => window.location.reload()}>
          Try again
        </Button>
        <Button onClick={() => void endSession(paths.signIn)}>Log out</Button>
      </div>
    </div>
  )
}

async function enter(returnTo: string): Promise<void> {
  api.clearToken()
  await api.read('/api/auth/user')
  if (!mayEnterAgain(sessionStorage)) throw new Error('the page was a visitor’s once more')
  window.location.assign(returnTo)
}

type WidgetsProps = { returnTo: string }

/** Decided when the screen opens: the widget itself continues for users who sign in on it. */
function useWasSignedIn(): boolean {
  const { isSignedIn } = useAuth()
  const [wasSignedIn] = useState(isSignedIn === true)
  return wasSignedIn
}

/** The address of an invitation. */
const prefilled = (invited: Invited | null) =>
  invited ? { initialValues: { emailAddress: invited.email } } : {}

/** The steps inside use the part after the #. We decide where it leads: an address on this site. */
export function SignInWidget({ returnTo }: WidgetsProps) {
  const { invited, isLoading } = useInvited(returnTo)
  if (useWasSignedIn()) return <Entering returnTo={returnTo} />
  if (isLoading) return null
  return (
    <SignIn
      {...prefilled(invited)}
      routing="hash"
      forceRedirectUrl={returnTo}
      signUpUrl={signUpPath(returnTo)}
      signUpForceRedirectUrl={returnTo}
    />
  )
}

export function SignUpWidget({ returnTo }: WidgetsProps) {
  const { invited, isLoading } = useInvited(returnTo)
  if (useWasSignedIn()) return <Entering returnTo={returnTo} />
  if (isLoading) return null
  return (
    <SignUp
      {...prefilled(invited)}
      routing="hash"
      forceRedirectUrl={returnTo}
      signInUrl={signInPath(returnTo)}
      signInForceRedirectUrl={returnTo}
    />
  )
}

/** We handle deleting an account, since one of its pledges may still be billed. */
export const ProfileWidget = () => (
  <UserProfile
    routing="hash"
    appearance={{
      elements: {
        cardBox: {
          maxWidth: 'none',
          width: '100%',
          height: 'auto',
          minHeight: '420px',
          boxShadow: 'var(--sh1)',
        },
        profileSection__danger: { display: 'none' },
      },
    }}
  />
)
