import { formatUsd } from '#domain/money.ts'
import { landing } from '#web/content/landing.ts'
import { percentOfGoal, shortUsd, usd } from '#web/format.ts'
import { rateTimes } from '#web/parts/marketing/sums.ts'
import { Track } from '#web/ui/bar.tsx'
import { Figure } from '#web/ui/figure.tsx'

/** What a pledge is, with pledges as examples. "See How It Works" leads here. */
export function Solution() {
  const { title, lead, pledges } = landing.solution
  return (
    <section id="solution" className="wrap solution">
      <h2 className="section-title">{title}</h2>
      <p className="lead quiet">{lead}</p>
      <ul className="pledge-examples">
        {pledges.map((pledge) => (
          <PledgeExample key={pledge.template} {...pledge} />
        ))}
      </ul>
      <div className="pledge-ways">
        <Ways />
        <Range />
      </div>
    </section>
  )
}

type Pledge = (typeof landing.solution.pledges)[number]

function PledgeExample({ template, rate, unit, count, note }: Pledge) {
  return (
    <li className="card">
      <img src={`/art/${template}-0.svg`} alt="" width="756" height="344" loading="lazy" />
      <div>
        <Figure text={shortUsd(rate)} flat className="rate" />
        <p className="font-semibold">per {unit}</p>
        <p className="quiet dense mt-3">{note}</p>
        <p className="dense font-semibold">= {formatUsd(rateTimes(rate, count))}</p>
      </div>
    </li>
  )
}

function Ways() {
  const { waysTitle, ways } = landing.solution
  return (
    <section className="card pad">
      <h3>{waysTitle}</h3>
      <dl className="ways">
        {ways.map(({ title, example, text }) => (
          <div key={title}>
            <dt>
              <span>{title}</span> <span className="fig fig-t">{example}</span>
            </dt>
            <dd className="quiet dense">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Range() {
  const { title, text, figures } = landing.solution.range
  const most = figures[figures.length - 1]?.amount ?? '0'
  return (
    <section className="card pad">
      <h3>{title}</h3>
      <p className="quiet dense mt-2">{text}</p>
      <dl className="ranges">
        {figures.map(({ label, amount }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="contents">
              <Track className="bar" lane="pledged" percent={percentOfGoal(amount, most)} />
              <Figure text={usd(amount)} className={amount === most ? 'most' : 'fig-s'} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
