import { faPlus } from '@fortawesome/free-solid-svg-icons'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { countText, usd } from '#web/format.ts'
import { signedInBrowserLoader, signedInLoader } from '#web/page-data.ts'
import { paths } from '#web/paths.ts'
import { userCampaignsQuery, userPledgesQuery } from '#web/queries/users.ts'
import { titled } from '#web/site/meta.ts'
import { isRepresentative, useUser } from '#web/site/session.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Tiles } from '#web/ui/tiles.tsx'
import { CampaignsTable } from './campaigns-table.tsx'
import { ForRepresentatives } from './for-representatives.tsx'
import { PledgesList } from './pledges-list.tsx'

const queries = () => [userCampaignsQuery(), userPledgesQuery]
export const loader = signedInLoader(queries)
export const clientLoader = signedInBrowserLoader(queries)
export const meta = () => titled('Dashboard')

export default function Dashboard() {
  const user = useUser()
  const campaigns = useQuery(userCampaignsQuery())
  const pledges = useQuery(userPledgesQuery)
  return (
    <main id="main" className="wrap grid gap-8 pt-10">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <div>
          <h1>Dashboard</h1>
          <p className="quiet mt-2">Welcome back, {user?.firstName || user?.email}!</p>
        </div>
        {isRepresentative(user) && (
          <Link to={paths.createCampaign} className={buttonClass({ kind: 'primary' })}>
            <Icon icon={faPlus} /> Create Campaign
          </Link>
        )}
      </div>
      <section className="card" aria-label="In figures">
        <Tiles
          tiles={[
            { label: 'Your Campaigns', figure: <Figure text={countText(campaigns.data?.count ?? 0)} /> },
            { label: 'Your Pledges', figure: <Figure text={countText(pledges.data?.count ?? 0)} /> },
            { label: 'Total Committed', figure: <Figure text={usd(pledges.data?.committed ?? '0.00')} /> },
          ]}
        />
      </section>
      <CampaignsTable />
      <PledgesList pledges={pledges.data?.items} />
      {isRepresentative(user) && <ForRepresentatives />}
    </main>
  )
}
