import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, useParams } from 'react-router'
import type { Management } from '#domain/schemas/campaign.ts'
import { isUnauthorized } from '#web/api-error.ts'
import { signedInBrowserLoader, signedInLoader } from '#web/page-data.ts'
import { paths } from '#web/paths.ts'
import { managementQuery } from '#web/queries/campaigns.ts'
import { CampaignNotFound, missingAs } from '#web/site/error-boundaries.tsx'
import { privateMeta } from '#web/site/meta.ts'
import { NotLoadedPage } from '#web/site/not-loaded-page.tsx'
import { useUser } from '#web/site/session.ts'
import { BackLink } from '#web/ui/back-link.tsx'
import { Skeleton } from '#web/ui/note.tsx'
import { CopyForm } from './copy-form.tsx'

const queriesFor = ({ params }: { params: Record<string, string | undefined> }) => [
  managementQuery(params.id ?? ''),
]
export const loader = signedInLoader(queriesFor)
export const clientLoader = signedInBrowserLoader(queriesFor)
export const meta = () => privateMeta('Copy Campaign')

/** Copies a past campaign to a new draft: for those who manage it. */
export default function CopyCampaign() {
  const { id = '' } = useParams()
  const user = useUser()
  const found = useQuery(managementQuery(id))
  const { data, error } = found
  if (error && !isUnauthorized(error) && !data) {
    return (
      <NotLoadedPage what="The campaign" found={found}>
        <CampaignNotFound />
      </NotLoadedPage>
    )
  }
  if (!data || !user) return <Loading />
  return data.permissions.canManageStatistics ? (
    <Loaded key={id} data={data} userId={user.id} />
  ) : (
    <CampaignNotFound />
  )
}

/** The campaign as of opening; what this tab has stored is known once the page has loaded. */
function Loaded({ data: opened, userId }: { data: Management; userId: string }) {
  const [data] = useState(opened)
  const [isThere, setThere] = useState(false)
  useEffect(() => setThere(true), [])
  return (
    <main id="main" className="wrap grid gap-6 pt-8">
      <header>
        <BackLink>
          <Link to={paths.dashboard}>Back to Dashboard</Link>
        </BackLink>
        <h1 className="mt-2">Copy Campaign</h1>
        <p className="quiet mt-2 break-words">
          From <strong className="text-ink">{data.campaign.name}</strong>. The copy is a draft: no one sees it
          until it is activated.
        </p>
      </header>
      {isThere ? <CopyForm data={data} userId={userId} /> : <Skeleton className="h-96" />}
    </main>
  )
}
export const ErrorBoundary = missingAs(CampaignNotFound)

function Loading() {
  return (
    <main id="main" className="wrap grid gap-6 pt-8" aria-busy="true" aria-label="Loading the campaign">
      <Skeleton className="h-16 w-3/5" />
      <Skeleton className="h-96" />
    </main>
  )
}
