import { Link } from 'react-router'
import { signedInBrowserLoader, signedInLoader } from '#web/page-data.ts'
import { PledgesFile, PledgesList } from '#web/parts/pledging/pledges-list.tsx'
import { paths } from '#web/paths.ts'
import { userPledgesQuery } from '#web/queries/users.ts'
import { titled } from '#web/site/meta.ts'
import { buttonClass } from '#web/ui/button.tsx'

const queries = () => [userPledgesQuery]
export const loader = signedInLoader(queries)
export const clientLoader = signedInBrowserLoader(queries)
export const meta = () => titled('Your Pledges')

/** All of the user's own pledges; each opens its own page. */
export default function Pledges() {
  return (
    <main id="main" className="wrap grid gap-6 pt-10">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1>Your Pledges</h1>
        <div className="flex flex-wrap gap-3">
          <Link to={paths.giving()} className={buttonClass()}>
            Year-end statement
          </Link>
          <PledgesFile size="normal" />
        </div>
      </div>
      <PledgesList isPage />
    </main>
  )
}
