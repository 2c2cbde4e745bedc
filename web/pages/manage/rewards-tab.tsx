import type { Management } from '#domain/schemas/campaign.ts'
import { usd } from '#web/format.ts'
import { spelled } from '#web/labels.ts'
import { Badge } from '#web/ui/badge.tsx'
import { EmptyState } from '#web/ui/note.tsx'

export function RewardsTab({ data }: { data: Management }) {
  return (
    <section aria-label="Rewards">
      <h2 className="mb-4 text-[32px]">Rewards</h2>
      {data.rewards.length === 0 && (
        <EmptyState title="No rewards yet">What the most loyal supporters can win appears here.</EmptyState>
      )}
      <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        {data.rewards.map((reward) => (
          <li key={reward.id} className="card p-5">
            <div className="flex items-start justify-between gap-3">
              <h3>{reward.title}</h3>
              <Badge tone="draft">{spelled(reward.type)}</Badge>
            </div>
            <p className="mt-2">{reward.description}</p>
            <p className="quiet fine mt-3">
              {reward.threshold !== null && `Threshold: ${usd(reward.threshold)}`}
              {reward.threshold !== null && reward.maxWinners !== null && ' · '}
              {reward.maxWinners !== null && `Max Winners: ${reward.maxWinners}`}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
