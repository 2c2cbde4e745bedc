import { useState } from 'react'
import type { ResultEntry } from '#domain/schemas/result.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { TextField } from '#web/ui/field.tsx'
import { useVoidResult } from './writes.ts'

/** Deleting means voiding, with who and why (R17). */
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
