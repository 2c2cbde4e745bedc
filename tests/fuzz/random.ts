/** Deterministic: the same seed makes the same requests. */
export type Random = {
  below(count: number): number
  one<T>(values: readonly T[]): T
  /** True this many times in a hundred. */
  percent(share: number): boolean
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const below = (count: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * count)
  }
  return {
    below,
    one: (values) => values[below(values.length)] as (typeof values)[number],
    percent: (share) => below(100) < share,
  }
}
