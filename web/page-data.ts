/**
 * How every page gets its data: on the server the queries are read in process and travel inside the HTML; on a
 * click in the browser the same queries start through api.ts while the screen shows its skeleton.
 */
import {
  type DehydratedState,
  dehydrate,
  type FetchQueryOptions,
  type QueryClient,
} from '@tanstack/react-query'
import { createContext, data, redirect } from 'react-router'
import type { Answer } from './api.ts'
import { ApiError } from './api-error.ts'
import { paths, safeReturn, signInPath } from './paths.ts'
import { currentUserQuery } from './queries/users.ts'
import { createQueryClient, queryClient } from './query-client.ts'

/** What the server gives a page to render with. The browser has none of it: `api.ts` fetches there. */
export type PublicConfig = {
  /** No real money moves: every card form says "Test mode". */
  testMode: boolean
  /** The card provider whose form asks for cards; the key is public. */
  cards: { provider: 'sandbox' | 'stripe'; publishableKey: string | null; bankAccounts: boolean }
  /** Who looks up addresses as they are typed; the key is null where the configured one is malformed. */
  places: { provider: 'none' | 'google'; key: string | null }
  /** Who signs people in; the key is public. */
  identity: { provider: 'embedded' } | { provider: 'clerk'; publishableKey: string; proxyUrl: string | null }
  appUrl: string
  /** The demo's accounts exist and are listed on the sign-in screen. */
  demoAccounts: boolean
  /** Mail stays in an outbox, shown at /dev/mail. */
  mailOutbox: boolean
}

export type PageContext = {
  /** The product's own API, in process, as the requesting user. */
  api: (path: string, init?: RequestInit) => Promise<Response>
  isSignedIn: boolean
  /** The application's clock, in milliseconds: server and browser show the same "days left". */
  now: number
  config: PublicConfig
}

/** The response's body if it is a page, and what its security policy calls the scripts in it (`own-scripts.ts`). */
export type RenderedPage = {
  response: Response
  html: Buffer<ArrayBuffer> | null
  scripts: readonly string[]
}

export const pageContext = createContext<PageContext>()

// biome-ignore lint/suspicious/noExplicitAny: a list of queries of different shapes
export type AnyQuery = FetchQueryOptions<any, any, any, any>
/** What else a page needs, once its first queries are known. */
type Following = (client: QueryClient) => AnyQuery[]
export type PageData = { dehydrated: DehydratedState }

/** The same query, which the page can do without. */
export const optional = (query: AnyQuery): AnyQuery => ({
  ...query,
  meta: { path: '', ...query.meta, isOptional: true },
})

type LoaderArgs = {
  request: Request
  params: Record<string, string | undefined>
  context: { get: (key: typeof pageContext) => PageContext }
}
type ClientLoaderArgs = { request: Request; params: Record<string, string | undefined> }

/** What a page has read, by path: the page and the frame around it need some of the same. */
const readsOf = new WeakMap<PageContext, Map<string, Promise<Answer>>>()

function serverRead(page: PageContext) {
  const reads = readsOf.get(page) ?? new Map<string, Promise<Answer>>()
  readsOf.set(page, reads)
  const read = async (path: string): Promise<Answer> => {
    const response = await page.api(path)
    if (!response.ok) throw new ApiError(`HTTP ${response.status}: ${response.statusText}`, response.status)
    return { body: await response.json(), headers: response.headers }
  }
  return (path: string): Promise<Answer> => {
    const reading = reads.get(path) ?? read(path)
    reads.set(path, reading)
    return reading
  }
}

/** Optional data delays a page by at most this long; then the browser requests it. */
const MAX_WAIT_FOR_OPTIONAL_MS = 1_000

/**
 * Reads all queries, and then those that depend on them; the first that is missing or refused makes the page respond with
 * that status. A page renders without optional data that failed or is late.
 */
export async function loadOnServer(
  page: PageContext,
  queries: AnyQuery[],
  following?: Following,
): Promise<PageData> {
  const client = createQueryClient(serverRead(page))
  const optionalReads: Promise<unknown>[] = []
  const readAll = (some: AnyQuery[]) =>
    Promise.all(
      some.map((query) => {
        const read = client.fetchQuery({ ...query, retry: false })
        if (!query.meta?.isOptional) return read
        optionalReads.push(read.catch(() => undefined))
        return undefined
      }),
    )
  const { promise: deadline, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, MAX_WAIT_FOR_OPTIONAL_MS)
  try {
    await readAll(queries)
    await readAll(following?.(client) ?? [])
    await Promise.race([Promise.all(optionalReads), deadline])
  } catch (error) {
    // A malformed id cannot exist.
    const status = error instanceof ApiError ? (error.status === 400 ? 404 : error.status) : 500
    if (status >= 500 || status === 429) console.error(error)
    throw data(null, { status })
  } finally {
    clearTimeout(timer)
  }
  return { dehydrated: dehydrate(client) }
}

/** A page that everyone may see. */
export const publicLoader =
  (
    queries: (args: ClientLoaderArgs, page: PageContext) => AnyQuery[],
    following?: (args: ClientLoaderArgs, client: QueryClient) => AnyQuery[],
  ) =>
  ({ context, request, params }: LoaderArgs): Promise<PageData> => {
    const page = context.get(pageContext)
    const args = { request, params }
    return loadOnServer(page, queries(args, page), (client) => following?.(args, client) ?? [])
  }

const returnTo = (request: Request): string => {
  const { pathname, search } = new URL(request.url)
  return signInPath(pathname.replace(/\.data$/, '') + search)
}

/** A page for signed-in users: everyone else goes to sign-in and comes back. */
export const signedInLoader =
  (
    queries: (args: ClientLoaderArgs) => AnyQuery[],
    following?: (args: ClientLoaderArgs, client: QueryClient) => AnyQuery[],
  ) =>
  ({ context, request, params }: LoaderArgs): Promise<PageData> => {
    const page = context.get(pageContext)
    if (!page.isSignedIn) throw redirect(returnTo(request))
    const args = { request, params }
    return loadOnServer(page, queries(args), (client) => following?.(args, client) ?? [])
  }

/** A page for signing in: signed-in users go on to where they wanted to be. */
export function visitorLoader({ context, request }: LoaderArgs): null {
  if (context.get(pageContext).isSignedIn)
    throw redirect(safeReturn(new URL(request.url).searchParams.get('returnTo')))
  return null
}

/** A page of the embedded identity: with another identity provider, its sign-in covers the same. */
export function embeddedLoader({ context }: LoaderArgs): null {
  if (context.get(pageContext).config.identity.provider !== 'embedded') throw redirect(paths.signIn)
  return null
}

/** Nothing waits in the browser: the queries start, and the page shows what it has. */
export const browserLoader =
  (queries: (args: ClientLoaderArgs) => AnyQuery[]) =>
  (args: ClientLoaderArgs): PageData | null => {
    const client = queryClient()
    for (const query of queries(args)) void client.prefetchQuery(query)
    return null
  }

export const signedInBrowserLoader =
  (queries: (args: ClientLoaderArgs, client: QueryClient) => AnyQuery[]) =>
  (args: ClientLoaderArgs): PageData | null => {
    const client = queryClient()
    if (!client.getQueryData(currentUserQuery.queryKey)) throw redirect(returnTo(args.request))
    return browserLoader(() => queries(args, client))(args)
  }
