import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'

/** For someone who has just signed up: the way on. */
export const StartCampaign = () => (
  <section className="card pad grid justify-items-start gap-4" aria-label="Start a campaign">
    <p className="max-w-[60ch] text-lg">
      Raise money for your team, school or club: set up a draft in a few minutes, and nobody sees it before
      you ask for a review.
    </p>
    <Link to={paths.createCampaign} className={buttonClass({ kind: 'primary' })}>
      Start a campaign
    </Link>
  </section>
)
