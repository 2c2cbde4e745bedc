import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { userCampaignsQuery } from '#web/queries/users.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { useDebouncedValue } from '#web/ui/use-debounced-value.ts'

const TYPING_PAUSE_MS = 300

/** For people starting again who have had a campaign before; renders nothing for others. */
export function CopyInstead() {
  const [text, setText] = useState('')
  const search = useDebouncedValue(text.trim(), TYPING_PAUSE_MS)
  const all = useQuery(userCampaignsQuery())
  const found = useQuery({ ...userCampaignsQuery({ search, after: null }), enabled: search !== '' })
  const items = search === '' ? all.data?.items : found.data?.items
  // A scorer sees the campaigns that they score, but may not copy them.
  const rows = (items ?? []).filter(({ canManage }) => canManage)
  if (!all.data) return null
  const isOnePage = all.data.count === all.data.items.length
  if (isOnePage && rows.length === 0) return null
  return (
    <details className="disclosure card pad">
      <summary>Copy a past campaign instead</summary>
      <div className="grid !max-w-none gap-3 pt-3">
        <p className="quiet">
          Copies the details, statistics, rewards, schedule and ambassadors you choose, and shows its results
          as last year’s.
        </p>
        {!isOnePage && (
          <SearchField label="Search campaigns to copy" className="sm:w-72" value={text} onChange={setText} />
        )}
        <ul className="divide-y divide-line">
          {rows.map(({ id, name, organizationName }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-3 py-2.5">
              <span className="min-w-0 flex-1 basis-56 break-words">
                <strong>{name}</strong> <span className="quiet">{organizationName}</span>
              </span>
              <Link
                to={paths.copyCampaign(id)}
                className={buttonClass({ size: 'dense' })}
                aria-label={`Copy ${name}`}
              >
                Copy
              </Link>
            </li>
          ))}
          {rows.length === 0 && search !== '' && !found.isFetching && (
            <li className="quiet py-2.5">No campaigns found</li>
          )}
        </ul>
      </div>
    </details>
  )
}
