/** What is asked before a statistic is saved (R15). */
import type { Management } from '#domain/schemas/campaign.ts'
import type { Statistic } from '#domain/schemas/statistic.ts'
import { hasOtherWords, isSameName, type StatisticWords } from '#domain/statistic-words.ts'

export type Questions = {
  /** Its words change, and there are or may be pledges on it. */
  isReworded: boolean
  /** The open statistic that has the same name; null: none. */
  namesake: string | null
}

type Saved = StatisticWords & { isActive: boolean }
type Given = {
  data: Pick<Management, 'statistics'> & { campaign: Pick<Management['campaign'], 'status'> }
  statistic: Statistic | null
  /** Undefined until it is known. */
  pledges: number | undefined
}

/** Null: none. */
export function questionsFor(saved: Saved, { data, statistic, pledges }: Given): Questions | null {
  const isReworded =
    statistic !== null && data.campaign.status !== 'draft' && pledges !== 0 && hasOtherWords(statistic, saved)
  const isNewHere = !statistic?.isActive || !isSameName(statistic.name, saved.name)
  const others = data.statistics.filter(({ id, isActive }) => isActive && id !== statistic?.id)
  const namesake =
    saved.isActive && isNewHere ? others.find(({ name }) => isSameName(name, saved.name)) : undefined
  return isReworded || namesake ? { isReworded, namesake: namesake?.name ?? null } : null
}
