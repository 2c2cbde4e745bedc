import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { STAGES } from '#domain/desk.ts'
import type { DeskPage } from '#domain/schemas/desk.ts'
import { isUnauthorized } from '#web/api-error.ts'
import { countText } from '#web/format.ts'
import { SearchBox } from '#web/pages/public/discovery/search-box.tsx'
import { DESK_PAGE_SIZE, deskCsvPath, deskQuery } from '#web/queries/desk.ts'
import { DownloadCsv } from '#web/site/download.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState, Skeleton } from '#web/ui/note.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { Select } from '#web/ui/select.tsx'
import { NotLoaded } from '../not-loaded.tsx'
import { CampaignRows } from './campaign-rows.tsx'
import { type Desk as Chosen, deskAddress, deskOf, filterOf, ORDERS, STAGE_WORDS } from './filter.ts'
import { ThisWeek } from './this-week.tsx'

/** A representative runs forty campaigns: what is next in any of them, then all of them by where they stand. */
export function Desk() {
  return (
    <>
      <ThisWeek />
      <AllCampaigns />
    </>
  )
}

function AllCampaigns() {
  const [params] = useSearchParams()
  const desk = deskOf(params)
  const navigate = useNavigate()
  const go = (changes: Partial<Chosen>, replace = false): void =>
    void navigate(deskAddress(desk, changes), { replace, preventScrollReset: true })
  const { data, error, isFetching, refetch } = useQuery({
    ...deskQuery(filterOf(desk)),
    placeholderData: keepPreviousData,
  })
  return (
    <section className="card overflow-hidden" aria-labelledby="all-campaigns">
      <div className="flex flex-wrap items-center gap-3 px-5 pt-4">
        <h2 id="all-campaigns" className="mr-auto text-[32px] max-lg:w-full">
          All campaigns
        </h2>
        <div className="w-full md:w-auto md:flex-1 lg:w-80 lg:flex-none">
          <SearchBox value={desk.search} onChange={(search) => go({ search }, true)} />
        </div>
        <Select
          label="Order"
          className="w-60 max-md:w-auto max-md:flex-1"
          value={desk.by}
          options={ORDERS}
          onChange={(by) => go({ by: by as Chosen['by'] })}
        />
        <DownloadCsv path={deskCsvPath(filterOf(desk))} of="all campaigns" />
      </div>
      <Stages desk={desk} data={data} />
      {!data && !error && <Skeleton className="m-5 h-96" />}
      {error && !isUnauthorized(error) && (
        <div className="p-5">
          <NotLoaded
            what="The campaigns"
            message={error.message}
            isTrying={isFetching}
            onRetry={() => void refetch()}
          />
        </div>
      )}
      {data && !error && <Found desk={desk} data={data} go={go} />}
    </section>
  )
}

const PARTS = [
  { value: 'open', label: 'Open' },
  ...STAGES.map((value) => ({ value, label: STAGE_WORDS[value].label })),
  { value: 'all', label: 'All' },
] as const

function countOf(stages: DeskPage['stages'], part: string): number {
  const all = Object.values(stages).reduce((sum, count) => sum + count, 0)
  if (part === 'all') return all
  return part === 'open' ? all - stages.closed : stages[part as keyof DeskPage['stages']]
}

/** The way of a campaign, as links: each stage with how many stand there. */
function Stages({ desk, data }: { desk: Chosen; data: DeskPage | undefined }) {
  const current = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    const [link, bar] = [current.current, current.current?.parentElement]
    if (link && bar) bar.scrollLeft = link.offsetLeft - (bar.clientWidth - link.clientWidth) / 2
  }, [])
  return (
    <nav className="tabs mx-1.5 border-b border-line" aria-label="Stages">
      {PARTS.map(({ value, label }) => (
        <Link
          key={value}
          ref={value === desk.stage ? current : undefined}
          to={deskAddress(desk, { stage: value })}
          aria-current={value === desk.stage ? 'page' : undefined}
          preventScrollReset
        >
          {label}
          {data && <span className="quiet">{countText(countOf(data.stages, value))}</span>}
        </Link>
      ))}
    </nav>
  )
}

type FoundProps = { desk: Chosen; data: DeskPage; go: (changes: Partial<Chosen>) => void }

function Found({ desk, data, go }: FoundProps) {
  const start = (desk.page - 1) * DESK_PAGE_SIZE
  if (data.campaigns.length === 0)
    return (
      <div className="p-5">
        <EmptyState
          title="No campaigns here"
          action={
            (desk.search !== '' || desk.page > 1) && (
              <Button onClick={() => go({ search: '', page: 1 })}>Clear the search</Button>
            )
          }
        >
          {desk.search ? 'No name of a campaign or organization matches.' : 'No campaign is at this stage.'}
        </EmptyState>
      </div>
    )
  return (
    <>
      <CampaignRows campaigns={data.campaigns} />
      {data.count > DESK_PAGE_SIZE && (
        <Pager
          label="Pages of all campaigns"
          from={start + 1}
          to={start + data.campaigns.length}
          of={data.count}
          onPrevious={desk.page > 1 ? () => go({ page: desk.page - 1 }) : null}
          onNext={start + data.campaigns.length < data.count ? () => go({ page: desk.page + 1 }) : null}
        />
      )}
    </>
  )
}
