import { createSandboxCards } from '#server/adapters/cards-sandbox.ts'
import { ManualClock } from '#server/clock.ts'
import type { Deps } from '#server/deps.ts'
import type { People } from './people.ts'

/** The program as it was at any moment: the demo's past is made by the same actions as its future. */
export type Stage = { now: Date; at(when: Date): Deps; people: People }

export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS
export const later = (from: Date, ms: number): Date => new Date(from.getTime() + ms)

/** Mail of the past stays in the outbox, whatever is set: nobody is to get a letter from a demo. */
export function createPast(deps: Deps): Stage['at'] {
  const config = { ...deps.config, mail: 'outbox' as const }
  const ranks = { changed: () => undefined }
  return (when) => {
    const clock = new ManualClock(when)
    return { ...deps, config, ranks, clock, cards: createSandboxCards({ db: deps.db, clock }) }
  }
}

/** Something that happened. In a lane of its own, beside others; without a lane everything else waits for it. */
export type Step = { at: Date; lane: string | null; run(deps: Deps): Promise<unknown> }

/** The database serves so many lanes at once; more only wait for one another. */
const LANES_AT_ONCE = 6

/** Plays the steps in the order of their time; what is still to come has not happened and is left out. */
export async function play(stage: Pick<Stage, 'now' | 'at'>, steps: readonly Step[]): Promise<void> {
  const happened = steps.filter(({ at }) => at <= stage.now).sort((a, b) => a.at.getTime() - b.at.getTime())
  let lanes = new Map<string, Step[]>()
  const runLanes = async () => {
    const waiting = [...lanes.values()]
    lanes = new Map()
    await eachOf(waiting, LANES_AT_ONCE, async (lane) => {
      for (const step of lane) await step.run(stage.at(step.at))
    })
  }
  for (const step of happened) {
    if (step.lane === null) {
      await runLanes()
      await step.run(stage.at(step.at))
    } else {
      const lane = lanes.get(step.lane)
      if (lane) lane.push(step)
      else lanes.set(step.lane, [step])
    }
  }
  await runLanes()
}

/** So many at once, started in order. */
export async function eachOf<T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const left = [...items].reverse()
  const worker = async () => {
    for (let item = left.pop(); item !== undefined; item = left.pop()) await work(item)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}
