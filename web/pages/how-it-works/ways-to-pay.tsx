import { formatUsd, sum } from '#domain/money.ts'
import { howItWorks } from '#web/content/how-it-works.ts'
import { shortCalendarDayText } from '#web/format.ts'
import { Ledger } from '#web/parts/marketing/ledger.tsx'
import { type Instalment, instalmentsOf, type PlayedMatch } from '#web/parts/marketing/sums.ts'
import { Figure } from '#web/ui/figure.tsx'
import { Heading } from '#web/ui/heading.tsx'

/** The same season charged once, and charged as it goes along: the same sum. */
export function WaysToPay({ matches }: { matches: readonly PlayedMatch[] }) {
  const { title, end, progress, note } = howItWorks.ways
  const instalments = instalmentsOf(matches)
  const whole = formatUsd(sum(instalments.map(({ amount }) => amount)))
  return (
    <section className="wrap pt-14 lg:pt-24">
      <h2 className="section-title">{title}</h2>
      {/* Stacked, what applies to both ways comes after both. */}
      <div className="mt-8 grid gap-5 lg:grid-cols-[2fr_3fr] lg:items-start">
        <div className="max-lg:contents">
          <section className="card pad">
            <Heading level={3} size="card">
              {end.title}
            </Heading>
            <p className="quiet mt-2">{end.text}</p>
            <Figure text={whole} size="l" className="block pt-6" />
            <p className="quiet fine mt-2">One charge</p>
          </section>
          <p className="quiet mt-5 max-lg:order-1">{note}</p>
        </div>
        <section className="card pad">
          <Heading level={3} size="card">
            {progress.title}
          </Heading>
          <p className="quiet mt-2">{progress.text}</p>
          <Instalments instalments={instalments} whole={whole} />
        </section>
      </div>
    </section>
  )
}

function Instalments({ instalments, whole }: { instalments: readonly Instalment[]; whole: string }) {
  return (
    <Ledger
      caption={<caption className="sr-only">Charges as the season progresses</caption>}
      columns={['Charge for results up to', 'Amount']}
      rows={instalments.map(({ on, name, amount }) => ({
        key: on,
        label: name,
        note: `Results up to ${shortCalendarDayText(on)}`,
        amount: formatUsd(amount),
      }))}
      total={{ label: `${instalments.length} charges`, amount: whole }}
      className="mt-5"
    />
  )
}
