import { formatUsd, sum } from '#domain/money.ts'
import { howItWorks } from '#web/content/how-it-works.ts'
import { shortCalendarDayText } from '#web/format.ts'
import { type Instalment, instalmentsOf, type PlayedMatch } from '#web/parts/marketing/sums.ts'
import { Figure } from '#web/ui/figure.tsx'

/** The same season charged once, and charged as it goes along: the same sum. */
export function WaysToPay({ matches }: { matches: readonly PlayedMatch[] }) {
  const { title, end, progress, note } = howItWorks.ways
  const instalments = instalmentsOf(matches)
  const whole = formatUsd(sum(instalments.map(({ amount }) => amount)))
  return (
    <section className="wrap ways-to-pay">
      <h2 className="section-title">{title}</h2>
      <div className="ways-columns">
        <div>
          <section className="card pad">
            <h3>{end.title}</h3>
            <p className="quiet">{end.text}</p>
            <Figure text={whole} size="l" className="block pt-6" />
            <p className="quiet fine mt-2">One charge</p>
          </section>
          <p className="quiet">{note}</p>
        </div>
        <section className="card pad">
          <h3>{progress.title}</h3>
          <p className="quiet">{progress.text}</p>
          <Instalments instalments={instalments} whole={whole} />
        </section>
      </div>
    </section>
  )
}

function Instalments({ instalments, whole }: { instalments: readonly Instalment[]; whole: string }) {
  return (
    <table className="ledger mt-5">
      <caption className="sr-only">Charges as the season goes along</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">Charge for results up to</th>
          <th scope="col">Amount</th>
        </tr>
      </thead>
      <tbody>
        {instalments.map(({ on, name, amount }) => (
          <tr key={on}>
            <th scope="row">
              {name}
              <span className="quiet fine">Results up to {shortCalendarDayText(on)}</span>
            </th>
            <td className="fig fig-t">{formatUsd(amount)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{instalments.length} charges</th>
          <td className="fig fig-s">{whole}</td>
        </tr>
      </tfoot>
    </table>
  )
}
