import { useQuery } from '@tanstack/react-query'
import type { Management } from '#domain/schemas/campaign.ts'
import { isAchievement } from '#domain/statistic-types.ts'
import type { Outcome } from '#web/pages/dashboard/campaigns/id/results/outcome-dialog.tsx'
import { YesOrNo } from '#web/pages/dashboard/campaigns/id/results/yes-or-no.tsx'
import { waitingResultsQuery } from '#web/queries/results.ts'
import { useEntries } from '#web/touchline/device.ts'
import { isOfOne } from '#web/touchline/entry.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Heading } from '#web/ui/heading.tsx'
import type { Counting } from './use-count.ts'

type Props = { data: Management; counting: Counting; userId: string }

/** The achievements that a match may decide, asked below its figures (R20). Each is entered only once at a time. */
export function Answers({ data, counting: { count, answer }, userId }: Props) {
  const { data: page } = useQuery(waitingResultsQuery(data.campaign.id))
  const waiting = page?.items ?? data.results
  const { entries } = useEntries(userId, data.campaign.id)
  const asked = data.statistics.filter(({ type, isActive }) => isAchievement(type) && isActive)
  if (asked.length === 0) return null
  return (
    <ul className="grid gap-3">
      {asked.map(({ id, name, achievement }) => {
        const isKept = entries
          .filter(isOfOne)
          .some(({ one }) => one.statisticId === id && one.kind !== 'count')
        const isWaiting = waiting.some((result) => result.statisticId === id && result.state === 'entered')
        return (
          <li key={id} className="card p-3.5 sm:p-4">
            <div className="flex items-center justify-between gap-3">
              <Heading level={3} size="card" className="min-w-0 break-words">
                {name}
              </Heading>
              {(isKept || isWaiting) && (
                <Badge tone="waiting">{isKept ? 'Not sent yet' : 'To confirm'}</Badge>
              )}
            </div>
            {!isKept && !isWaiting && (
              <YesOrNo
                isBig
                name={name}
                state={achievement ?? 'open'}
                chosen={(count.answers?.[id] as Outcome['kind'] | undefined) ?? null}
                onAnswer={(kind) => answer(id, kind)}
              />
            )}
          </li>
        )
      })}
    </ul>
  )
}
