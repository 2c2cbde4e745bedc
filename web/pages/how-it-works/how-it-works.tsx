import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { dollars, formatUsd, sum, ZERO } from '#domain/money.ts'
import { brand } from '#web/content/brand.ts'
import { howItWorks } from '#web/content/how-it-works.ts'
import { calendarDayText, shortCalendarDayText, usd } from '#web/format.ts'
import { ClosingCall } from '#web/parts/marketing/closing-call.tsx'
import { Ledger } from '#web/parts/marketing/ledger.tsx'
import { NumberedSteps } from '#web/parts/marketing/numbered-steps.tsx'
import { PageHero } from '#web/parts/marketing/page-hero.tsx'
import { ShareBar } from '#web/parts/marketing/share-bar.tsx'
import {
  estimateOf,
  type Instalment,
  instalmentsOf,
  type PlayedMatch,
  playSeason,
} from '#web/parts/marketing/sums.ts'
import { paths } from '#web/paths.ts'
import { pageMeta } from '#web/site/meta.ts'
import { Figure } from '#web/ui/figure.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Note } from '#web/ui/note.tsx'
import type { Route } from './+types/how-it-works.ts'

/** One pledge through one season: what was agreed, and what each match added until the maximum was reached. */
function ExampleSeason({ matches }: { matches: readonly PlayedMatch[] }) {
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

const SUBJECT = 'mt-1 font-sans text-[1.1875rem]/[1.3] font-[650]'

/** The two mails around a charge, in their actual words. */
function Letters({ matches }: { matches: readonly PlayedMatch[] }) {
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

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: howItWorks.title,
    description: howItWorks.description,
    path: paths.howItWorks,
  })
}

export default function HowItWorks() {
  const { chain, example, questions } = howItWorks
  const matches = playSeason(example)
  return (
    <main id="main">
      <PageHero title={howItWorks.title} lead={howItWorks.lead} art="soccer-3" />
      <section className="wrap pt-14 lg:pt-24">
        <h2 className="section-title">{chain.title}</h2>
        <NumberedSteps steps={chain.links} columns={3} />
      </section>
      <ExampleSeason matches={matches} />
      <WaysToPay matches={matches} />
      <Letters matches={matches} />
      <section className="wrap pt-14 lg:pt-18">
        <h2>{questions.title}</h2>
        <ul className="mt-4 flex flex-wrap gap-x-7 gap-y-2">
          {questions.items.map(({ to, label }) => (
            <li key={to}>
              <Link to={to} className="text-link inline-flex min-h-11 items-center">
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </section>
      <ClosingCall />
    </main>
  )
}

/** The same season charged once, and charged as it goes along: the same sum. */
function WaysToPay({ matches }: { matches: readonly PlayedMatch[] }) {
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
