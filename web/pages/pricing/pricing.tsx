import { faCheck } from '@fortawesome/free-solid-svg-icons'
import { useState } from 'react'
import { dollars, formatUsd, parseTyped } from '#domain/money.ts'
import { pricing } from '#web/content/pricing.ts'
import { ClosingCall } from '#web/parts/marketing/closing-call.tsx'
import { NumberedSteps } from '#web/parts/marketing/numbered-steps.tsx'
import { PageHero } from '#web/parts/marketing/page-hero.tsx'
import { PROCESS } from '#web/parts/marketing/section-classes.ts'
import { ShareBar } from '#web/parts/marketing/share-bar.tsx'
import { sharesOf } from '#web/parts/marketing/sums.ts'
import { paths } from '#web/paths.ts'
import { pageMeta } from '#web/site/meta.ts'
import { TextField } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import type { Route } from './+types/pricing.ts'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: 'Pricing', description: pricing.description, path: paths.pricing })
}

export default function Pricing() {
  return (
    <main id="main">
      <PageHero title={pricing.title} lead={pricing.lead} art="football-2" />
      <section className="wrap pt-14 lg:pt-18" aria-label="An example">
        <ShareBar collected={dollars(pricing.example.collected)} note={pricing.example.note} />
      </section>
      <Buys />
      <section className="wrap grid gap-10 pt-14 lg:grid-cols-2 lg:items-start lg:gap-16 lg:pt-24">
        <SharesTable />
        <Calculator />
      </section>
      <Never />
      <Payout />
      <ClosingCall />
    </main>
  )
}

function Buys() {
  const { title, lead, items } = pricing.buys
  return (
    <section className="wrap pt-14 lg:pt-24">
      <h2 className="section-title">{title}</h2>
      <p className="lead quiet mt-4 max-w-[50ch]">{lead}</p>
      <ul className="mt-7 grid gap-x-10 md:grid-cols-2 lg:mt-11 lg:grid-cols-4">
        {items.map(({ title, text }) => (
          <li
            key={title}
            className="border-t border-line py-4.5 lg:border-t-[3px] lg:border-ink lg:pt-5 lg:pb-7"
          >
            <h3>{title}</h3>
            <p className="quiet mt-1">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

const HEAD = 'border-b-[1.5px] border-control py-1.5 text-[0.84375rem] font-semibold text-ink2'
const CELL = 'border-b border-line py-3 align-baseline wrap-anywhere whitespace-normal'

function SharesTable() {
  const { title, caption, collected, note } = pricing.table
  return (
    <div>
      <h2>{title}</h2>
      <table className="mt-4 w-full">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            <th scope="col" className={`${HEAD} text-left`}>
              Collected
            </th>
            <th scope="col" className={`${HEAD} text-right`}>
              Yours
            </th>
            <th scope="col" className={`${HEAD} text-right`}>
              Ours
            </th>
          </tr>
        </thead>
        <tbody>
          {collected.map((amount) => {
            const { yours, ours } = sharesOf(dollars(amount))
            return (
              <tr key={amount}>
                <th scope="row" className={`${CELL} fig fig-t text-left`}>
                  {formatUsd(dollars(amount))}
                </th>
                <td className={`${CELL} fig fig-s text-right`}>{formatUsd(yours)}</td>
                <td className={`${CELL} fig fig-t quiet text-right`}>{formatUsd(ours)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
      <p className="quiet fine mt-3">{note}</p>
    </div>
  )
}

function Never() {
  const { title, items } = pricing.never
  return (
    <section className="wrap pt-14 lg:pt-18">
      <h2>{title}</h2>
      <ul className="mt-5 grid gap-x-10 gap-y-3 md:grid-cols-2">
        {items.map((item) => (
          <li key={item} className="grid grid-cols-[1.625rem_minmax(0,1fr)]">
            <Icon icon={faCheck} className="mt-1 text-turf" />
            <span>{item}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Payout() {
  const { title, steps } = pricing.payout
  return (
    <section className={PROCESS}>
      <div className="wrap">
        <h2 className="section-title">{title}</h2>
        <NumberedSteps steps={steps} columns={4} />
      </div>
    </section>
  )
}

/** Any figure, shared to the cent while typing. */
function Calculator() {
  const { title, label, start, most, unreadable } = pricing.calculator
  const [text, setText] = useState<string>(start)
  const collected = parseTyped(text)
  const isReadable = collected !== null && collected >= 0 && collected <= dollars(most)
  return (
    <section className="card pad grid content-start gap-4.5" aria-labelledby="calculator">
      <h2 id="calculator">{title}</h2>
      <TextField
        label={label}
        prefix="$"
        money
        inputMode="decimal"
        autoComplete="off"
        maxLength={14}
        value={text}
        error={isReadable ? undefined : unreadable}
        onChange={(event) => setText(event.target.value)}
      />
      <div aria-live="polite">{isReadable && <ShareBar collected={collected} cents />}</div>
    </section>
  )
}
