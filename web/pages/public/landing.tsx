import { Link } from 'react-router'
import { brand } from '#web/content/brand.ts'
import { landing } from '#web/content/landing.ts'
import { pageContext } from '#web/context.ts'
import { browserLoader, loadOnServer } from '#web/page-data.ts'
import { HomeScreen } from '#web/pages/dashboard/home-screen.tsx'
import { paths, startSignInPath } from '#web/paths.ts'
import { homeQueries } from '#web/queries/home.ts'
import { titled } from '#web/site/meta.ts'
import { useUser } from '#web/site/session.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Figure } from '#web/ui/figure.tsx'
import type { Route } from './+types/landing.ts'

/** The landing page for visitors, the welcome home page when signed in: decided before the first paint. */
export const loader = ({ context }: Route.LoaderArgs) => {
  const page = context.get(pageContext)
  return loadOnServer(page, page.isSignedIn ? homeQueries : [])
}
export const clientLoader = browserLoader(() => [])
export const meta = () => titled('They score. You raise.', landing.lead, '/art/soccer-0-wide.svg')

export default function Landing() {
  const user = useUser()
  return user ? <HomeScreen user={user} /> : <VisitorLanding />
}

function VisitorLanding() {
  const { example, pricing } = landing
  return (
    <main id="main">
      <section className="hero">
        <img className="art" src="/art/soccer-0-wide.svg" alt="" fetchPriority="high" />
        <div className="wrap grid items-end gap-10 pt-28 pb-14 lg:grid-cols-[1fr_500px] lg:pt-24 lg:pb-16">
          <div>
            <h1 className="shout">
              {landing.headline[0]} <span className="text-[#ff8a4f]">{landing.headline[1]}</span>
            </h1>
            <p className="lead mt-6 max-w-[46ch] lg:text-xl">{landing.lead}</p>
            <div className="mt-7 flex flex-wrap gap-3">
              <a
                href={startSignInPath(paths.createCampaign)}
                className={buttonClass({ kind: 'primary', size: 'big' })}
              >
                Start My Campaign
              </a>
              <a href="#solution" className={`${buttonClass({ kind: 'onboard' })} min-h-14`}>
                See How It Works
              </a>
            </div>
          </div>
          <section className="board p-7" aria-label={example.title}>
            <p className="label quiet">{example.title}</p>
            <div className="sum mt-3">
              <Sum figure={example.rate} text={example.per} />
              <span aria-hidden="true">×</span>
              <Sum figure={example.count} text={example.counted} />
              <span aria-hidden="true">=</span>
              <Sum figure={example.total} text={example.paid} isTotal />
            </div>
          </section>
        </div>
      </section>
      <section className="border-b border-line bg-surface">
        <dl className="wrap grid gap-6 py-7 md:grid-cols-3">
          {landing.claims.map(({ figure, text }) => (
            <div key={figure} className="flex flex-row-reverse items-center justify-end gap-5">
              <dt className="quiet max-w-[20ch]">{text}</dt>
              <dd>
                <Figure text={figure} size="l" />
              </dd>
            </div>
          ))}
        </dl>
      </section>
      <section id="solution" className="wrap scroll-mt-6 pt-18">
        <h2 className="section-title max-w-[14ch]">{landing.pledgesTitle}</h2>
        <p className="lead quiet mt-5 max-w-[58ch]">{landing.pledgesLead}</p>
        <ul className="mt-8 grid gap-5 sm:grid-cols-2 lg:grid-cols-4">
          {landing.pledges.map((pledge) => (
            <li key={pledge.template} className="card overflow-hidden">
              <img
                src={`/art/${pledge.template}-0.svg`}
                alt=""
                width="756"
                height="344"
                loading="lazy"
                className="h-43 w-full object-cover"
              />
              <div className="p-6">
                <Figure text={pledge.rate} flat className="block text-[54px]" />
                <p className="font-semibold">{pledge.per}</p>
                <p className="quiet dense mt-3">{pledge.note}</p>
                <p className="dense font-semibold">{pledge.total}</p>
              </div>
            </li>
          ))}
        </ul>
      </section>
      <section className="wrap pt-18">
        <h2 className="section-title max-w-[16ch]">{landing.stepsTitle}</h2>
        <ol className="mt-8 grid gap-7 sm:grid-cols-2 lg:grid-cols-4">
          {landing.steps.map(({ title, text }, index) => (
            <li key={title}>
              <Figure text={String(index + 1)} className="text-[44px] text-accenttext" />
              <h3 className="mt-2">{title}</h3>
              <p className="quiet mt-1.5">{text}</p>
            </li>
          ))}
        </ol>
      </section>
      <section className="wrap grid gap-8 pt-18 lg:grid-cols-[380px_1fr] lg:items-center">
        <div>
          <h2 className="section-title">
            {landing.pricingTitle[0]} <br />
            {landing.pricingTitle[1]}
          </h2>
          <p className="quiet mt-5">{landing.pricingText}</p>
        </div>
        <div>
          <div className="grid grid-cols-[3fr_1fr] gap-1">
            <p className="min-w-0 rounded-control bg-board p-6 text-boardink">
              <Figure text={pricing.yours} size="l" className="block" />
              <span className="text-boardmuted">{pricing.yoursText}</span>
            </p>
            <p className="min-w-0 rounded-control border-2 border-ink bg-surface p-4 lg:p-6">
              <Figure text={pricing.ours} size="m" className="block max-lg:text-[26px]" />
              <span className="quiet">{pricing.oursText}</span>
            </p>
          </div>
          <p className="quiet fine mt-3">{pricing.note}</p>
        </div>
      </section>
      <section className="wrap pt-18">
        <div className="board pad md:p-10">
          <h2>Talk to us</h2>
          <p className="lead mt-3 max-w-[52ch]">A 15-minute call, and a launch within 1-2 weeks.</p>
          <p className="mt-5 flex flex-wrap gap-x-8 gap-y-2 text-lg font-semibold">
            <a href={`mailto:${brand.contactEmail}`} className="underline underline-offset-4">
              {brand.contactEmail}
            </a>
            <span>{brand.contactPhone}</span>
            <Link to={paths.campaigns} className="underline underline-offset-4">
              Browse Campaigns
            </Link>
          </p>
        </div>
      </section>
    </main>
  )
}

function Sum({ figure, text, isTotal = false }: { figure: string; text: string; isTotal?: boolean }) {
  return (
    <p className="text-center">
      <span
        className={`fig flat block rounded-plate px-3 py-3 text-[56px] ${isTotal ? 'bg-accent text-[#1c0a02]' : 'plate'}`}
      >
        {figure}
      </span>
      <span className="fine quiet mt-1.5 block">{text}</span>
    </p>
  )
}
