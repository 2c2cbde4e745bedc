import { faPen, faPlus, faTrash } from '@fortawesome/free-solid-svg-icons'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Management } from '#domain/schemas/campaign.ts'
import type { Reward } from '#domain/schemas/reward.ts'
import { countText, usd } from '#web/format.ts'
import { rewardTypeLabels } from '#web/labels.ts'
import { campaignKey, rewardProgressQuery, tableFile } from '#web/queries/campaigns.ts'
import { DownloadCsv } from '#web/site/download.tsx'
import { Button } from '#web/ui/button.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useFocusInRows } from '#web/ui/next-focus.ts'
import { EmptyState, Note } from '#web/ui/note.tsx'
import { useWrite } from '#web/write.ts'
import { RewardDrawer } from './reward-drawer.tsx'
import { isPromised, qualifiedOf, qualifyWords } from './reward-input.ts'
import { RewardWinners } from './reward-winners.tsx'

export function RewardsTab({ data }: { data: Management }) {
  const [open, setOpen] = useState<Reward | 'new' | null>(null)
  const [leaving, setLeaving] = useState<Reward | null>(null)
  const mayManage = data.permissions.canManageRewards
  const mayChange = mayManage && data.rewardsClosedReason === undefined
  const { data: standings = [] } = useQuery({
    ...rewardProgressQuery(data.campaign.id),
    enabled: mayManage && data.rewards.length > 0,
  })
  const rowFocus = useFocusInRows()
  const isEmpty = data.rewards.length === 0
  const qualifiedFor = ({ id }: Reward) => qualifiedOf(standings.find(({ rewardId }) => rewardId === id))
  const add = (words: string) => (
    <Button kind="primary" size="small" onClick={() => setOpen('new')}>
      <Icon icon={faPlus} />
      {words}
    </Button>
  )
  return (
    <section aria-label="Rewards" {...rowFocus}>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <Heading level={2}>Rewards</Heading>
        {!isEmpty && (
          <span className="flex flex-wrap gap-2.5">
            {mayManage && <DownloadCsv path={tableFile(data.campaign.id, 'rewards')} of="rewards" />}
            {mayChange && add('Add Reward')}
          </span>
        )}
      </div>
      {mayManage && data.rewardsClosedReason && (
        <div className="mb-4">
          <Note>{data.rewardsClosedReason}.</Note>
        </div>
      )}
      {isEmpty && (
        <EmptyState title="No rewards yet" action={mayChange && add('Add Your First Reward')}>
          Rewards that supporters can win appear here.
        </EmptyState>
      )}
      <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        {data.rewards.map((reward) => (
          <RewardCard key={reward.id} reward={reward} statistics={data.statistics}>
            {standings
              .filter(({ rewardId }) => rewardId === reward.id)
              .map((standing) => (
                <RewardWinners
                  key={reward.id}
                  campaignId={data.campaign.id}
                  timeZone={data.campaign.timeZone}
                  isRepresentative={data.permissions.isPledgerraiserRepresentative}
                  reward={reward}
                  standing={standing}
                />
              ))}
            {mayChange && (
              <div className="mt-auto flex gap-3 pt-4">
                <Button size="small" aria-label={`Edit ${reward.title}`} onClick={() => setOpen(reward)}>
                  <Icon icon={faPen} />
                  Edit
                </Button>
                <Button size="small" aria-label={`Delete ${reward.title}`} onClick={() => setLeaving(reward)}>
                  <Icon icon={faTrash} />
                  Delete
                </Button>
              </div>
            )}
          </RewardCard>
        ))}
      </ul>
      {open !== null && (
        <RewardDrawer
          data={data}
          reward={open === 'new' ? null : open}
          qualified={open === 'new' ? null : qualifiedFor(open)}
          onClose={() => setOpen(null)}
        />
      )}
      {leaving && (
        <DeleteReward
          campaign={data.campaign}
          reward={data.rewards.find(({ id }) => id === leaving.id) ?? leaving}
          qualified={qualifiedFor(leaving)}
          onClose={() => setLeaving(null)}
        />
      )}
    </section>
  )
}

type CardProps = { reward: Reward; statistics: Management['statistics']; children: ReactNode }

function RewardCard({ reward, statistics, children }: CardProps) {
  const statistic = statistics.find(({ id }) => id === reward.statisticId)
  const facts = [
    reward.threshold !== null && { name: 'Threshold', value: usd(reward.threshold) },
    statistic && { name: 'Statistic', value: statistic.name },
    reward.maxWinners !== null && { name: 'Max Winners', value: countText(reward.maxWinners) },
    reward.type === 'sponsorship' && { name: 'Sponsorships', value: countText(reward.sponsorshipsAvailable) },
    reward.prizeTypes.length > 0 && { name: 'Prizes', value: reward.prizeTypes.join(', ') },
    reward.additionalReward && { name: 'Also', value: reward.additionalReward },
  ].filter((fact) => fact !== false && fact !== undefined && fact !== null && fact !== '')
  return (
    <li className="card flex flex-col p-5">
      <h3 className="break-words">{reward.title}</h3>
      <p className="quiet fine font-semibold">{rewardTypeLabels[reward.type]}</p>
      <p className="mt-2 break-words">{reward.description}</p>
      {reward.prizeDetails && <p className="quiet mt-2 break-words">{reward.prizeDetails}</p>}
      {reward.qualificationCriteria && (
        <p className="quiet mt-2 break-words">Who qualifies: {reward.qualificationCriteria}</p>
      )}
      <dl className="fine mt-3 flex flex-wrap gap-x-5 gap-y-1">
        {facts.map(({ name, value }) => (
          <div key={name} className="flex gap-1.5">
            <dt className="quiet">{name}</dt>
            <dd className="min-w-0 font-semibold wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      {reward.tieredRewards.length > 0 && (
        <ul className="fine mt-3 grid gap-1">
          {reward.tieredRewards.map(({ threshold, prize }) => (
            <li key={`${threshold} ${prize}`}>
              <strong>{usd(threshold)}</strong> {prize}
            </li>
          ))}
        </ul>
      )}
      {children}
    </li>
  )
}

type DeleteProps = {
  campaign: Management['campaign']
  reward: Reward
  qualified: number | null | undefined
  onClose: () => void
}

/** A reward that results credit is archived, never erased; it disappears from the campaign. */
function DeleteReward({ campaign, reward, qualified, onClose }: DeleteProps) {
  const remove = useWrite({
    request: () => ({
      method: 'DELETE',
      path: `/api/campaigns/${campaign.id}/rewards/${reward.id}`,
      version: reward.version,
    }),
    failure: 'Failed to delete reward',
    success: { title: 'Reward deleted successfully!' },
    refresh: [campaignKey(campaign.id)],
    onSuccess: onClose,
  })
  return (
    <Confirm
      open
      onClose={onClose}
      onConfirm={() => remove.mutate()}
      title="Delete this reward?"
      confirm="Delete Reward"
      kind="danger"
      pending={remove.isPending && 'Deleting...'}
    >
      {isPromised(qualified, campaign) && (
        <p className="mb-2 break-words">{qualifyWords(reward.title, qualified)}</p>
      )}
      <p className="quiet">Supporters no longer see “{reward.title}”, and no one can win it.</p>
    </Confirm>
  )
}
