import {
  faBullhorn,
  faCreditCard,
  faEnvelopeOpenText,
  faEyeSlash,
  faFileInvoiceDollar,
  faHandHoldingDollar,
  faMobileScreenButton,
  faUserCheck,
} from '@fortawesome/free-solid-svg-icons'
import { Link } from 'react-router'
import { dollars } from '#domain/money.ts'
import { brand } from '#web/content/brand.ts'
import { contact } from '#web/content/contact.ts'
import { landing } from '#web/content/landing.ts'
import { browserLoader, loadOnServer, optional, pageContext } from '#web/page-data.ts'
import { HomeScreen } from '#web/parts/home/home-screen.tsx'
import { ContactSection } from '#web/parts/marketing/contact-section.tsx'
import { NumberedSteps } from '#web/parts/marketing/numbered-steps.tsx'
import { BAND, PROCESS } from '#web/parts/marketing/section-classes.ts'
import { ShareBar } from '#web/parts/marketing/share-bar.tsx'
import { stepsForRepresentative } from '#web/parts/work-queue/shown.ts'
import { paths } from '#web/paths.ts'
import { homeQueries } from '#web/queries/home.ts'
import { currentUserQuery } from '#web/queries/users.ts'
import { pageMeta } from '#web/site/meta.ts'
import { useUser } from '#web/site/session.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Tally } from '#web/ui/note.tsx'
import type { Route } from './+types/landing.ts'
import { Claims, LandingHero, Solution } from './hero.tsx'

const TITLE = 'section-title lg:large-[3.75]'

type Doer = (typeof landing.critique.tasks)[number]['alone' | 'withUs']
const WORDS: Record<Doer, string> = { you: 'You', we: 'We', nobody: 'Nobody' }

const DOERS: Record<Doer, string> = {
  you: 'bg-boarddeep shadow-[inset_0_0_0_1px_rgba(179,206,191,0.3)]',
  we: 'bg-boardink text-[#072a20]',
  nobody: 'border-[1.5px] border-dashed border-boardmuted text-boardmuted',
}

function DoneBy({ doer }: { doer: Doer }) {
  return (
    <td className="px-1 py-1.5 text-center">
      <span
        className={`grid min-h-9.5 place-items-center rounded-plate font-display large-[1.25] leading-none font-[750] tracking-[0.02em] ${DOERS[doer]}`}
      >
        {WORDS[doer]}
      </span>
    </td>
  )
}

function Score({ count }: { count: number }) {
  return (
    <td className="px-1 pt-3 pb-1.5 text-center">
      <span className="fig plate block py-2.5 large-[3.5]">{count}</span>
    </td>
  )
}

const COLUMN =
  'w-21 px-1 pb-2.5 align-bottom font-display text-[1.0625rem]/[1.05] font-bold tracking-[0.03em] text-boardmuted md:w-27'

