/**
 * One after the other; one that fails does not hold up the rest. What failed is thrown together at the end, so that
 * the job is seen to have failed and runs again.
 */
export async function settleEach<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const failures: unknown[] = []
  for (const item of items) await work(item).catch((error) => failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} of ${items.length} failed`)
}

/** At most `width` at a time, each taken up as soon as another has ended; answers in the order of the items. */
export async function sideBySide<T, Result>(
  width: number,
  items: readonly T[],
  work: (item: T) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  let next = 0
  const worker = async (): Promise<void> => {
    for (let index = next++; index < items.length; index = next++)
      results[index] = await work(items[index] as T)
  }
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, worker))
  return results
}

/**
 * Hands on what comes in, in groups and one group at a time: while one is written the next gathers. `done` waits for
 * what was added so far; what `write` throws ends it.
 */
export function inGroups<T>(write: (group: readonly T[]) => Promise<void>): {
  add(item: T): void
  done(): Promise<void>
} {
  let gathered: T[] = []
  let writing: Promise<void> = Promise.resolve()
  const writeGathered = (): Promise<void> => {
    const group = gathered
    gathered = []
    return write(group)
  }
  return {
    add: (item) => {
      gathered.push(item)
      if (gathered.length > 1) return
      writing = writing.then(writeGathered)
      writing.catch(() => undefined)
    },
    done: () => writing,
  }
}
