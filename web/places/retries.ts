/** The loader tries again three times, waiting longer each time (R56). */
const DELAYS_MS = [500, 1_000, 2_000] as const

export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds))

/** @throws what the last attempt threw. */
export async function withRetries<T>(work: () => Promise<T>, wait = pause): Promise<T> {
  for (const delay of DELAYS_MS) {
    try {
      return await work()
    } catch {
      await wait(delay)
    }
  }
  return work()
}
