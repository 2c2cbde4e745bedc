/** Plain words for a promise: what is counted, and when it is paid. */

import type { Vocabulary } from '#domain/campaigns/vocabulary.ts'
import type { Quote } from '#domain/schemas/pledge.ts'
import type { Statistic } from '#domain/schemas/statistic.ts'
import { countsUnits, STATISTIC_RULES } from '#domain/season/statistic-types.ts'
import { usd } from '#web/format.ts'

type Named = Pick<Statistic, 'name' | 'unitName' | 'type'>

/** `goal` from "Goals" if the statistic has no unit name. */
export const unitOf = ({ name, unitName }: Omit<Named, 'type'>): string =>
  unitName?.toLowerCase() ?? name.toLowerCase().replace(/s$/, '')

export const promiseOf = (statistic: Named, words: Vocabulary): string =>
  STATISTIC_RULES[statistic.type].promise(unitOf(statistic), words.achieved)

/** `per goal`, `once` */
export const perUnit = (statistic: Named): string => STATISTIC_RULES[statistic.type].per(unitOf(statistic))

/** Beside a line's name and amount, in the words of its mails: `per goal`, `if achieved`, `once`. */
export const dueWhen = (statistic: Named): string =>
  countsUnits(statistic.type) ? perUnit(statistic) : STATISTIC_RULES[statistic.type].each

/** What “Keep my pledge anonymous” does, in one line: no public page shows a name with or without it. */
export const ANONYMOUS_DOES =
  'If you win a reward, the organization does not get your name: the representative gives you the prize.'

/** Who sees the name on this pledge, besides its supporter. */
export const whoSeesName = ({ isAnonymous }: { isAnonymous: boolean }): string =>
  isAnonymous
    ? 'Only the representative who handles payments sees your name.'
    : 'The representative who handles payments sees your name. If you win a reward, the organization sees your name and contact details.'

/** What the maximum would be without a cap of one's own; nothing where there is none. */
export const withoutCapWords = (quote: Quote | undefined, hasOwnCap: boolean): string =>
  quote && hasOwnCap ? ` Without it: at most ${usd(quote.mostWithoutCap)}.` : ''
