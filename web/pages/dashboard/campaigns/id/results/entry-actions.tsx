import { useState } from 'react'
import type { Management } from '#domain/schemas/campaign.ts'
import type { ResultEntry } from '#domain/schemas/result.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { TextField } from '#web/ui/field.tsx'
import { spokenName } from './entry-labels.tsx'
import { useVoidResult } from './writes.ts'

type Correct = (result: ResultEntry) => void

/** For a count that counts now: a correction, if its statistic is active. Achievements are changed in their own card. */
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

/** What can be done with an existing entry. */
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

/** Deleting means voiding, with who and why. */
export function VoidDialog({
  campaignId,
  result,
  onClose,
}: {
  campaignId: string
  result: ResultEntry
  onClose: () => void
}) {
  const [reason, setReason] = useState('')
  const voidResult = useVoidResult(campaignId, onClose)
  return (
    <Confirm
      open
      onClose={onClose}
      title="Void this result?"
      confirm="Void result"
      kind="danger"
      reason={reason.trim() === '' ? 'Type a reason first' : undefined}
      pending={voidResult.isPending && 'Processing...'}
      onConfirm={() => voidResult.mutate({ resultId: result.id, reason: reason.trim() })}
    >
      <p className="quiet mb-4">
        {result.voidEffect === null
          ? 'It has not counted. It stays in the list, struck through.'
          : `Nothing changes until a second person confirms the void. ${result.voidEffect}`}
      </p>
      <TextField
        label="Reason"
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </Confirm>
  )
}
