import type { Management } from '#domain/schemas/campaign.ts'
import type { ResultEntry } from '#domain/schemas/result.ts'
import { Button } from '#web/ui/button.tsx'
import { useConfirmResults } from './writes.ts'

export const isWaiting = (result: ResultEntry): boolean =>
  result.state === 'entered' || result.state === 'void_requested'
export const canConfirm = (result: ResultEntry): boolean =>
  isWaiting(result) && result.cannotConfirmReason === null

/** What waits for a second person, and how much of it this person may settle (R18). */
export function ConfirmBar({ data }: { data: Management }) {
  const confirm = useConfirmResults(data.campaign.id)
  const mine = data.results.filter(canConfirm)
  const count = data.resultsToConfirm
  if (count === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 bg-sunken px-5 py-3">
      <p className="mr-auto">
        <strong>
          {count} {count === 1 ? 'result waits' : 'results wait'} for a second person.
        </strong>{' '}
        <span className="quiet fine">{count === 1 ? 'It moves' : 'They move'} no money until then.</span>
      </p>
      {mine.length > 0 && (
        <Button
          kind="ink"
          size="small"
          pending={confirm.isPending && 'Processing...'}
          onClick={() => confirm.mutate(mine.map(({ id }) => id))}
        >
          {mine.length === count ? `Confirm all ${mine.length}` : `Confirm the ${mine.length} I can`}
        </Button>
      )}
    </div>
  )
}
