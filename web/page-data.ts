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
import { data, redirect } from 'react-router'
import type { Answer } from './api.ts'
import { ApiError } from './api-error.ts'
import { type PageContext, pageContext } from './context.ts'
import { paths, safeReturn, signInPath } from './paths.ts'
import { currentUserQuery } from './queries/users.ts'
import { createQueryClient, queryClient } from './query-client.ts'

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

function serverRead(page: PageContext) {
  return async (path: string): Promise<Answer> => {
    const response = await page.api(path)
    if (!response.ok) throw new ApiError(`HTTP ${response.status}: ${response.statusText}`, response.status)
    return { body: await response.json(), headers: response.headers }
  }
}

/** Nobody should wait longer for a page because of what it can do without. */
const MAX_WAIT_FOR_OPTIONAL_MS = 1_000

/** Resolves with the read, or without it: the API has logged why it failed, and the browser asks again. */
async function briefly(read: Promise<unknown>): Promise<void> {
  const { promise: isLate, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, MAX_WAIT_FOR_OPTIONAL_MS)
  const settled = read.then(
    () => undefined,
    () => undefined,
  )
  await Promise.race([settled, isLate])
  clearTimeout(timer)
}

/**
 * Reads all queries; the first that is missing or refused makes the page respond with that status. A page renders without
 * optional data that failed or is late.
 */
export async function loadOnServer(
  page: PageContext,
  queries: AnyQuery[],
  then?: Following,
): Promise<PageData> {
  const client = createQueryClient(serverRead(page))
  const readAll = (some: AnyQuery[]) =>
    Promise.all(
      some.map((query) => {
        const read = client.fetchQuery({ ...query, retry: false })
        return query.meta?.isOptional ? briefly(read) : read
      }),
    )
  try {
    await readAll(queries)
    await readAll(then?.(client) ?? [])
  } catch (error) {
    // A malformed id cannot exist.
    const status = error instanceof ApiError ? (error.status === 400 ? 404 : error.status) : 500
    if (status >= 500 || status === 429) console.error(error)
    throw data(null, { status })
  }
  return { dehydrated: dehydrate(client) }
}

/** A page that everyone may see. */
export const publicLoader =
  (queries: (args: ClientLoaderArgs, page: PageContext) => AnyQuery[]) =>
  ({ context, request, params }: LoaderArgs): Promise<PageData> => {
    const page = context.get(pageContext)
    return loadOnServer(page, queries({ request, params }, page))
  }

const returnTo = (request: Request): string => {
  const { pathname, search } = new URL(request.url)
  return signInPath(pathname.replace(/\.data$/, '') + search)
}

/** A page for signed-in users: everyone else goes to sign-in and comes back (R47). */
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

/** A page for signing in: signed-in users go on to where they wanted to be (R47). */
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
