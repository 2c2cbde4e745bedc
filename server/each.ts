/**
 * One after the other; one that fails does not hold up the rest. What failed is thrown together at the end, so that
 * the job is seen to have failed and runs again.
 */
export async function eachByItself<T>(
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = []
  for (const item of items) await work(item).catch((error) => failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} of ${items.length} failed`)
}
