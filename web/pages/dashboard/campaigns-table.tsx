import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { keptOf, LoadProblem } from '#web/parts/records/not-loaded.tsx'
import { paths } from '#web/paths.ts'
import { userCampaignsFile, userCampaignsQuery } from '#web/queries/users.ts'
import { DownloadCsv } from '#web/site/download.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { FoundCount } from '#web/ui/found-count.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { EmptyState, Skeleton } from '#web/ui/note.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { rowLinkClass } from '#web/ui/row-link.ts'
import { SearchField } from '#web/ui/search-field.tsx'
import { useDebouncedValue } from '#web/ui/use-debounced-value.ts'

const PAGE_SIZE = 10
const TYPING_PAUSE_MS = 300

/** Searched and paged on the server, ten a page (R51). */
export function CampaignsTable() {
  const [text, setText] = useState('')
  const search = useDebouncedValue(text.trim(), TYPING_PAUSE_MS)
  // The last campaign of each page before this one; a new search starts at page 1 again.
  const [trail, setTrail] = useState<{ search: string; after: string[] }>({ search: '', after: [] })
  const after = trail.search === search ? trail.after : []
  const found = useQuery({
    ...userCampaignsQuery({ search, after: after.at(-1) ?? null }),
    placeholderData: keepPreviousData,
  })
  const { error, isPlaceholderData } = found
  const data = keptOf(found)
  const isSearched = search !== ''
  const campaigns = data?.items
  const start = after.length * PAGE_SIZE
  const hasMore = data !== undefined && start + data.items.length < data.count
  return (
    <section className="card overflow-hidden" aria-labelledby="your-campaigns">
      <div className="flex flex-wrap items-center justify-between gap-4 px-5 py-4">
        <Heading level={2} id="your-campaigns">
          Your Campaigns
        </Heading>
        {(isSearched || text || (data?.count ?? 0) > 0) && (
          <div className="flex items-center gap-3 max-sm:w-full">
            <SearchField
              label="Search campaigns"
              placeholder="Search"
              className="grow sm:w-72"
              value={text}
              onChange={setText}
            />
            {(data?.count ?? 0) > 0 && (
              <DownloadCsv size="normal" path={userCampaignsFile(search)} of="your campaigns" />
            )}
          </div>
        )}
      </div>
      <FoundCount
        search={text}
        count={isPlaceholderData || text.trim() !== search ? undefined : data?.count}
      />
      {!campaigns && !error && <Skeleton className="mx-5 mb-5 h-40" />}
      <LoadProblem what="Your campaigns" found={found} className="px-5 pb-5" />
      {campaigns?.length === 0 && (
        <div className="px-5 pb-5">
          <EmptyState title={isSearched ? 'No campaigns found' : 'No campaigns yet'}>
            {isSearched ? 'No name matches what you typed.' : 'Campaigns of your organizations appear here.'}
          </EmptyState>
        </div>
      )}
      {campaigns && campaigns.length > 0 && (
        <div className="relative overflow-x-auto">
          <table className="table stacked" aria-labelledby="your-campaigns">
            <thead>
              <tr>
                <th scope="col">Campaign</th>
                <th scope="col">Organization</th>
                <th scope="col">
                  <span className="sr-only">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {campaigns.map((campaign) => (
                <tr key={campaign.id}>
                  <th scope="row" className="full">
                    <Link to={paths.manage(campaign.id)} className={`${rowLinkClass} break-words`}>
                      {campaign.name}
                    </Link>
                  </th>
                  <td className="quiet">{campaign.organizationName}</td>
                  <td className="num max-md:justify-self-end">
                    <span className="inline-flex justify-end gap-2">
                      {campaign.canManage && (
                        <Link
                          to={paths.copyCampaign(campaign.id)}
                          className={buttonClass({ kind: 'quiet', size: 'dense' })}
                          aria-label={`Copy ${campaign.name}`}
                        >
                          Copy
                        </Link>
                      )}
                      <Link
                        to={paths.manage(campaign.id)}
                        className={buttonClass({ size: 'dense' })}
                        aria-label={`Manage ${campaign.name}`}
                      >
                        Manage
                      </Link>
                    </span>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {data && (after.length > 0 || hasMore) && (
        <Pager
          label="Pages of campaigns"
          from={start + 1}
          to={start + data.items.length}
          of={data.count}
          onPrevious={after.length === 0 ? null : () => setTrail({ search, after: after.slice(0, -1) })}
          onNext={hasMore ? () => setTrail({ search, after: [...after, data.items.at(-1)?.id ?? ''] }) : null}
        />
      )}
    </section>
  )
}
