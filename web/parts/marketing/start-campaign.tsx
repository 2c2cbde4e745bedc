import { Link } from 'react-router'
import { paths, startSignInPath } from '#web/paths.ts'
import { useIsSignedIn } from '#web/site/session.ts'
import { buttonClass } from '#web/ui/button.tsx'

/** Straight to the wizard for signed-in users; everyone else signs in first and continues there. */
export function StartCampaign() {
  const look = buttonClass({ kind: 'primary', size: 'big' })
  if (useIsSignedIn()) {
    return (
      <Link to={paths.createCampaign} className={look}>
        Start My Campaign
      </Link>
    )
  }
  return (
    <a href={startSignInPath(paths.createCampaign)} className={look}>
      Start My Campaign
    </a>
  )
}
