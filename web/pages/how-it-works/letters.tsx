import type { ReactNode } from 'react'
import { formatUsd, ZERO } from '#domain/money.ts'
import { brand } from '#web/content/brand.ts'
import { howItWorks } from '#web/content/how-it-works.ts'
import { calendarDayText, shortCalendarDayText, usd } from '#web/format.ts'
import { ShareBar } from '#web/parts/marketing/share-bar.tsx'
import type { PlayedMatch } from '#web/parts/marketing/sums.ts'

const SUBJECT = 'mt-1 font-sans text-[1.1875rem]/[1.3] font-[650]'

/** The two mails around a charge, in their actual words. */
export function Letters({ matches }: { matches: readonly PlayedMatch[] }) {
  const { example, letters } = howItWorks
  const total = matches.at(-1)?.soFar ?? ZERO
  const amount = formatUsd(total)
  return (
    <section className="wrap pt-14 lg:pt-24">
      <h2 className="section-title">{letters.title}</h2>
      <div className="mt-8 grid gap-5 lg:grid-cols-2">
        <Letter on={letters.statementOn} subject={`Your statement for ${example.campaign}: ${amount}`}>
          <ul>
            {matches
              .filter(({ adds }) => adds > 0)
              .map(({ on, name, adds }) => (
                <li key={on} className="flex justify-between gap-4 py-[0.3125rem]">
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
    <article className="card grid content-start gap-4 border-t-[5px] border-t-board px-5 pt-5.5 pb-6.5 md:px-8 md:pt-7 md:pb-8">
      <header className="border-b border-line pb-3.5">
        <p className="fine quiet">
          From {brand.name}, <time dateTime={on}>{calendarDayText(on)}</time>
        </p>
        <h3 className={SUBJECT}>{subject}</h3>
      </header>
      {children}
    </article>
  )
}
