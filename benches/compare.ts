import type { Sample } from './load.ts'

/** One side over all rounds. */
export type Side = { perSecond: number; p50Ms: number; p99Ms: number }

type Sides<Name extends string> = Record<Name, () => Promise<Sample>>

/**
 * Runs the sides one after the other in short rounds, so that other work of the machine affects all alike. The
 * first round warms them up and does not count.
 */
export async function inTurns<Name extends string>(
  rounds: number,
  sides: Sides<Name>,
): Promise<Record<Name, Sample[]>> {
  const names = Object.keys(sides) as Name[]
  const samples = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Sample[]>
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of names) {
      const sample = await sides[name]()
      if (round > 0) samples[name].push(sample)
    }
  }
  return samples
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

/** The median of the rounds' own ratios: only within a round do both sides see the same machine. */
export const ratioOf = (ours: readonly Sample[], theirs: readonly Sample[]): number =>
  median(ours.map(({ perSecond }, round) => perSecond / (theirs[round]?.perSecond ?? Number.NaN)))

export function summary(samples: readonly Sample[]): Side {
  const latencies = samples.flatMap(({ latenciesMs }) => latenciesMs).sort((a, b) => a - b)
  const at = (share: number) =>
    latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))]
  return {
    perSecond: median(samples.map(({ perSecond }) => perSecond)),
    p50Ms: at(0.5) ?? Number.NaN,
    p99Ms: at(0.99) ?? Number.NaN,
  }
}
