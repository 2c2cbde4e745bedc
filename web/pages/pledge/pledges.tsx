import { signedInBrowserLoader, signedInLoader } from '#web/page-data.ts'
import { PledgesList } from '#web/pages/dashboard/pledges-list.tsx'
import { userPledgesQuery } from '#web/queries/users.ts'
import { titled } from '#web/site/meta.ts'

const queries = () => [userPledgesQuery]
export const loader = signedInLoader(queries)
export const clientLoader = signedInBrowserLoader(queries)
export const meta = () => titled('Your Pledges')

/** All of one's own pledges; each opens its own page (R46). */
export default function Pledges() {
  return (
    <main id="main" className="wrap grid gap-6 pt-10">
      <h1>Your Pledges</h1>
      <PledgesList isPage />
    </main>
  )
}
