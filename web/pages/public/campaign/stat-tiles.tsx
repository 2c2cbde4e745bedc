import type { Campaign } from '#domain/schemas/campaign.ts'
import { countText, daysLeft, usd, wholeUsd } from '#web/format.ts'
import { Figure } from '#web/ui/figure.tsx'
import { Tiles } from '#web/ui/tiles.tsx'

export function StatTiles({ campaign, now }: { campaign: Campaign; now: number }) {
  return (
    <section className="card" aria-label="The campaign in figures">
      <Tiles
        tiles={[
          { label: 'PLEDGED', figure: <Figure text={wholeUsd(campaign.totalPledged)} /> },
          { label: 'SUPPORTERS', figure: <Figure text={countText(campaign.supportersCount)} /> },
          { label: 'DAYS LEFT', figure: <Figure text={String(daysLeft(campaign.endsAt, now))} /> },
          { label: 'AVG PLEDGE', figure: <Figure text={usd(campaign.averagePledge)} /> },
        ]}
      />
    </section>
  )
}
