import textFont from '@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2?url'
import displayFont from '@fontsource-variable/sofia-sans-extra-condensed/files/sofia-sans-extra-condensed-latin-wght-normal.woff2?url'
import { type DehydratedState, HydrationBoundary, QueryClientProvider } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react'
import {
  isRouteErrorResponse,
  Links,
  type LinksFunction,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useMatches,
  useRouteError,
} from 'react-router'
import type { Route } from './+types/root.ts'
import { registerClerkSession } from './clerk/session-source.ts'
import { loadOnServer, type PublicConfig, pageContext } from './page-data.ts'
import { usePushRenewal } from './parts/alerts/renewal.ts'
import { replayPreHydration } from './pre-hydration.ts'
import { currentUserQuery } from './queries/users.ts'
import { api, queryClient } from './query-client.ts'
import { useDeferredLayout } from './site/deferred-layout.ts'
import { SiteFooter } from './site/footer.tsx'
import { SiteHeader } from './site/header.tsx'
import { PageFailed, SomethingWrong } from './site/page-failed.tsx'
import { useSignedOut } from './site/signed-out.ts'
import { Workspace } from './site/workspace/workspace.tsx'
import stylesheet from './styles/index.css?url'
import { useWaitingEntries } from './touchline/waiting.ts'
import { lazily } from './ui/lazily.tsx'
import { Toaster } from './ui/toast.tsx'

// Only where signing in is Clerk's; elsewhere nothing of it is loaded.
/** Loaded at once for those who are signed in: without a connection it could not be. */
const OfflineNote = lazily(
  async () => (await import('./site/offline-note.tsx')).OfflineNote,
  () => null,
)
/** Few pages need it: it is loaded with them. */
const NotFound = lazily(async () => (await import('./pages/not-found/not-found.tsx')).NotFound)
const ClerkLayer = lazy(() => import('./clerk/layer.tsx'))

export type RootData = { isSignedIn: boolean; now: number; config: PublicConfig; dehydrated: DehydratedState }

export const links: LinksFunction = () => [
  { rel: 'preload', href: displayFont, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'preload', href: textFont, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'stylesheet', href: stylesheet },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  // A phone shows notifications of a page on its home screen, and there it needs these.
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
]

export async function loader({ context }: Route.LoaderArgs): Promise<RootData> {
  const page = context.get(pageContext)
  const { dehydrated } = await loadOnServer(page, page.isSignedIn ? [currentUserQuery] : [])
  return { isSignedIn: page.isSignedIn, now: page.now, config: page.config, dehydrated }
}

/** Who is there and what time it is change with a new document only: sign-in and sign-out load one. */
export const shouldRevalidate = (): boolean => false

const SKIP =
  'absolute -top-[3.75rem] left-4 z-50 rounded-control bg-surface px-[1.125rem] py-3 font-[650] text-ink focus:top-2.5'

/** The focus to the page's heading, or to what the address names. */
const reachPage = (): void => {
  const from = document.activeElement
  import('./site/reach-page.ts').then(
    (site) => site.reachPage(from),
    () => undefined,
  )
}

/** The page that is shown, also where an error of the next one replaces everything. */
let shownPath: string | undefined

export function Layout({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  useEffect(() => {
    if (shownPath && shownPath !== pathname) reachPage()
    shownPath = pathname
  }, [pathname])
  // Also where what stands here is that something went wrong.
  useEffect(replayPreHydration, [])
  return (
    // The script in its head may have marked it already.
    <html lang="en-US" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content="#072A20" />
        <Meta />
        <Links />
      </head>
      <body>
        {/* biome-ignore lint/a11y/useValidAnchor: it leads to #main, and some browsers leave the focus behind */}
        <a href="#main" className={SKIP} onClick={reachPage}>
          Skip to content
        </a>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

const freshened = new WeakMap<DehydratedState, DehydratedState>()

/** A cached page is emptied whenever its data changes: what it carries is as fresh as the moment it arrives. */
function freshen(state: DehydratedState): DehydratedState {
  if (typeof document === 'undefined') return state
  const known = freshened.get(state)
  if (known) return known
  const dataUpdatedAt = Date.now()
  const fresh = {
    ...state,
    queries: state.queries.map((query) => ({ ...query, state: { ...query.state, dataUpdatedAt } })),
  }
  freshened.set(state, fresh)
  return fresh
}

/** What the loaders of this page read, as one state for the query cache. */
function useDehydrated(): DehydratedState {
  const matches = useMatches()
  return useMemo(() => {
    const states = matches.map(
      (match) => (match.loaderData as { dehydrated?: DehydratedState } | null | undefined)?.dehydrated,
    )
    return { mutations: [], queries: states.flatMap((state) => (state ? freshen(state).queries : [])) }
  }, [matches])
}

/** The board on the wall of the gym stands alone: `handle.isBare` of its page says so. */
const useIsBare = (): boolean =>
  useMatches().some(({ handle }) => (handle as { isBare?: boolean } | undefined)?.isBare === true)

export default function App({ loaderData }: Route.ComponentProps) {
  const { identity } = loaderData.config
  const [client] = useState(() => {
    if (identity.provider === 'clerk' && typeof document !== 'undefined') registerClerkSession()
    if (!loaderData.isSignedIn && typeof document !== 'undefined') api.assumeVisitor()
    return queryClient()
  })
  useDeferredLayout()
  useSignedOut(client, loaderData.isSignedIn)
  useWaitingEntries(loaderData.isSignedIn)
  usePushRenewal()
  const isBare = useIsBare()
  return (
    <QueryClientProvider client={client}>
      <HydrationBoundary state={useDehydrated()}>
        {!isBare && <SiteHeader />}
        {!isBare && <Workspace />}
        {!isBare && loaderData.isSignedIn && (
          <Suspense>
            <OfflineNote />
          </Suspense>
        )}
        <Outlet />
        {!isBare && <SiteFooter />}
        <Toaster />
        {identity.provider === 'clerk' && (
          <Suspense>
            <ClerkLayer identity={identity} />
          </Suspense>
        )}
      </HydrationBoundary>
    </QueryClientProvider>
  )
}

/** Stands by itself: whatever went wrong may be what the rest of the page needs. */
export function ErrorBoundary() {
  const error = useRouteError()
  if (!isRouteErrorResponse(error)) return <PageFailed />
  return error.status === 404 ? (
    <Suspense>
      <NotFound />
    </Suspense>
  ) : (
    <SomethingWrong />
  )
}
