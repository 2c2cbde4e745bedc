import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import type { Management } from '#domain/schemas/campaign.ts'
import { matchStandingsQuery } from '#web/queries/results.ts'
import { lazily } from '#web/ui/lazily.tsx'
import { Skeleton } from '#web/ui/note.tsx'

const SeasonBoard = lazily(async () => (await import('#web/parts/campaign/season-board.tsx')).SeasonBoard)

/** The board that supporters see, from every result of the season. */
export function SeasonChart({ data }: { data: Management }) {
  const { data: standings = [] } = useQuery(matchStandingsQuery(data.campaign.id))
  const results = standings.flatMap(({ confirmed, waiting, ...standing }) =>
    [
      { state: 'confirmed' as const, quantity: confirmed },
      { state: 'entered' as const, quantity: waiting },
    ].flatMap(({ state, quantity }) =>
      quantity === null
        ? []
        : [{ ...standing, id: `${standing.occursAt} ${state}`, kind: 'count' as const, state, quantity }],
    ),
  )
  if (results.length === 0) return null
  return (
    <Suspense fallback={<Skeleton className="h-80" />}>
      <SeasonBoard
        statistics={data.statistics}
        events={data.events}
        results={results}
        timeZone={data.campaign.timeZone}
      />
    </Suspense>
  )
}
