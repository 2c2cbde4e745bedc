import { Link } from 'react-router'
import { howItWorks } from '#web/content/how-it-works.ts'
import { paths } from '#web/paths.ts'
import { pageMeta } from '#web/site/meta.ts'
import type { Route } from './+types/how-it-works.ts'
import { ClosingCall } from './closing-call.tsx'
import { ExampleSeason } from './how-it-works/example-season.tsx'
import { Letters } from './how-it-works/letters.tsx'
import { WaysToPay } from './how-it-works/ways-to-pay.tsx'
import { NumberedSteps } from './numbered-steps.tsx'
import { PageHero } from './page-hero.tsx'
import { playSeason } from './sums.ts'

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
      <section className="wrap chain">
        <h2 className="section-title">{chain.title}</h2>
        <NumberedSteps steps={chain.links} />
      </section>
      <ExampleSeason matches={matches} />
      <WaysToPay matches={matches} />
      <Letters matches={matches} />
      <section className="wrap what-if">
        <h2>{questions.title}</h2>
        <ul>
          {questions.items.map(({ to, label }) => (
            <li key={to}>
              <Link to={to} className="text-link">
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