/** Do-it-yourself platforms, by the one thing that matters: who does the work. */
function Critique() {
  const { title, lead, caption, columns, tasks, score } = landing.critique
  const left = (side: 'alone' | 'withUs'): number => tasks.filter((task) => task[side] === 'you').length
  return (
    <section className="wrap grid items-center gap-8 pt-14 lg:grid-cols-[minmax(0,1fr)_min(37.5rem,58%)] lg:gap-16 lg:pt-26">
      <div>
        <h2 className={TITLE}>{title}</h2>
        <p className="lead quiet mt-5 max-w-[46ch]">{lead}</p>
      </div>
      <div className="board min-w-0 px-4 pt-5.5 pb-4.5 md:px-7 md:pt-7 md:pb-6">
        <table className="w-full">
          <caption className="label px-1 pb-3 text-left text-boardmuted">{caption}</caption>
          <thead>
            <tr>
              <th scope="col" className="px-1 pb-2.5">
                <span className="sr-only">{columns.task}</span>
              </th>
              <th scope="col" className={COLUMN}>
                {columns.alone}
              </th>
              <th scope="col" className={COLUMN}>
                {columns.withUs}
              </th>
            </tr>
          </thead>
          <tbody>
            {tasks.map(({ task, alone, withUs }) => (
              <tr key={task} className="border-t border-boardmuted/22">
                <th scope="row" className="px-1 py-2.25 text-left leading-[1.3] font-medium">
                  {task}
                </th>
                <DoneBy doer={alone} />
                <DoneBy doer={withUs} />
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr className="border-t-[3px] border-boardink">
              <th
                scope="row"
                className="px-1 pt-3.5 text-left font-display large-[1.625] leading-none font-extrabold"
              >
                {score}
              </th>
              <Score count={left('alone')} />
              <Score count={left('withUs')} />
            </tr>
          </tfoot>
        </table>
      </div>
    </section>
  )
}

type Feature = (typeof landing.features.items)[number]
const ICONS: Record<Feature['icon'], typeof faEyeSlash> = {
  maximum: faHandHoldingDollar,
  two: faUserCheck,
  statement: faEnvelopeOpenText,
  phone: faMobileScreenButton,
  ambassador: faBullhorn,
  payment: faCreditCard,
  books: faFileInvoiceDollar,
  private: faEyeSlash,
}

const LIST = 'mt-7 grid md:grid-cols-2 md:gap-x-10 lg:mt-11 lg:grid-cols-4 lg:gap-x-8 lg:gap-y-3'
const FEATURE =
  'grid grid-cols-[2.75rem_minmax(0,1fr)] gap-3.5 border-t border-line py-4.5 lg:grid-cols-[minmax(0,1fr)] lg:content-start lg:border-t-[3px] lg:border-ink lg:py-5.5'

function Features() {
  const { title, items } = landing.features
  return (
    <section className="wrap pt-14 lg:pt-26">
      <h2 className="section-title lg:max-w-[18ch]">{title}</h2>
      <ul className={LIST}>
        {items.map(({ icon, title, text }) => (
          <li key={icon} className={FEATURE}>
            <Icon icon={ICONS[icon]} className="mt-0.5 size-7.5 text-turf" />
            <div>
              <h3>{title}</h3>
              <p className="quiet mt-1">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

const QUOTE =
  'border-t border-boardline py-6 first:border-t-0 lg:border-t-0 lg:border-l lg:px-9 lg:py-1 lg:first:border-l-0 lg:first:pl-0 lg:last:pr-0'

function Testimonials() {
  const { title, quotes, note } = landing.testimonials
  return (
    <section className={BAND}>
      <div className="wrap">
        <h2 className="section-title">{title}</h2>
        <ul className="mt-6 grid lg:mt-11 lg:grid-cols-3">
          {quotes.map(({ quote, who, where }) => (
            <li key={who} className={QUOTE}>
              <figure className="lg:flex lg:h-full lg:flex-col">
                <Tally className="h-[2.0625rem] w-10" />
                <blockquote className="mt-3.5 max-w-[40ch] large-[1.25] leading-[1.45]">{quote}</blockquote>
                <figcaption className="mt-4 grid text-boardmuted lg:mt-auto lg:pt-5">
                  <strong className="text-boardink">{who}</strong>
                  <span>{where}</span>
                </figcaption>
              </figure>
            </li>
          ))}
        </ul>
        {note && <p className="fine mt-7 text-boardmuted">{note}</p>}
      </div>
    </section>
  )
}

/** The landing page for visitors, the welcome home page when signed in: decided before the first paint. */
export const loader = ({ context, request }: Route.LoaderArgs) => {
  const page = context.get(pageContext)
  if (!page.isSignedIn) return loadOnServer(page, [])
  return loadOnServer(page, [...homeQueries, currentUserQuery], (client) =>
    stepsForRepresentative(client, request).map(optional),
  )
}
export const clientLoader = browserLoader(() => [])

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: landing.title,
    description: landing.lead,
    path: paths.landing,
    data: [
      {
        '@type': 'Organization',
        name: brand.name,
        slogan: landing.title,
        email: brand.contactEmail,
        telephone: brand.contactPhone,
      },
    ],
  })
}

export default function Landing() {
  const user = useUser()
  return user ? <HomeScreen user={user} /> : <VisitorLanding />
}

function VisitorLanding() {
  return (
    <main id="main">
      <div className="landing">
        <LandingHero />
        <Claims />
      </div>
      <div className="landing later">
        <Critique />
        <Solution />
        <Process />
        <Testimonials />
        <Features />
        <Pricing />
        <ContactSection title={contact.title} />
      </div>
    </main>
  )
}

function Process() {
  const { title, steps } = landing.process
  return (
    <section className={PROCESS}>
      <div className="wrap">
        <h2 className="section-title">{title}</h2>
        <NumberedSteps steps={steps} columns={4} />
        <Link to={paths.howItWorks} className="text-link mt-8 inline-block">
          Follow one pledge to the cent
        </Link>
      </div>
    </section>
  )
}

function Pricing() {
  const { title, text, raised, note } = landing.pricing
  return (
    <section className="wrap grid items-center gap-7 pt-14 lg:grid-cols-[min(26.25rem,44%)_minmax(0,1fr)] lg:gap-16 lg:pt-26">
      <div>
        <h2 className="section-title">
          {title[0]} <br />
          {title[1]}
        </h2>
        <p className="quiet mt-5 mb-3">{text}</p>
        <Link to={paths.pricing} className="text-link">
          What the 25% buys
        </Link>
      </div>
      <ShareBar collected={dollars(raised)} note={note} />
    </section>
  )
}
