import { useQuery } from '@tanstack/react-query'
import type { Campaign } from '#domain/schemas/campaign.ts'
import { counted, dateTimeText, weekdayText } from '#web/format.ts'
import { campaignKey } from '#web/queries/campaigns.ts'
import { settlementScheduleQuery } from '#web/queries/settlements.ts'
import { Heading } from '#web/ui/heading.tsx'
import { Note, Skeleton } from '#web/ui/note.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { useWrite } from '#web/write.ts'

/** Progress is billed automatically every week, unless a person must decide (R32). */
export function ScheduleCard({ campaign: { id, timeZone } }: { campaign: Campaign }) {
  const { data, error } = useQuery(settlementScheduleQuery(id))
  const turn = useWrite<Campaign, boolean>({
    request: (settleAutomatically) => ({
      method: 'PUT',
      path: `/api/campaigns/${id}`,
      payload: { settleAutomatically },
      ...(data ? { version: data.version } : {}),
    }),
    failure: 'The schedule was not changed',
    success: { title: 'The schedule is changed' },
    refresh: [campaignKey(id)],
  })
  if (error && !data) return <Note tone="danger">{error.message}</Note>
  if (!data) return <Skeleton className="h-44" />
  const isOn = turn.isPending ? turn.variables : data.isOn
  return (
    <section className="card grid gap-3 p-5" aria-labelledby="schedule">
      <Heading level={2} size="card" id="schedule">
        Every week
      </Heading>
      <Switch
        label="Bill progress automatically"
        hint="Early every Monday, for pledges that are paid along the way."
        checked={isOn}
        disabled={turn.isPending}
        onChange={(on) => turn.mutate(on)}
      />
      <p className="dense">
        {data.idleReason ?? (
          <>
            Next on <strong>{weekdayText(data.nextRunAt, timeZone)}</strong>, for{' '}
            {counted(data.pledges, 'pledge')}. Bills of less than $5.00 wait for the next one.
          </>
        )}
      </p>
      <p className="quiet fine">
        {data.lastLockedAt === null
          ? 'No progress has been billed yet.'
          : `Last billed ${dateTimeText(data.lastLockedAt, timeZone)}.`}
      </p>
    </section>
  )
}
