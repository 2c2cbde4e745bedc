import { useState } from 'react'
import { Link } from 'react-router'
import type { UserCampaign } from '#domain/schemas/user.ts'
import { paths } from '#web/paths.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { EmptyState, Skeleton } from '#web/ui/note.tsx'

const PAGE_SIZE = 10

export function CampaignsTable({ campaigns }: { campaigns: UserCampaign[] | undefined }) {
  const [search, setSearch] = useState('')
  const [page, setPage] = useState(1)
  const words = search.trim().toLowerCase()
  const found = (campaigns ?? []).filter(({ name, organizationName }) =>
    `${name} ${organizationName}`.toLowerCase().includes(words),
  )
  const pages = Math.max(1, Math.ceil(found.length / PAGE_SIZE))
  const shown = found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)
  return (
    <section className="card overflow-hidden">
      <div className="pad flex flex-wrap items-end justify-between gap-4 pb-4">
        <h2 className="text-[32px]">Your Campaigns</h2>
        {campaigns && campaigns.length > 0 && (
          <TextField
            label="Search campaigns"
            type="search"
            className="w-full sm:w-72"
            value={search}
            onChange={(event) => {
              setSearch(event.target.value)
              setPage(1)
            }}
          />
        )}
      </div>
      {!campaigns && <Skeleton className="m-6 h-40" />}
      {campaigns && found.length === 0 && (
        <div className="px-6 pb-6">
          <EmptyState title={campaigns.length === 0 ? 'No campaigns yet' : 'No campaigns found'}>
            {campaigns.length === 0
              ? 'Campaigns of your organizations appear here.'
              : 'No name matches what you typed.'}
          </EmptyState>
        </div>
      )}
      {shown.length > 0 && (
        <div className="table-scroll">
          <table className="table stacked">
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
              {shown.map((campaign) => (
                <tr key={campaign.id}>
                  <td className="font-semibold">{campaign.name}</td>
                  <td className="quiet">{campaign.organizationName}</td>
                  <td className="num">
                    <Link
                      to={paths.manage(campaign.id)}
                      className={buttonClass({ size: 'dense' })}
                      aria-label={`Manage ${campaign.name}`}
                    >
                      Manage
                    </Link>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {pages > 1 && (
        <nav
          className="flex items-center justify-between gap-4 border-t border-line px-5 py-3"
          aria-label="Pages of campaigns"
        >
          <span className="quiet fine">
            {(page - 1) * PAGE_SIZE + 1} to {(page - 1) * PAGE_SIZE + shown.length} of {found.length}
          </span>
          <span className="flex gap-2">
            <Button size="small" disabled={page === 1} onClick={() => setPage(page - 1)}>
              Previous
            </Button>
            <Button size="small" disabled={page === pages} onClick={() => setPage(page + 1)}>
              Next
            </Button>
          </span>
        </nav>
      )}
    </section>
  )
}
