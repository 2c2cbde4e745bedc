import type { Management } from '#domain/schemas/campaign.ts'
import { type Count, couldBe, rowsOf } from './count.ts'
import type { Standing } from './matches.ts'
import { overtakenOf } from './overtaken.ts'
import { unusualCount } from './unusual-count.ts'

export type Question =
  | { about: 'match'; matches: Management['events'] }
  | { about: 'figures'; reasons: readonly string[] }
  | { about: 'overtaken' }

/** Figures that were confirmed to be right are asked about again only if they change. */
export const figuresOf = (count: Count): string =>
  JSON.stringify([count.choice, count.added.day, count.added.time, rowsOf(count)])

type Known = {
  standing: Standing
  now: number
  /** The figures that the server refused, by statistic. */
  refused: Readonly<Record<string, string>> | undefined
  confirmed: string | undefined
}

/** What the person has to say before the count is stored or sent: one question at a time. */
export function questionAbout(
  count: Count,
  data: Management,
  { standing, now, refused, confirmed }: Known,
): Question | null {
  const matches = couldBe(count, data)
  if (matches.length > 0) return { about: 'match', matches }
  if (overtakenOf(count, standing, refused).length > 0) return { about: 'overtaken' }
  const reasons = unusualCount(count, data, { standing, now })
  return reasons.length > 0 && confirmed !== figuresOf(count) ? { about: 'figures', reasons } : null
}
