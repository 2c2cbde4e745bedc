import { brand } from '#web/content/brand.ts'
import { contact } from '#web/content/contact.ts'
import { landing } from '#web/content/landing.ts'
import { pageContext } from '#web/context.ts'
import { browserLoader, loadOnServer, optional } from '#web/page-data.ts'
import { HomeScreen } from '#web/parts/home/home-screen.tsx'
import { ContactSection } from '#web/parts/marketing/contact-section.tsx'
import { stepsForRepresentative } from '#web/parts/work-queue/steps-for-representative.ts'
import { paths } from '#web/paths.ts'
import { homeQueries } from '#web/queries/home.ts'
import { currentUserQuery } from '#web/queries/users.ts'
import { pageMeta } from '#web/site/meta.ts'
import { useUser } from '#web/site/session.ts'
import type { Route } from './+types/landing.ts'
import { Critique } from './critique.tsx'
import { Features } from './features.tsx'
import { Claims, LandingHero } from './hero.tsx'
import { Pricing } from './pricing.tsx'
import { Process } from './process.tsx'
import { Solution } from './solution.tsx'
import { Testimonials } from './testimonials.tsx'

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
