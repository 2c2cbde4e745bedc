import type { Campaign } from '#domain/schemas/campaign.ts'
import { countText, daysLeft, percentOfGoal, usd, wholeUsd } from '#web/format.ts'
import type { Lane } from '#web/ui/bar.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { BoardLanes } from '#web/ui/lanes.tsx'
import { Tiles } from '#web/ui/tiles.tsx'
import { AnimatedFigure } from './line-score.tsx'

/** What a campaign still hopes for, and what a finished one raised. */
function pledgedSub({ status, totalPledged, totalEarned, vocabulary: { season } }: Campaign): string {
  if (status === 'completed')
    return totalPledged === totalEarned ? `What the ${season} raised` : `Until the ${season} is settled`
  return status === 'cancelled' ? `Before the ${season} was called off` : `If the ${season} goes as expected`
}

const LANES: {
  lane: Lane
  label: string
  sub: (campaign: Campaign) => string
  of: (campaign: Campaign) => string
}[] = [
  {
    lane: 'pledged',
    label: 'Pledged',
    sub: pledgedSub,
    of: (campaign) => campaign.totalPledged,
  },
  {
    lane: 'earned',
    label: 'Earned',
    sub: ({ status }) => (status === 'completed' ? 'By confirmed results' : 'By confirmed results so far'),
    of: (campaign) => campaign.totalEarned,
  },
  {
    lane: 'collected',
    label: 'Collected',
    sub: () => 'Paid by supporters',
    of: (campaign) => campaign.totalCollected,
  },
]

/** Pledged, earned and collected: three lanes to one finish line, never summed. */
export function MoneyBoard({ campaign }: { campaign: Campaign }) {
  // The goal no longer matters, and the outcome is known.
  const isOver = campaign.status === 'completed'
  return (
    <section className="board pad" aria-label="Pledged, earned and collected">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <p className="label quiet">{isOver ? 'Raised toward the goal' : 'Pledged toward the goal'}</p>
          <AnimatedFigure
            text={`${countText(percentOfGoal(isOver ? campaign.totalEarned : campaign.totalPledged, campaign.goal))}%`}
            size="l"
            className="mt-2 block"
          />
        </div>
        <div className="ml-auto text-right">
          <p className="label quiet">Goal</p>
          <Figure text={wholeUsd(campaign.goal)} size="m" className="mt-2 block" />
        </div>
      </div>
      <BoardLanes
        className="mt-3"
        lanes={LANES.map(({ lane, label, sub, of }) => ({
          lane,
          label,
          sub: sub(campaign),
          amount: <AnimatedFigure text={usd(of(campaign))} />,
          percent: percentOfGoal(of(campaign), campaign.goal),
        }))}
      />
    </section>
  )
}

export function StatTiles({ campaign, now }: { campaign: Campaign; now: number }) {
  return (
    <section className="card" aria-label="The campaign in figures">
      <Tiles
        tiles={[
          { label: 'PLEDGED', figure: <AnimatedFigure text={wholeUsd(campaign.totalPledged)} /> },
          { label: 'SUPPORTERS', figure: <AnimatedFigure text={countText(campaign.supportersCount)} /> },
          { label: 'DAYS LEFT', figure: <AnimatedFigure text={String(daysLeft(campaign.endsAt, now))} /> },
          { label: 'AVG PLEDGE', figure: <AnimatedFigure text={usd(campaign.averagePledge)} /> },
        ]}
      />
    </section>
  )
}
