/** Figures that somebody else entered other ones for since they were counted: never overwritten without a decision (R71). */
import { minus, NONE, parseQuantity, plus, readQuantity, toNumber } from '#domain/quantity.ts'
import type { Count } from './count.ts'
import type { Standing } from './matches.ts'

export type Overtaken = {
  statisticId: string
  /** As typed. */
  counted: string
  /** The current result; null for none. */
  now: number | null
  /** The current result and what was counted beyond the one that was seen; null where that is nothing. */
  together: number | null
}
/** `keep`: the current result. `save`: as counted. `add`: both together. */
export type Decision = 'keep' | 'save' | 'add'

/** Typed after the refusal, which gives the current result, and above that: the person has seen it. */
const isCountedOn = (value: string, now: number | null, refused: string | undefined): boolean =>
  refused !== undefined && value !== refused && Number(value) > (now ?? 0)

/** `refused`: the figures that the server refused, by statistic. */
export function overtakenOf(
  { choice, typed, from }: Count,
  standing: Standing,
  refused: Readonly<Record<string, string>> = {},
): Overtaken[] {
  return Object.entries(typed).flatMap(([statisticId, { value, standing: seen }]) => {
    const counted = value.trim()
    const now = standing(choice, statisticId)
    // Not somebody else's: what this device sent before it counted on.
    const own = from?.match.rows.find((row) => row.statisticId === statisticId)
    const isOwn = own !== undefined && own.standing === seen && Number(own.quantity) === now
    const isSettled = now === seen || isOwn || (now !== null && Number(counted) === now)
    if (counted === '' || isSettled || isCountedOn(counted, now, refused[statisticId])) return []
    return [{ statisticId, counted, now, together: togetherOf(counted, seen, now) }]
  })
}

function togetherOf(counted: string, seen: number | null, now: number | null): number | null {
  const total = parseQuantity(counted)
  const more = total === null ? NONE : minus(total, readQuantity(seen) ?? NONE)
  if (now === null || more <= 0) return null
  const both = toNumber(plus(readQuantity(now) ?? NONE, more))
  return both === Number(counted) ? null : both
}

/** What the person decided about one figure: from then on it is based on the current result. */
export function decided(
  count: Count,
  { statisticId, counted, now, together }: Overtaken,
  how: Decision,
): Count {
  const { [statisticId]: _, ...others } = count.typed
  if (how === 'keep') return { ...count, typed: others }
  const value = how === 'add' && together !== null ? String(together) : counted
  return { ...count, typed: { ...others, [statisticId]: { value, standing: now } } }
}

/** What was counted on after a refusal is based on the result that it gave. */
export function countedOn(
  count: Count,
  standing: Standing,
  refused: Readonly<Record<string, string>> = {},
): Count {
  const based = Object.entries(count.typed).map(([id, one]) => {
    const now = standing(count.choice, id)
    return [id, isCountedOn(one.value.trim(), now, refused[id]) ? { ...one, standing: now } : one] as const
  })
  return { ...count, typed: Object.fromEntries(based) }
}
