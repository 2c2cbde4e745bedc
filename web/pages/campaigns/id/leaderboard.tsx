import { useQuery } from '@tanstack/react-query'
import { counted } from '#web/format.ts'
import { ambassadorName } from '#web/parts/pledging/referral.ts'
import { leaderboardQuery } from '#web/queries/ambassadors.ts'
import { Heading } from '#web/ui/heading.tsx'

/** Those who brought most supporters, by first name and initial; nothing while there is nobody to name (R42). */
export function Leaderboard({ campaignId }: { campaignId: string }) {
  const { data } = useQuery(leaderboardQuery(campaignId))
  if (!data || data.length === 0) return null
  return (
    <section className="card pad" aria-labelledby="leaderboard-title">
      <Heading level={2} id="leaderboard-title">
        Thanks to our ambassadors
      </Heading>
      <p className="quiet mt-1">They have brought most supporters so far.</p>
      <ol className="mt-3">
        {data.map((one) => (
          <li
            key={one.id}
            className="flex items-baseline justify-between gap-4 border-t border-line py-2.5 first:border-t-0"
          >
            <span className="display min-w-0 break-words text-[24px]">{ambassadorName(one)}</span>
            <span className="quiet shrink-0">{counted(one.supportersCount, 'supporter')}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
