import type { Management } from '#domain/schemas/campaign.ts'
import type { ResultEntry } from '#domain/schemas/result.ts'
import { spokenName } from './entry-words.tsx'

type Correct = (result: ResultEntry) => void

/** For a count that counts now: a correction, if its statistic is active. Achievements are changed in their own card (R20). */
export function correctionOf(data: Management, result: ResultEntry, correct: Correct): (() => void) | null {
  const { kind, state, isReplaced, statisticId } = result
  const isActive = data.statistics.some(({ id, isActive }) => id === statisticId && isActive)
  const canCorrect = kind === 'count' && state === 'confirmed' && !isReplaced && isActive
  return canCorrect && data.permissions.canEnterResults ? () => correct(result) : null
}

export type EntryProps = {
  data: Management
  result: ResultEntry
  onVoid: () => void
  onCorrect: (() => void) | null
}

/** What can be done with an existing entry (R17). */
export function EntryActions({ data, result, onVoid, onCorrect }: EntryProps) {
  const name = spokenName(data, result)
  const canVoid =
    data.permissions.canEnterResults && (result.state === 'entered' || result.state === 'confirmed')
  if (!canVoid && !onCorrect) return null
  return (
    <span className="flex flex-wrap gap-x-4 md:justify-end max-md:-ml-1.5">
      {onCorrect && (
        <button type="button" className="text-button" aria-label={`Correct: ${name}`} onClick={onCorrect}>
          Correct
        </button>
      )}
      {canVoid && (
        <button type="button" className="text-button" aria-label={`Void: ${name}`} onClick={onVoid}>
          Void
        </button>
      )}
    </span>
  )
}
