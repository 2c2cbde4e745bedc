import { Link } from 'react-router'
import { howItWorks } from '#web/content/how-it-works.ts'
import { ClosingCall } from '#web/parts/marketing/closing-call.tsx'
import { NumberedSteps } from '#web/parts/marketing/numbered-steps.tsx'
import { PageHero } from '#web/parts/marketing/page-hero.tsx'
import { playSeason } from '#web/parts/marketing/sums.ts'
import { paths } from '#web/paths.ts'
import { pageMeta } from '#web/site/meta.ts'
import type { Route } from './+types/how-it-works.ts'
import { ExampleSeason } from './example-season.tsx'
import { Letters } from './letters.tsx'
import { WaysToPay } from './ways-to-pay.tsx'

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
