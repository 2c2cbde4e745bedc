/**
 * One after the other; a failure does not stop the rest. All failures are thrown together at the end, so that the job
 * counts as failed and runs again.
 */
export async function settleEach<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const failures: unknown[] = []
  for (const item of items) await work(item).catch((error) => failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} of ${items.length} failed`)
}

/** At most `width` at a time, each started as soon as another has ended; results in the order of the items. */
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
 * Passes on added items in groups, one group at a time: while one is written the next gathers. `done` waits for everything
 * added so far; an error from `write` ends it.
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
