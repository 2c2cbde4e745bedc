import { faPlus } from '@fortawesome/free-solid-svg-icons'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { countText, usd } from '#web/format.ts'
import { optional, signedInBrowserLoader, signedInLoader } from '#web/page-data.ts'
import { AmbassadorLinks } from '#web/parts/home/ambassador-links.tsx'
import { PledgesList } from '#web/parts/pledging/pledges-list.tsx'
import { stepsForRepresentative } from '#web/parts/work-queue/steps-for-representative.ts'
import { ThisWeek, WhatToDo } from '#web/parts/work-queue/this-week.tsx'
import { paths } from '#web/paths.ts'
import { newestAmbassadorshipsQuery } from '#web/queries/ambassadors.ts'
import { currentUserQuery, userCampaignsQuery, userPledgesQuery } from '#web/queries/users.ts'
import { ownStepsQuery } from '#web/queries/work-queue.ts'
import { titled } from '#web/site/meta.ts'
import { isRepresentative, useUser } from '#web/site/session.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Tiles } from '#web/ui/tiles.tsx'
import { CampaignsTable } from './campaigns-table.tsx'
import { OrganizationsList } from './organizations-list.tsx'
import { AllCampaigns } from './work-queue/work-queue.tsx'

/** Next steps come first: they are rendered with the page, so that nothing below them moves. */
const queries = () => [userCampaignsQuery(), userPledgesQuery, ownStepsQuery, newestAmbassadorshipsQuery]
export const loader = signedInLoader(
  () => [...queries(), currentUserQuery],
  ({ request }, client) => stepsForRepresentative(client, request).map(optional),
)
export const clientLoader = signedInBrowserLoader(({ request }, client) => [
  ...queries(),
  ...stepsForRepresentative(client, request),
])
export const meta = () => titled('Dashboard')

export default function Dashboard() {
  const user = useUser()
  const campaigns = useQuery(userCampaignsQuery())
  const pledges = useQuery(userPledgesQuery)
  const isMember = (user?.memberships.length ?? 0) > 0
  const runsCampaigns = isMember || isRepresentative(user)
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
      {isRepresentative(user) ? <ThisWeek /> : isMember && <WhatToDo />}
      <section className="card" aria-label="Key figures">
        <Tiles
          tiles={[
            {
              label: 'Your Campaigns',
              figure: <Figure text={orUnknown(campaigns.data, ({ count }) => countText(count))} />,
            },
            {
              label: 'Your Pledges',
              figure: <Figure text={orUnknown(pledges.data, ({ count }) => countText(count))} />,
            },
            {
              label: 'Total Committed',
              figure: <Figure text={orUnknown(pledges.data, ({ committed }) => usd(committed))} />,
            },
          ]}
        />
      </section>
      {isRepresentative(user) && <AllCampaigns />}
      {/* For an ambassador who runs no campaign, their links are what they came for. */}
      {!runsCampaigns && <AmbassadorLinks />}
      <CampaignsTable />
      {runsCampaigns && <AmbassadorLinks />}
      <OrganizationsList />
      <PledgesList />
    </main>
  )
}

/** An unknown figure is not zero. */
const orUnknown = <Data,>(data: Data | undefined, text: (data: Data) => string): string =>
  data === undefined ? '–' : text(data)
