import { useQuery } from '@tanstack/react-query'
import { cents, toDecimal } from '#domain/money.ts'
import type { PledgeForecast } from '#domain/schemas/forecast.ts'
import type { ShownPledge } from '#domain/schemas/pledge-link.ts'
import { dateText, toCents, usd } from '#web/format.ts'
import { ComesTo } from '#web/parts/pledging/comes-to.tsx'
import type { linkedForecastQuery, pledgeForecastQuery } from '#web/queries/forecasts.ts'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { useReaderWords } from './head.tsx'

type Change = NonNullable<PledgeForecast['forecast']>
type Range = Change['now']
type Row = { label: string; range: Range; isNow: boolean }

/** How the newest match changed the pledge's likely amount; around what is expected. */
export function LikelyChange({
  pledge,
  query,
}: {
  pledge: ShownPledge
  query: ReturnType<typeof pledgeForecastQuery> | ReturnType<typeof linkedForecastQuery>
}) {
  const { data } = useQuery(query)
  if (pledge.status === 'cancelled' || pledge.campaignStatus === 'cancelled') return null
  // Nothing that is to come adds to it.
  if (toCents(pledge.earned) >= toCents(pledge.agreedMaximum)) return null
  if (!data?.forecast || addsNothing(data.forecast, pledge)) return null
  return <LikelyCard pledge={pledge} change={data.forecast} />
}

/** As when every statistic was stopped: there is no range, and no match to tell of. */
const addsNothing = ({ now, match }: Change, { earned }: ShownPledge): boolean =>
  match === null && toCents(now.high) <= toCents(earned)

function LikelyCard({
  pledge: { vocabulary, timeZone, earned },
  change,
}: {
  pledge: ShownPledge
  change: Change
}) {
  const { now, before, match, words } = change
  const { You } = useReaderWords()
  const rows: Row[] = [
    ...(before && match ? [{ label: `Before this ${vocabulary.match}`, range: before, isNow: false }] : []),
    { label: 'Now', range: now, isNow: true },
  ]
  return (
    <section className="card pad" aria-labelledby="likely">
      <Heading level={2} id="likely" className="mb-1">
        {rows.length > 1 ? `What the last ${vocabulary.match} changed` : 'What is likely'}
      </Heading>
      {match && (
        <p className="quiet fine">
          {match.name ? `${match.name}, ` : ''}
          {dateText(match.at, timeZone)}
        </p>
      )}
      <ComesTo range={now} most={change.most} earned={earned} owes={`${You} owe`} className="mt-3" />
      <p className="mt-2">{words}</p>
      <Bands rows={rows} most={change.most} />
      <p className="quiet fine mt-4">
        A forecast, not a bill: about 8 times in 10, the final amount falls within the range. {You} pay for
        confirmed results only.
      </p>
      <div className="mt-3">
        <Disclosure summary="The chart as a table">
          <RangeTable rows={rows} />
        </Disclosure>
      </div>
    </section>
  )
}

/** Room to the right of the largest figure, if the maximum is further away. */
const ROOM = 1.25

/** From zero to the maximum, or to somewhat more than the likely amount if the maximum is far away. */
function Bands({ rows, most }: { rows: readonly Row[]; most: string }) {
  const { Your } = useReaderWords()
  const largest = Math.max(...rows.map(({ range }) => toCents(range.high)))
  const reach = Math.max(1, Math.min(toCents(most), Math.ceil(largest * ROOM)))
  const isMost = reach === toCents(most)
  const at = (amount: string) => Math.floor((toCents(amount) * 10_000) / reach) * 0.01
  return (
    <div className="mt-4 grid gap-3" aria-hidden="true">
      {rows.map(({ label, range, isNow }) => (
        <div key={label}>
          <p className="fine flex flex-wrap justify-between gap-x-3">
            <span className={isNow ? 'font-semibold' : 'quiet'}>{label}</span>
            <span className={isNow ? 'font-semibold' : 'quiet'}>{rangeText(range)}</span>
          </p>
          <svg width="100%" height="22" className="mt-1 block overflow-visible" aria-hidden="true">
            <line className="stroke-line" x1="0" x2="100%" y1="21" y2="21" />
            <rect
              className={`stroke-[var(--forecast)] ${isNow ? 'fill-[var(--forecastwash)]' : 'fill-none'}`}
              strokeDasharray={isNow ? undefined : '4 3'}
              x={`${at(range.low)}%`}
              width={`${at(range.high) - at(range.low)}%`}
              y="1"
              height="20"
            />
            <line
              className="stroke-[var(--forecast)] stroke-[3]"
              x1={`${at(range.likely)}%`}
              x2={`${at(range.likely)}%`}
              y1="1"
              y2="21"
            />
          </svg>
        </div>
      ))}
      <p className="quiet fine -mt-2 flex justify-between gap-3">
        <span>$0</span>
        <span>{isMost ? `${Your} maximum ${usd(most)}` : usd(toDecimal(cents(reach)))}</span>
      </p>
    </div>
  )
}

const rangeText = ({ low, high }: Range): string => (low === high ? usd(low) : `${usd(low)} to ${usd(high)}`)

function RangeTable({ rows }: { rows: readonly Row[] }) {
  return (
    <section
      className="relative overflow-x-auto"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: wider than a phone in large type
      tabIndex={0}
      aria-label="What this pledge will likely reach"
    >
      <table className="w-full border-collapse">
        <caption className="sr-only">What this pledge will likely reach</caption>
        <thead>
          <tr className="quiet fine">
            <td />
            {['Low', 'Likely', 'High'].map((head) => (
              <th key={head} scope="col" className="pb-2 pl-3 text-right font-semibold">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, range }) => (
            <tr key={label} className="border-t border-line">
              <th scope="row" className="py-2 text-left font-semibold">
                {label}
              </th>
              {[range.low, range.likely, range.high].map((amount, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: three figures in their order
                <td key={index} className="py-2 pl-3 text-right tabular-nums">
                  {usd(amount)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
