import { sum, toDecimal } from '#domain/money.ts'
import type { Ambassadorship } from '#domain/schemas/ambassador.ts'
import { countText, toCents, usd } from '#web/format.ts'
import { Figure } from '#web/ui/figure.tsx'
import { Tiles } from '#web/ui/tiles.tsx'

/** All links together. Each lane is added up separately, and never to another (R11). */
export function Summary({ ambassadorships }: { ambassadorships: readonly Ambassadorship[] }) {
  const total = (of: (one: Ambassadorship) => string): string =>
    usd(toDecimal(sum(ambassadorships.map((one) => toCents(of(one))))))
  const supporters = ambassadorships.reduce((count, { supportersCount }) => count + supportersCount, 0)
  return (
    <section className="card" aria-label="All your links together">
      <Tiles
        tiles={[
          { label: 'Supporters you brought', figure: <Figure text={countText(supporters)} /> },
          { label: 'Pledged', figure: <Figure text={total(({ totalPledged }) => totalPledged)} /> },
          { label: 'Earned', figure: <Figure text={total(({ totalEarned }) => totalEarned)} /> },
          { label: 'Collected', figure: <Figure text={total(({ totalCollected }) => totalCollected)} /> },
        ]}
      />
    </section>
  )
}
