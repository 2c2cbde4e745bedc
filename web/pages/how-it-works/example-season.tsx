import { dollars, formatUsd } from '#domain/money.ts'
import { howItWorks } from '#web/content/how-it-works.ts'
import { shortCalendarDayText, usd } from '#web/format.ts'
import { estimateOf, type PlayedMatch } from '#web/parts/marketing/sums.ts'
import { Figure } from '#web/ui/figure.tsx'
import { Note } from '#web/ui/note.tsx'

/** One pledge through one season: what was agreed, and what each match added until the maximum was reached. */
export function ExampleSeason({ matches }: { matches: readonly PlayedMatch[] }) {
  const { example } = howItWorks
  return (
    <section className="wrap pt-14 lg:pt-24">
      <h2 className="section-title">{example.title}</h2>
      <p className="lead quiet mt-4 max-w-[54ch]">{example.lead}</p>
      <div className="mt-8 grid grid-cols-[minmax(0,1fr)] gap-5 lg:grid-cols-[min(25.25rem,43%)_minmax(0,1fr)] lg:items-start">
        <Agreed />
        <div className="card">
          <div className="relative overflow-x-auto">
            <SeasonTable matches={matches} />
          </div>
          <div className="px-5 pt-4 pb-5">
            <Note tone="good">{example.cappedNote}</Note>
          </div>
        </div>
      </div>
    </section>
  )
}

function Agreed() {
  const { example } = howItWorks
  return (
    <section className="board pad lg:sticky lg:top-5" aria-label="What Maya agreed to">
      <p className="label quiet">The most she can owe</p>
      <Figure text={usd(example.most)} size="xl" className="mt-2 block" />
      <dl className="mt-5">
        <Term to="Goals" amount={usd(example.rate)} says={`per ${example.unit}`} />
        <Term to="Conference" amount={usd(example.bonus)} says={example.bonusFor} />
        <Term
          to="Estimate"
          amount={formatUsd(estimateOf(example))}
          says={`${usd(example.rate)} × ${example.lastYear} ${example.unit}s, as last year, and the title`}
        />
      </dl>
    </section>
  )
}

function Term({ to, amount, says }: { to: string; amount: string; says: string }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 border-t border-boardmuted/22 py-3">
      <dt>{to}</dt>
      <dd className="grid max-w-[24ch] justify-items-end gap-1 text-right">
        <Figure text={amount} size="s" />
        <span className="fine quiet">{says}</span>
      </dd>
    </div>
  )
}

const CELL = 'px-[0.3125rem] align-baseline first:pl-3.5 last:pr-3.5 md:px-2 md:first:pl-5 md:last:pr-5'
const HEAD = `${CELL} border-b-[1.5px] border-control py-[0.6875rem] text-[0.84375rem] font-semibold text-ink2`
const BODY = `${CELL} border-b border-line py-[0.6875rem]`
const FOOT = `${CELL} border-t-[3px] border-ink pt-3.5 pb-[0.6875rem]`

function SeasonTable({ matches }: { matches: readonly PlayedMatch[] }) {
  const { example } = howItWorks
  const total = matches.at(-1)?.soFar ?? dollars('0')
  return (
    <table className="w-full">
      <caption className="sr-only">{example.caption}</caption>
      <thead>
        <tr>
          <th scope="col" className={`${HEAD} text-left`}>
            Match
          </th>
          <th scope="col" className={`${HEAD} text-left max-md:hidden`}>
            Result
          </th>
          <th scope="col" className={`${HEAD} text-right`}>
            Adds
          </th>
          <th scope="col" className={`${HEAD} text-right`}>
            So far
          </th>
        </tr>
      </thead>
      <tbody>
        {matches.map(({ on, name, result, earned, adds, soFar, isCapped }) => (
          <tr key={on} className={adds === 0 ? '*:[td]:text-ink2' : ''}>
            <th scope="row" className={`${BODY} text-left font-semibold`}>
              <time
                dateTime={on}
                className="block text-[0.875rem] font-normal text-ink2 md:inline-block md:w-14.5 md:text-[0.9375rem]"
              >
                {shortCalendarDayText(on)}
              </time>{' '}
              {name}
              <span className="block font-normal text-ink2 md:hidden">{result}</span>
            </th>
            <td className={`${BODY} max-md:hidden`}>{result}</td>
            <td className={`${BODY} fig fig-t text-right`}>
              {formatUsd(adds)}
              {isCapped && (
                <span className="quiet block font-sans text-[0.875rem]/[1.3] font-normal tracking-[0]">
                  of {formatUsd(earned)}
                </span>
              )}
            </td>
            <td className={`${BODY} fig fig-t text-right`}>{formatUsd(soFar)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={2} className={`${FOOT} text-left`}>
            What Maya owes
          </th>
          <td className={`${FOOT} max-md:hidden`} />
          <td className={`${FOOT} fig fig-s text-right`}>{formatUsd(total)}</td>
        </tr>
      </tfoot>
    </table>
  )
}
