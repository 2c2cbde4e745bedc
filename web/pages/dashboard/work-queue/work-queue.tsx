import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import type { WorkQueuePage } from '#domain/schemas/work-queue.ts'
import { STAGES } from '#domain/work-queue.ts'
import { countText } from '#web/format.ts'
import { SearchBox } from '#web/parts/forms/search-box.tsx'
import { keptOf, LoadProblem } from '#web/parts/records/not-loaded.tsx'
import { WORK_QUEUE_PAGE_SIZE, workQueueCsvPath, workQueueQuery } from '#web/queries/work-queue.ts'
import { DownloadCsv } from '#web/site/download.tsx'
import { Button } from '#web/ui/button.tsx'
import { FoundCount } from '#web/ui/found-count.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { EmptyState, Skeleton } from '#web/ui/note.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { Select } from '#web/ui/select.tsx'
import { CampaignRows } from './campaign-rows.tsx'
import {
  type WorkQueueFilter as Chosen,
  filterOf,
  ORDERS,
  STAGE_WORDS,
  workQueueAddress,
  workQueueFilterOf,
} from './filter.ts'

/** A representative runs forty campaigns: all of them, by stage. */
export function AllCampaigns() {
  const [params] = useSearchParams()
  const filter = workQueueFilterOf(params)
  const navigate = useNavigate()
  const go = (changes: Partial<Chosen>, replace = false): void =>
    void navigate(workQueueAddress(filter, changes, params), { replace, preventScrollReset: true })
  const found = useQuery({ ...workQueueQuery(filterOf(filter)), placeholderData: keepPreviousData })
  const { error, isPlaceholderData } = found
  const data = keptOf(found)
  return (
    <section className="card overflow-hidden" aria-labelledby="all-campaigns">
      <div className="flex flex-wrap items-center gap-3 px-5 pt-4">
        <Heading level={2} id="all-campaigns" className="mr-auto max-lg:w-full">
          All campaigns
        </Heading>
        <div className="w-full md:w-auto md:flex-1 lg:w-80 lg:flex-none">
          <SearchBox value={filter.search} onChange={(search) => go({ search }, true)} />
        </div>
        <Select
          label="Order"
          className="w-60 max-md:w-auto max-md:flex-1"
          value={filter.by}
          options={ORDERS}
          onChange={(by) => go({ by: by as Chosen['by'] })}
        />
        <DownloadCsv size="normal" path={workQueueCsvPath(filterOf(filter))} of="all campaigns" />
      </div>
      <Stages filter={filter} data={data} />
      <FoundCount search={filter.search} count={isPlaceholderData ? undefined : data?.count} />
      {!data && !error && <Skeleton className="m-5 h-96" />}
      <LoadProblem what="The campaigns" found={found} className="p-5" />
      {data && <Found filter={filter} data={data} go={go} />}
    </section>
  )
}

const PARTS = [
  { value: 'open', label: 'Open' },
  ...STAGES.map((value) => ({ value, label: STAGE_WORDS[value].label })),
  { value: 'all', label: 'All' },
] as const

function countOf(stages: WorkQueuePage['stages'], part: string): number {
  const all = Object.values(stages).reduce((sum, count) => sum + count, 0)
  if (part === 'all') return all
  return part === 'open' ? all - stages.closed : stages[part as keyof WorkQueuePage['stages']]
}

/** A campaign's stages, as links: each with how many campaigns are in it. */
function Stages({ filter, data }: { filter: Chosen; data: WorkQueuePage | undefined }) {
  const [params] = useSearchParams()
  const current = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    const [link, bar] = [current.current, current.current?.parentElement]
    if (link && bar) bar.scrollLeft = link.offsetLeft - (bar.clientWidth - link.clientWidth) / 2
  }, [])
  return (
    <nav className="tabs mx-1.5 gap-0 border-b border-line [&>a]:px-2.5" aria-label="Stages">
      {PARTS.map(({ value, label }) => (
        <Link
          key={value}
          ref={value === filter.stage ? current : undefined}
          to={workQueueAddress(filter, { stage: value }, params)}
          aria-current={value === filter.stage ? 'page' : undefined}
          preventScrollReset
        >
          {label}
          {data && <span className="quiet">{countText(countOf(data.stages, value))}</span>}
        </Link>
      ))}
    </nav>
  )
}

type FoundProps = { filter: Chosen; data: WorkQueuePage; go: (changes: Partial<Chosen>) => void }

function Found({ filter, data, go }: FoundProps) {
  const start = (filter.page - 1) * WORK_QUEUE_PAGE_SIZE
  if (data.campaigns.length === 0)
    return (
      <div className="p-5">
        <EmptyState
          title="No campaigns here"
          action={
            (filter.search !== '' || filter.page > 1) && (
              <Button onClick={() => go({ search: '', page: 1 })}>Clear the search</Button>
            )
          }
        >
          {filter.search
            ? 'No campaign or organization has a name like that.'
            : 'No campaign is at this stage.'}
        </EmptyState>
      </div>
    )
  return (
    <>
      <CampaignRows campaigns={data.campaigns} />
      {data.count > WORK_QUEUE_PAGE_SIZE && (
        <Pager
          label="Pages of all campaigns"
          from={start + 1}
          to={start + data.campaigns.length}
          of={data.count}
          onPrevious={filter.page > 1 ? () => go({ page: filter.page - 1 }) : null}
          onNext={start + data.campaigns.length < data.count ? () => go({ page: filter.page + 1 }) : null}
        />
      )}
    </>
  )
}
