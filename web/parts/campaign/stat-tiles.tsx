import type { Campaign } from '#domain/schemas/campaign.ts'
import { countText, daysLeft, usd, wholeUsd } from '#web/format.ts'
import { Tiles } from '#web/ui/tiles.tsx'
import { AnimatedFigure } from './animated-plate.tsx'

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
