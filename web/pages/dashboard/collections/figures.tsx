import { Fragment, useId } from 'react'
import { Link } from 'react-router'
import type { CollectionFigures, CollectionSums, Collections } from '#domain/schemas/collection.ts'
import { countText, toCents, usd } from '#web/format.ts'
import { Track } from '#web/ui/bar.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Tiles } from '#web/ui/tiles.tsx'
import { type Look, lookAddress } from './filter.ts'

/** Real and test money are kept apart, and never added (R39). */
export function MoneySums({ data, look }: { data: Collections; look: Look }) {
  const all = data.byMoney.length > 0 ? data.byMoney : [data]
  return all.map(({ moneyMode, ...sums }) => {
    const test = moneyMode === 'sandbox' && all.length > 1 ? 'Test mode' : null
    return (
      <Fragment key={moneyMode}>
        <Figures {...{ ...sums, test }} isTestMoney={moneyMode === 'sandbox'} />
        <div className="grid items-start gap-6 lg:grid-cols-2">
          <TheRest {...{ ...sums, look, test }} />
          <Reasons {...{ ...sums, test }} />
        </div>
      </Fragment>
    )
  })
}

/** Expected, billed and collected are kept apart, and nothing is summed on this screen (R11). */
function Figures({
  totals,
  test,
  isTestMoney,
}: Pick<CollectionSums, 'totals'> & PartProps & { isTestMoney: boolean }) {
  const rate = totals.rate === null ? 'Nothing is billed yet' : `${totals.rate}% of what was billed`
  return (
    <section className="card" aria-label={test ? 'Key figures of test mode' : 'Key figures'}>
      {isTestMoney && <p className="label px-6 pt-4">Test mode: no real money</p>}
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
  { label: 'Failed cards', amount: totals.failed, count: totals.failedCount, show: 'cards' },
  { label: 'Overdue invoices', amount: totals.overdue, count: totals.overdueCount, show: 'overdue' },
  { label: 'In dispute', amount: totals.disputed, count: states.disputed, show: 'disputed' },
  { label: 'Upcoming: scheduled or not due yet', amount: totals.underway, show: 'upcoming' },
  { label: 'Refunded', amount: totals.refunded },
  { label: 'Lost to disputes', amount: totals.lost },
]

/** `test`: what says that it is test money, beside real money. */
type PartProps = { test: string | null }
const Test = ({ test }: PartProps) => test && <span className="quiet fine ml-2 font-normal">{test}</span>

/** Every dollar that was billed and not collected is in one of these lines. */
function TheRest({
  totals,
  states,
  look,
  test,
}: Pick<CollectionSums, 'totals' | 'states'> & { look: Look } & PartProps) {
  const id = useId()
  return (
    <section className="card p-5" aria-labelledby={id}>
      <Heading level={2} size="card" id={id}>
        Billed but not collected
        <Test test={test} />
      </Heading>
      <dl className="mt-2">
        {partsOf(totals, states).map(({ label, amount, count, show }) => (
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

function Reasons({ reasons, test }: Pick<CollectionSums, 'reasons'> & PartProps) {
  const id = useId()
  return (
    <section className="card p-5" aria-labelledby={id}>
      <Heading level={2} size="card" id={id}>
        Why cards failed
        <Test test={test} />
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
