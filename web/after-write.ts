import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { whatWaitsKey } from './queries/work-queue.ts'

/**
 * What to read again after a write: the queries the screen names and, without waiting, the next steps and the counts in
 * the navigation. Nearly every write changes those, on any screen.
 */
export async function refreshAfterWrite(
  client: QueryClient,
  named: readonly (readonly unknown[])[] = [],
): Promise<void> {
  void client.invalidateQueries({ queryKey: whatWaitsKey })
  await Promise.all(named.map((queryKey) => readAgain(client, queryKey)))
}

/**
 * A query that is being read for the first time is not started again by the library, although it may have been read
 * before the write: it is read a second time once it is there.
 */
async function readAgain(client: QueryClient, queryKey: QueryKey): Promise<void> {
  const firstReads = client
    .getQueryCache()
    .findAll({ queryKey, fetchStatus: 'fetching', predicate: ({ state }) => state.data === undefined })
  await client.invalidateQueries({ queryKey })
  await Promise.all(
    firstReads.map((query) => client.invalidateQueries({ queryKey: query.queryKey, exact: true })),
  )
}
