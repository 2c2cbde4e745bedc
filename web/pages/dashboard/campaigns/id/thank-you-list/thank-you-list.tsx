import { faPrint } from '@fortawesome/free-solid-svg-icons'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import type { ThankYouList as Names } from '#domain/schemas/thanks.ts'
import { isUnauthorized } from '#web/api-error.ts'
import { countText } from '#web/format.ts'
import { signedInBrowserLoader, signedInLoader } from '#web/page-data.ts'
import { paths } from '#web/paths.ts'
import { managementQuery } from '#web/queries/campaigns.ts'
import { thankYouListQuery } from '#web/queries/thank-yous.ts'
import { CampaignNotFound, missingAs } from '#web/site/error-boundaries.tsx'
import { privateMeta } from '#web/site/meta.ts'
import { NotLoadedPage } from '#web/site/not-loaded-page.tsx'
import { BackLink } from '#web/ui/back-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { EmptyState, Skeleton } from '#web/ui/note.tsx'

const queriesFor = ({ params: { id = '' } }: { params: Record<string, string | undefined> }) => [
  managementQuery(id),
  thankYouListQuery(id),
]
export const loader = signedInLoader(queriesFor)
export const clientLoader = signedInBrowserLoader(queriesFor)
export const meta = () => privateMeta('Names to thank')

/** The names of supporters who chose to be thanked, once they were checked: to read aloud, to print, or to copy. */
export default function ThankYouList() {
  const { id = '' } = useParams()
  const campaign = useQuery(managementQuery(id)).data?.campaign
  const found = useQuery(thankYouListQuery(id))
  const { data, error } = found
  if (error && !isUnauthorized(error) && !data)
    return (
      <NotLoadedPage what="The names" found={found}>
        <CampaignNotFound />
      </NotLoadedPage>
    )
  return (
    <main id="main" className="wrap grid gap-6 py-8 lg:py-10">
      <header>
        <div className="not-printed">
          <BackLink>
            <Link to={paths.manage(id)}>Manage the campaign</Link>
          </BackLink>
        </div>
        <h1 className="mt-2">Names to thank</h1>
        {campaign && (
          <p className="quiet mt-2 max-w-[70ch] break-words">
            {campaign.name}
            {data && <Who names={data} supporters={campaign.supportersCount} />}
          </p>
        )}
      </header>
      {data ? <List data={data} /> : <Skeleton className="h-96" />}
    </main>
  )
}
export const ErrorBoundary = missingAs(CampaignNotFound)

const Who = ({ names: { names, count }, supporters }: { names: Names; supporters: number }) => (
  <>
    : {countText(count)} of {countText(supporters)} supporters. They chose to be named, and a representative
    checked the name.{names.length < count && ` Listed are the newest ${countText(names.length)}.`}
  </>
)

function List({ data: { names } }: { data: Names }) {
  if (names.length === 0)
    return (
      <EmptyState level={2} title="No names yet">
        Supporters choose it when they pledge, or later on their pledge’s page. A representative checks each
        name first.
      </EmptyState>
    )
  return (
    <>
      <div className="flex flex-wrap gap-3">
        <CopyButton text={names.join('\n')}>Copy names</CopyButton>
        <Button onClick={() => window.print()}>
          <Icon icon={faPrint} />
          Print
        </Button>
      </div>
      <ul className="card pad columns-2 gap-8 md:columns-3 lg:columns-4" translate="no">
        {names.map((name, index) => (
          // Two supporters may have the same name.
          // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change in place
          <li key={index} className="break-inside-avoid py-1 wrap-anywhere">
            {name}
          </li>
        ))}
      </ul>
    </>
  )
}
