import { faMedal } from '@fortawesome/free-solid-svg-icons'
import type { CampaignDetail } from '#domain/schemas/campaign.ts'
import type { Reward } from '#domain/schemas/reward.ts'
import { shortUsd } from '#web/format.ts'
import { Icon } from '#web/ui/icon.tsx'

/** Real rewards; without any, the placeholder (R41). */
export function Rewards({
  rewards,
  statistics,
}: {
  rewards: Reward[]
  statistics: CampaignDetail['statistics']
}) {
  return (
    <section className="card pad">
      <h2 className="text-[34px]">Rewards &amp; Recognition</h2>
      {rewards.length === 0 && <p className="quiet mt-3">Rewards Coming Soon</p>}
      <ul className="mt-4 grid gap-4 md:grid-cols-2">
        {rewards.map((reward) => (
          <li key={reward.id} className="flex gap-4 rounded-stat border border-line p-4">
            <span className="stat-icon">
              <Icon icon={faMedal} />
            </span>
            <div>
              <h3>{reward.title}</h3>
              <p className="dense mt-1">{reward.description}</p>
              <p className="quiet fine mt-1.5">{terms(reward, statistics)}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function terms(reward: Reward, statistics: CampaignDetail['statistics']): string {
  const statistic = statistics.find(({ id }) => id === reward.statisticId)?.name
  return [
    reward.threshold !== null && `From ${shortUsd(reward.threshold)}${statistic ? ` on ${statistic}` : ''}`,
    reward.maxWinners !== null && `${reward.maxWinners} ${reward.maxWinners === 1 ? 'winner' : 'winners'}`,
  ]
    .filter(Boolean)
    .join(' · ')
}
