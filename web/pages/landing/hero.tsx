import { formatUsd } from '#domain/money.ts'
import { landing } from '#web/content/landing.ts'
import { shortUsd } from '#web/format.ts'
import { StartCampaign } from '#web/parts/marketing/start-campaign.tsx'
import { rateTimes } from '#web/parts/marketing/sums.ts'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Figure } from '#web/ui/figure.tsx'

export function LandingHero() {
  return (
    <section className="hero landing-hero">
      <img className="art" src="/art/soccer-0-wide.svg" alt="" fetchPriority="high" />
      <div className="wrap">
        <div>
          <h1 className="shout">
            {landing.headline[0]} <span className="second">{landing.headline[1]}</span>
          </h1>
          <p className="lead">{landing.lead}</p>
          <div className="actions">
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

/** For who heard of a team and came here without its link. Works without a script. */
function FindTeam() {
  return (
    <search>
      <form action={paths.campaigns} method="get" className="mt-6 max-w-[480px]">
        <label htmlFor="find-team" className="fine mb-2 block font-semibold">
          Here to support a team?
        </label>
        <div className="grid grid-cols-[1fr_auto] gap-2">
          <input
            id="find-team"
            name="search"
            type="search"
            className="input"
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

/** One pledge as it hangs on the board: a rate, a count, and what they come to. */
function Example() {
  const { example } = landing
  return (
    <section className="board pad" aria-label={example.title}>
      <p className="label quiet">{example.title}</p>
      <div className="sum">
        <Plate figure={shortUsd(example.rate)} text={example.per} />
        <span aria-hidden="true">×</span>
        <Plate figure={String(example.count)} text={example.counted} />
        <span aria-hidden="true">=</span>
        <Plate
          figure={formatUsd(rateTimes(example.rate, example.count), 'auto')}
          text={example.paid}
          isTotal
        />
      </div>
      <p className="sum-note fine quiet">{example.note}</p>
    </section>
  )
}

function Plate({ figure, text, isTotal = false }: { figure: string; text: string; isTotal?: boolean }) {
  return (
    <p>
      <span className={`fig flat ${isTotal ? 'total' : 'plate'}`}>{figure}</span>
      <span className="fine quiet">{text}</span>
    </p>
  )
}

export function Claims() {
  return (
    <section className="claims" aria-label="In figures">
      <dl className="wrap">
        {landing.claims.map(({ figure, text }) => (
          <div key={figure}>
            <dt>{text}</dt>
            <dd>
              <Figure text={figure} size="l" />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
