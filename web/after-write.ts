import type { QueryClient } from '@tanstack/react-query'
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
  await Promise.all(named.map((queryKey) => client.invalidateQueries({ queryKey: [...queryKey] })))
}
