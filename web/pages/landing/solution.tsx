import { formatUsd } from '#domain/money.ts'
import { landing } from '#web/content/landing.ts'
import { percentOfGoal, shortUsd } from '#web/format.ts'
import { rateTimes } from '#web/parts/marketing/sums.ts'
import { Track } from '#web/ui/bar.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { Heading } from '#web/ui/heading.tsx'

/** What a pledge is, with pledges as examples. "See How It Works" leads here. */
export function Solution() {
  const { title, lead, pledges } = landing.solution
  return (
    <section id="solution" className="wrap pt-14 lg:pt-26">
      <h2 className="section-title max-w-[14ch]">{title}</h2>
      <p className="lead quiet mt-5 max-w-[58ch]">{lead}</p>
      <ul className="mt-8 grid gap-3.5 md:grid-cols-2 md:gap-5 lg:grid-cols-4">
        {pledges.map((pledge) => (
          <PledgeExample key={pledge.template} {...pledge} />
        ))}
      </ul>
      <div className="mt-3.5 grid gap-3.5 lg:mt-5 lg:grid-cols-2 lg:gap-5">
        <Ways />
        <Range />
      </div>
    </section>
  )
}

type Pledge = (typeof landing.solution.pledges)[number]

function PledgeExample({ template, rate, unit, count, note }: Pledge) {
  return (
    <li className="card grid grid-cols-[min(7rem,32%)_minmax(0,1fr)] overflow-hidden md:grid-cols-[minmax(0,1fr)]">
      <img
        src={`/art/${template}-0.svg`}
        alt=""
        width="756"
        height="344"
        loading="lazy"
        className="size-full bg-boarddeep object-cover md:h-43"
      />
      <div className="p-4.5 md:px-6 md:pt-5.5 md:pb-6.5">
        <Figure text={shortUsd(rate)} flat className="mb-0.5 block large-[2.75] md:large-[3.375]" />
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
      <Heading level={3} size="card">
        {waysTitle}
      </Heading>
      <dl>
        {ways.map(({ title, example, text }) => (
          <div key={title} className="border-t border-line py-3.5 first:border-t-0 last:pb-0">
            <dt className="mb-0.5 flex flex-wrap justify-between gap-x-4 gap-y-0.5 font-semibold">
              <span>{title}</span> <span className="fig fig-t">{example}</span>
            </dt>
            <dd className="quiet dense">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const RANGE =
  'flex flex-wrap items-center gap-x-3 gap-y-1 last:border-t-[3px] last:border-ink last:pt-4 last:font-semibold'

function Range() {
  const { title, text, figures } = landing.solution.range
  const most = figures[figures.length - 1]?.amount ?? '0'
  return (
    <section className="card pad">
      <Heading level={3} size="card">
        {title}
      </Heading>
      <p className="quiet dense mt-2">{text}</p>
      <dl className="mt-5.5 grid gap-3.5">
        {figures.map(({ label, amount, shown }) => (
          <div key={label} className={RANGE}>
            <dt className="min-w-[5.5rem]">{label}</dt>
            <dd className="contents">
              <Track
                className="bar w-auto min-w-10 flex-1 overflow-visible [&_.pledged]:fill-turfwash [&_.pledged]:stroke-turf"
                lane="pledged"
                percent={percentOfGoal(amount, most)}
              />
              <Figure
                text={shown}
                className={`ml-auto min-w-[7.375rem] text-right ${amount === most ? 'large-[2.75]' : 'fig-s'}`}
              />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
