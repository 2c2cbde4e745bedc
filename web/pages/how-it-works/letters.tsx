import type { ReactNode } from 'react'
import { formatUsd, ZERO } from '#domain/money.ts'
import { brand } from '#web/content/brand.ts'
import { howItWorks } from '#web/content/how-it-works.ts'
import { calendarDayText, shortCalendarDayText, usd } from '#web/format.ts'
import { ShareBar } from '#web/parts/marketing/share-bar.tsx'
import type { PlayedMatch } from '#web/parts/marketing/sums.ts'

/** The two mails around a charge, in the words that are really sent. */
export function Letters({ matches }: { matches: readonly PlayedMatch[] }) {
  const { example, letters } = howItWorks
  const total = matches.at(-1)?.soFar ?? ZERO
  const amount = formatUsd(total)
  return (
    <section className="wrap letters">
      <h2 className="section-title">{letters.title}</h2>
      <div className="letter-columns">
        <Letter on={letters.statementOn} subject={`Your statement for ${example.campaign}: ${amount}`}>
          <ul className="letter-matches">
            {matches
              .filter(({ adds }) => adds > 0)
              .map(({ on, name, adds }) => (
                <li key={on}>
                  <span>
                    {shortCalendarDayText(on)}, {name}
                  </span>
                  <span>{formatUsd(adds)}</span>
                </li>
              ))}
          </ul>
          <p>
            Your card will be charged {amount} on {calendarDayText(letters.chargeOn)}. Nothing is needed from
            you.
          </p>
          <p>In total, you never pay more than {usd(example.most)}, the maximum you agreed to.</p>
        </Letter>
        <Letter on={letters.chargeOn} subject={`Receipt: ${amount} for ${example.campaign}`}>
          <p>Thank you. We have received your payment for {example.campaign}.</p>
          <p>
            {amount}, by {letters.card}.
          </p>
          <p>
            {100 - brand.commissionPercent}% of what is collected goes to {example.organization}.{' '}
            {brand.commissionPercent}% is {brand.name}’s share.
          </p>
          <ShareBar collected={total} cents yours={`to ${example.organization}`} />
        </Letter>
      </div>
    </section>
  )
}

function Letter({ on, subject, children }: { on: string; subject: string; children: ReactNode }) {
  return (
    <article className="letter card">
      <header>
        <p className="fine quiet">
          From {brand.name}, <time dateTime={on}>{calendarDayText(on)}</time>
        </p>
        <h3>{subject}</h3>
      </header>
      {children}
    </article>
  )
}
