/** One thing that may happen on a random walk, and what every move needs. */
import type { SQL } from '#server/platform/db/database.ts'
import type { Caller } from '#tests/app.ts'
import type { Season } from '#tests/fixtures.ts'
import { type Answer, pick, type Walker } from './world.ts'

/** Through the program's own API. Returns what happened; null: nothing was possible. */
export type Move = (walker: Walker, season: Season) => Promise<string | null>

export const said = (what: string, { status, body }: Answer): string =>
  status < 300 ? what : `${what}: refused (${status} ${body.message})`

/** One of the rows that a statement finds in the campaign; undefined when there is none. */
export async function one<Row extends object>(walker: Walker, rows: SQL): Promise<Row | undefined> {
  const found = await walker.app.deps.db.query<Row>(rows)
  return found.length === 0 ? undefined : pick(walker, found)
}
export const anyRepresentative = (walker: Walker): Caller =>
  pick(walker, [walker.org.representative, walker.org.second])
export const supporterOf = (walker: Walker, userId: string): Caller | undefined =>
  walker.supporters.find((one) => one.userId === userId)

export type Weighed = readonly { move: Move; weight: number }[]
