import type { QueryClient } from '@tanstack/react-query'
import { whatWaitsKey } from './queries/work-queue.ts'

/**
 * Read again after a write: what the screen names, and, without waiting for it, what to do next and the counts of the
 * navigation. Nearly every write changes those, on whichever screen it is made.
 */
export async function refreshAfterWrite(
  client: QueryClient,
  named: readonly (readonly unknown[])[] = [],
): Promise<void> {
  void client.invalidateQueries({ queryKey: whatWaitsKey })
  await Promise.all(named.map((queryKey) => client.invalidateQueries({ queryKey: [...queryKey] })))
}
