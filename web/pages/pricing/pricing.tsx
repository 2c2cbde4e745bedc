import { faCheck } from '@fortawesome/free-solid-svg-icons'
import { dollars, formatUsd } from '#domain/money.ts'
import { pricing } from '#web/content/pricing.ts'
import { ClosingCall } from '#web/parts/marketing/closing-call.tsx'
import { NumberedSteps } from '#web/parts/marketing/numbered-steps.tsx'
import { PageHero } from '#web/parts/marketing/page-hero.tsx'
import { ShareBar } from '#web/parts/marketing/share-bar.tsx'
import { sharesOf } from '#web/parts/marketing/sums.ts'
import { paths } from '#web/paths.ts'
import { pageMeta } from '#web/site/meta.ts'
import { Icon } from '#web/ui/icon.tsx'
import type { Route } from './+types/pricing.ts'
import { Calculator } from './calculator.tsx'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: 'Pricing', description: pricing.description, path: paths.pricing })
}

export default function Pricing() {
  return (
    <main id="main">
      <PageHero title={pricing.title} lead={pricing.lead} art="football-2" />
      <section className="wrap price-example" aria-label="An example">
        <ShareBar collected={dollars(pricing.example.collected)} note={pricing.example.note} />
      </section>
      <Buys />
      <section className="wrap price-columns">
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
    <section className="wrap buys">
      <h2 className="section-title">{title}</h2>
      <p className="lead quiet">{lead}</p>
      <ul>
        {items.map(({ title, text }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p className="quiet">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function SharesTable() {
  const { title, caption, collected, note } = pricing.table
  return (
    <div>
      <h2>{title}</h2>
      <table className="shares">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">Collected</th>
            <th scope="col">Yours</th>
            <th scope="col">Ours</th>
          </tr>
        </thead>
        <tbody>
          {collected.map((amount) => {
            const { yours, ours } = sharesOf(dollars(amount))
            return (
              <tr key={amount}>
                <th scope="row" className="fig fig-t">
                  {formatUsd(dollars(amount))}
                </th>
                <td className="fig fig-s">{formatUsd(yours)}</td>
                <td className="fig fig-t quiet">{formatUsd(ours)}</td>
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
    <section className="wrap never">
      <h2>{title}</h2>
      <ul>
        {items.map((item) => (
          <li key={item}>
            <Icon icon={faCheck} />
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
    <section className="process">
      <div className="wrap">
        <h2 className="section-title">{title}</h2>
        <NumberedSteps steps={steps} />
      </div>
    </section>
  )
}
