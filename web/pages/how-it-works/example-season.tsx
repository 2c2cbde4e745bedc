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
    <section className="wrap example">
      <h2 className="section-title">{example.title}</h2>
      <p className="lead quiet">{example.lead}</p>
      <div className="example-columns">
        <Agreed />
        <div className="card">
          <SeasonTable matches={matches} />
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
    <section className="board pad" aria-label="What Maya agreed to">
      <p className="label quiet">The most she can owe</p>
      <Figure text={usd(example.most)} size="xl" className="mt-2 block" />
      <dl className="agreed">
        <div>
          <dt>Goals</dt>
          <dd>
            <Figure text={usd(example.rate)} size="s" />
            <span className="fine quiet">per {example.unit}</span>
          </dd>
        </div>
        <div>
          <dt>Conference</dt>
          <dd>
            <Figure text={usd(example.bonus)} size="s" />
            <span className="fine quiet">{example.bonusFor}</span>
          </dd>
        </div>
        <div>
          <dt>Estimate</dt>
          <dd>
            <Figure text={formatUsd(estimateOf(example))} size="s" />
            <span className="fine quiet">
              {usd(example.rate)} × {example.lastYear} {example.unit}s, as last year, and the title
            </span>
          </dd>
        </div>
      </dl>
    </section>
  )
}

function SeasonTable({ matches }: { matches: readonly PlayedMatch[] }) {
  const { example } = howItWorks
  const total = matches.at(-1)?.soFar ?? dollars('0')
  return (
    <table className="season-ledger">
      <caption className="sr-only">{example.caption}</caption>
      <thead>
        <tr>
          <th scope="col">Match</th>
          <th scope="col" className="wide-only">
            Result
          </th>
          <th scope="col" className="num">
            Adds
          </th>
          <th scope="col" className="num">
            So far
          </th>
        </tr>
      </thead>
      <tbody>
        {matches.map(({ on, name, result, earned, adds, soFar, isCapped }) => (
          <tr key={on} className={adds === 0 ? 'adds-nothing' : ''}>
            <th scope="row">
              <time dateTime={on}>{shortCalendarDayText(on)}</time> {name}
              <span className="small-only">{result}</span>
            </th>
            <td className="wide-only">{result}</td>
            <td className="num fig fig-t">
              {formatUsd(adds)}
              {isCapped && <span className="fine quiet">of {formatUsd(earned)}</span>}
            </td>
            <td className="num fig fig-t">{formatUsd(soFar)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={2}>
            What Maya owes
          </th>
          <td className="wide-only" />
          <td className="num fig fig-s">{formatUsd(total)}</td>
        </tr>
      </tfoot>
    </table>
  )
}
