import type { FollowedCalendar as Followed } from '#domain/schemas/import.ts'
import { dateTimeText } from '#web/format.ts'
import { campaignKey } from '#web/queries/campaigns.ts'
import { Button } from '#web/ui/button.tsx'
import { useWrite } from '#web/write.ts'

type Props = { campaign: { id: string; timeZone: string }; followed: Followed; onReview: (() => void) | null }

const stateOf = ({ readAt, problem, waiting }: Followed, timeZone: string): string => {
  if (problem) return problem
  const read = `Last read ${dateTimeText(readAt, timeZone)}`
  return waiting === 0
    ? read
    : `${read}. ${waiting === 1 ? 'One question waits' : `${waiting} questions wait`} for you.`
}

/** Where the schedule comes from, when it was read, and what only a person can decide. */
export function FollowedCalendar({ campaign: { id, timeZone }, followed, onReview }: Props) {
  const stop = useWrite({
    request: () => ({ method: 'DELETE', path: `/api/campaigns/${id}/calendar` }),
    failure: 'The calendar is still followed',
    success: { title: 'No longer followed', description: 'What came from the calendar stays.' },
    refresh: [campaignKey(id)],
  })
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
      <div className="min-w-0 flex-1 basis-72">
        <strong className="break-words">Follows the calendar of {followed.host}</strong>
        <p className="quiet fine" role="status">
          {stateOf(followed, timeZone)}
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        {onReview && (
          <Button size="small" {...(followed.waiting > 0 ? { kind: 'primary' } : {})} onClick={onReview}>
            {followed.waiting > 0 ? 'Answer' : 'Read it now'}
          </Button>
        )}
        <Button size="small" pending={stop.isPending && 'Processing...'} onClick={() => stop.mutate()}>
          Stop following
        </Button>
      </div>
    </div>
  )
}
