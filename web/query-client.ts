import { QueryClient } from '@tanstack/react-query'
import { type Answer, createApi } from './api.ts'
import { isRateLimited } from './api-error.ts'

type Read = (path: string, signal?: AbortSignal, how?: { isQuestion?: true }) => Promise<Answer>

/** One page of a list, and how many there are in all. */
export type Paged<Item> = {
  items: Item[]
  count: number
  /** The cursor of the next page; null at the end. */
  next: string | null
}
/** A page as its headers describe it, with its items' sum. */
export type Counted<Item> = Paged<Item> & { committed: string }

/** Of `</api/things?cursor=abc>; rel="next"`. */
const nextIn = (link: string | null): string | null => {
  const address = /^<([^>]+)>; rel="next"$/.exec(link ?? '')?.[1]
  return new URLSearchParams(address?.split('?')[1]).get('cursor')
}

const counted = ({ body, headers }: Answer): Counted<unknown> => ({
  items: body as unknown[],
  count: Number(headers.get('x-total-count') ?? 0),
  committed: headers.get('x-total-committed') ?? '0.00',
  next: nextIn(headers.get('link')),
})

declare module '@tanstack/react-query' {
  interface Register {
    /**
     * Every query names the path it reads; the client knows how to read it, on server and browser. `isOptional`: a page
     * renders without it. `isQuestion`: the server may refuse it, such as what someone typed, and its reason is shown
     * (R56).
     */
    queryMeta: { path: string; isCounted?: true; isOptional?: true; isQuestion?: true }
  }
}

const isBrowser = typeof document !== 'undefined'

/** Fresh for 30 seconds, kept for 5 minutes, three more attempts unless the server asked to slow down. */
export function createQueryClient(read: Read): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // On the server a cache lives only as long as its page: a timer would keep every page for five minutes.
        gcTime: isBrowser ? 5 * 60_000 : Number.POSITIVE_INFINITY,
        retry: (failures, error) => failures < 3 && !isRateLimited(error),
        queryFn: async ({ meta, signal }) => {
          if (!meta) throw new Error('a query without a path')
          const answer = await read(meta.path, signal, meta)
          return meta.isCounted ? counted(answer) : answer.body
        },
      },
      // A write is never retried automatically: the user decides, with the same key.
      // Without a network it fails with a message at once, instead of waiting silently until there is one.
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}

/** This device's clock. */
export const deviceNow = (): number => Date.now()

export const api = createApi({
  fetch: (path, init) => fetch(path, init),
  now: deviceNow,
  wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  deadline: (milliseconds) => AbortSignal.timeout(milliseconds),
})

let browserClient: QueryClient | undefined

/** One client for the whole visit; on the server one for each render, since a cache must not be shared there. */
export function queryClient(): QueryClient {
  if (!isBrowser) return createQueryClient(() => new Promise(() => {}))
  browserClient ??= createQueryClient(api.readAnswer)
  return browserClient
}
