import { useQuery } from '@tanstack/react-query'
import { counted } from '#web/format.ts'
import { ambassadorName } from '#web/parts/pledging/referral.ts'
import { leaderboardQuery } from '#web/queries/ambassadors.ts'
import { Fold } from '#web/ui/fold.tsx'

/** Those who brought the most supporters, by first name and initial; nothing while there is nobody to name (R42). */
export function Leaderboard({ campaignId }: { campaignId: string }) {
  const { data } = useQuery(leaderboardQuery(campaignId))
  if (!data || data.length === 0) return null
  return (
    <Fold
      id="leaderboard"
      title="Thanks to our ambassadors"
      note={data.map((one) => ambassadorName(one)).join(' · ')}
    >
      <p className="quiet">They have brought the most supporters so far.</p>
      <ol className="mt-3">
        {data.map((one) => (
          <li
            key={one.id}
            className="flex items-baseline justify-between gap-4 border-t border-line py-2.5 first:border-t-0"
          >
            <span className="display min-w-0 break-words large-[1.5]">{ambassadorName(one)}</span>
            <span className="quiet shrink-0">{counted(one.supportersCount, 'supporter')}</span>
          </li>
        ))}
      </ol>
    </Fold>
  )
}
