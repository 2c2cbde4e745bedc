import { Link } from 'react-router'
import type { CollectionFigures, Collections } from '#domain/schemas/collection.ts'
import { countText, toCents, usd } from '#web/format.ts'
import { Track } from '#web/ui/bar.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Tiles } from '#web/ui/tiles.tsx'
import { type Look, lookAddress } from './filter.ts'

/** Expected, billed and collected are kept apart, and nothing is summed on this screen (R11). */
export function Figures({ data: { totals } }: { data: Collections }) {
  const rate = totals.rate === null ? 'Nothing is billed yet' : `${totals.rate}% of what was billed`
  return (
    <section className="card" aria-label="Key figures">
      <Tiles
        tiles={[
          {
            label: 'Expected',
            figure: <Figure text={usd(totals.expected)} />,
            note: 'Pledged as of today',
          },
          { label: 'Billed', figure: <Figure text={usd(totals.billed)} />, note: 'By card and by invoice' },
          { label: 'Collected', figure: <Figure text={usd(totals.collected)} />, note: rate },
          {
            label: 'Written off',
            figure: <Figure text={usd(totals.writtenOff)} />,
            note: `${usd(totals.waived)} waived`,
          },
        ]}
      />
      {totals.rate !== null && (
        <div className="px-5 pb-5">
          <Track className="bar" lane="collected" percent={totals.rate} />
        </div>
      )}
    </section>
  )
}

type Part = { label: string; amount: string; count?: number; show?: string }

const partsOf = (totals: CollectionFigures, states: Collections['states']): Part[] => [
  { label: 'Failed cards', amount: totals.failed, count: totals.failedCount, show: 'late' },
  { label: 'Overdue invoices', amount: totals.overdue, count: totals.overdueCount, show: 'overdue' },
  { label: 'In dispute', amount: totals.disputed, count: states.disputed, show: 'disputed' },
  { label: 'Upcoming: scheduled or not due yet', amount: totals.underway, show: 'all' },
  { label: 'Refunded', amount: totals.refunded },
  { label: 'Lost to disputes', amount: totals.lost },
]

/** Every dollar that was billed and not collected is in one of these lines. */
export function TheRest({ data, look }: { data: Collections; look: Look }) {
  return (
    <section className="card p-5" aria-labelledby="the-rest">
      <Heading level={2} size="card" id="the-rest">
        Billed but not collected
      </Heading>
      <dl className="mt-2">
        {partsOf(data.totals, data.states).map(({ label, amount, count, show }) => (
          <div key={label} className="summary-row">
            <dt>
              {show !== undefined && toCents(amount) !== 0 ? (
                <Link
                  to={lookAddress(look, { view: 'items', show })}
                  preventScrollReset
                  className="underline underline-offset-4"
                >
                  {label}
                </Link>
              ) : (
                label
              )}
              {count ? <span className="quiet fine ml-2">{countText(count)}</span> : null}
            </dt>
            <dd>
              <Figure text={usd(amount)} size="t" />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

export function Reasons({ reasons }: Pick<Collections, 'reasons'>) {
  return (
    <section className="card p-5" aria-labelledby="reasons">
      <Heading level={2} size="card" id="reasons">
        Why cards failed
      </Heading>
      {reasons.length === 0 && <p className="quiet mt-3">No failed cards.</p>}
      <dl className="mt-2">
        {reasons.map(({ reason, count, amount }) => (
          <div key={reason} className="summary-row">
            <dt>
              {reason}
              <span className="quiet fine ml-2">{countText(count)}</span>
            </dt>
            <dd>
              <Figure text={usd(amount)} size="t" />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
