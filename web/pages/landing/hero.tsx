import { formatUsd } from '#domain/money.ts'
import { landing } from '#web/content/landing.ts'
import { percentOfGoal, shortUsd } from '#web/format.ts'
import { ACTIONS } from '#web/parts/marketing/section-classes.ts'
import { StartCampaign } from '#web/parts/marketing/start-campaign.tsx'
import { rateTimes } from '#web/parts/marketing/sums.ts'
import { paths } from '#web/paths.ts'
import { Track } from '#web/ui/bar.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { HERO_ART } from '#web/ui/hero.ts'

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

const SHOUT =
  'font-display large-[5.25] leading-[0.84] font-black tracking-[-0.01em] *:block lg:@min-[60rem]:large-[9.375] lg:@min-[60rem]:leading-[0.8] xl:@min-[60rem]:large-[11]'

export function LandingHero() {
  return (
    <section className="hero @container">
      <img className={HERO_ART} src="/art/soccer-0-wide.svg" alt="" fetchPriority="high" />
      <div className="wrap grid items-end gap-10 pt-16 pb-14 lg:@min-[60rem]:grid-cols-[minmax(0,1fr)_31.25rem] lg:pt-24 lg:pb-18">
        <div>
          <h1 className={SHOUT}>
            {landing.headline[0]} <span className="text-[#ff8a4f]">{landing.headline[1]}</span>
          </h1>
          <p className="lead mt-6 max-w-[46ch] lg:large-[1.25]">{landing.lead}</p>
          <div className={`${ACTIONS} mt-7`}>
            <StartCampaign />
            <a href="#solution" className={`${buttonClass({ kind: 'onboard' })} min-h-14`}>
              See How It Works
            </a>
          </div>
          <FindTeam />
        </div>
        <Example />
      </div>
    </section>
  )
}

/** For people who heard of a team and came here without its link. Works without a script. */
function FindTeam() {
  return (
    <search>
      <form action={paths.campaigns} method="get" className="mt-6 max-w-[30rem]">
        <label htmlFor="find-team" className="fine mb-2 block font-semibold">
          Here to support a team?
        </label>
        <div className="flex flex-wrap gap-2">
          <input
            id="find-team"
            name="search"
            type="search"
            className="input w-auto min-w-0 flex-[1_1_13rem]"
            maxLength={200}
            enterKeyHint="search"
            placeholder="Team, school or club"
          />
          <button type="submit" className={buttonClass({ kind: 'onboard' })}>
            Find it
          </button>
        </div>
      </form>
    </search>
  )
}

/** One pledge as it appears on the board: a rate, a count, and their product. */
function Example() {
  const { example } = landing
  return (
    <section className="board pad" aria-label={example.title}>
      <p className="label quiet">{example.title}</p>
      <div className="mt-3.5 grid grid-cols-[1fr_auto_1fr_auto_1.3fr] gap-2.5">
        <Plate figure={shortUsd(example.rate)} text={example.per} />
        <Sign text="×" />
        <Plate figure={String(example.count)} text={example.counted} />
        <Sign text="=" />
        <Plate
          figure={formatUsd(rateTimes(example.rate, example.count), 'auto')}
          text={example.paid}
          isTotal
        />
      </div>
      <p className="fine quiet mt-4.5 border-t border-boardmuted/22 pt-3.5">{example.note}</p>
    </section>
  )
}

const Sign = ({ text }: { text: string }) => (
  <span
    className="pt-3.5 font-display large-[2.75] leading-none font-bold text-boardmuted sm:pt-5"
    aria-hidden="true"
  >
    {text}
  </span>
)

const TOTAL = 'bg-accent text-(--onaccent) shadow-[inset_0_-4px_0_var(--accent-edge)]'

function Plate({ figure, text, isTotal = false }: { figure: string; text: string; isTotal?: boolean }) {
  return (
    <p className="text-center text-[0.875rem]/[1.3]">
      <span
        className={`fig flat mb-1.5 block rounded-plate px-1 py-3.5 text-[min(2.875rem,14vw)] sm:large-[3.875] ${isTotal ? TOTAL : 'plate'}`}
      >
        {figure}
      </span>
      <span className="fine quiet">{text}</span>
    </p>
  )
}

const CLAIM =
  'grid grid-cols-[8.25rem_minmax(0,1fr)] items-center gap-5 border-t border-line py-4 first:border-t-0 md:grid-cols-[minmax(0,1fr)] md:gap-1 md:border-t-0 md:py-7 md:not-first:border-l md:not-first:pl-8 lg:grid-cols-[auto_minmax(0,1fr)] lg:gap-5'

/** The figure before its words, or above them. */
export function Claims() {
  return (
    <section className="border-b border-line bg-surface" aria-label="In figures">
      <dl className="wrap md:grid md:grid-cols-3">
        {landing.claims.map(({ figure, text }) => (
          <div key={figure} className={CLAIM}>
            <dt className="max-w-[20ch] text-balance">{text}</dt>
            <dd className="-order-1">
              <Figure text={figure} size="l" className="md:max-lg:text-[min(4rem,12vw)]" />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
