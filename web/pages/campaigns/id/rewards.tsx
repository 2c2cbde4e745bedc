import { faMedal } from '@fortawesome/free-solid-svg-icons'
import type { CampaignDetail } from '#domain/schemas/campaign.ts'
import type { Reward } from '#domain/schemas/reward.ts'
import { countText, shortUsd } from '#web/format.ts'
import { useWords } from '#web/site/vocabulary.ts'
import { EmptyFold, Fold } from '#web/ui/fold.tsx'
import { Icon } from '#web/ui/icon.tsx'

type Statistics = CampaignDetail['statistics']

/** Real rewards; without any, the placeholder. */
export function Rewards({ rewards, statistics }: { rewards: Reward[]; statistics: Statistics }) {
  if (rewards.length === 0)
    return <EmptyFold title="Rewards &amp; Recognition">Rewards Coming Soon</EmptyFold>
  return (
    <Fold
      id="rewards"
      title="Rewards &amp; Recognition"
      figure={countText(rewards.length)}
      note={rewards.map(({ title }) => title).join(' · ')}
      isOpen
    >
      <ul className={`grid gap-x-8 ${rewards.length > 1 ? 'md:grid-cols-2' : ''}`}>
        {rewards.map((reward) => (
          <li key={reward.id} className="flex items-start gap-3 border-t border-line py-3">
            <Icon icon={faMedal} className="mt-1 text-accenttext" />
            <RewardWords reward={reward} statistics={statistics} />
          </li>
        ))}
      </ul>
    </Fold>
  )
}

/** The reward, who can win it, and how. */
function RewardWords({ reward, statistics }: { reward: Reward; statistics: Statistics }) {
  const words = useWords()
  return (
    <div className="min-w-0 break-words">
      <h3>{reward.title}</h3>
      <p className="dense mt-0.5 whitespace-pre-line">{whatItIs(reward)}</p>
      {reward.enableTieredRewards && reward.tieredRewards.length > 0 && (
        <ul className="mt-1">
          {reward.tieredRewards.map(({ threshold, prize }) => (
            <li key={`${threshold} ${prize}`} className="dense flex gap-3 py-0.5">
              <span className="fig fig-t">{shortUsd(threshold)}</span>
              <span className="min-w-0">{prize}</span>
            </li>
          ))}
        </ul>
      )}
      <p className="quiet fine mt-1 whitespace-pre-line">
        {wonBy(reward, statistics, words.season)} {reward.qualificationCriteria}
      </p>
    </div>
  )
}

/** Description, kinds of prizes, details and what comes on top, as one paragraph. */
const whatItIs = (reward: Reward): string =>
  [
    reward.description,
    reward.prizeTypes.length > 0 && `${sentence(reward.prizeTypes.join(', '))}.`,
    reward.prizeDetails,
    reward.hasAdditionalReward && reward.additionalReward && `Also: ${reward.additionalReward}`,
  ]
    .filter(Boolean)
    .join(' ')

/** Capitalizes what a coach typed as a list. */
const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const pledges = (count: number): string => `${countText(count)} ${count === 1 ? 'pledge' : 'pledges'}`

function wonBy(
  { type, threshold, maxWinners, statisticId, sponsorshipsAvailable }: Reward,
  all: Statistics,
  season: string,
) {
  const most =
    maxWinners === null ? '' : ` ${maxWinners === 1 ? 'One winner' : `${countText(maxWinners)} winners`}.`
  const from = threshold === null ? null : shortUsd(threshold)
  const statistic = all.find(({ id }) => id === statisticId)?.name
  switch (type) {
    case 'top_supporter':
      return `For the pledge with the largest amount when the ${season} is settled.${most}`
    case 'milestone_maker':
      return `For pledges${from ? ` of ${from} or more` : ''} on ${statistic ?? 'one statistic'}.${most}`
    case 'elite_circle':
      return `For pledges${from ? ` of ${from} or more` : ''}.${most}`
    case 'early_bird':
      return `For the first ${maxWinners === null ? 'pledge' : pledges(maxWinners)}.`
    case 'sponsorship':
      return `For the first ${pledges(sponsorshipsAvailable)}${from ? ` of ${from} or more` : ''}.`
  }
}
