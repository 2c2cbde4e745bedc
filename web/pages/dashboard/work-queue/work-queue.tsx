import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { STAGES } from '#domain/people/work-queue.ts'
import { BULK_ACTIONS, type BulkAction } from '#domain/schemas/bulk-action.ts'
import type { WorkQueuePage } from '#domain/schemas/work-queue.ts'
import { countText } from '#web/format.ts'
import { SearchBox } from '#web/parts/forms/search-box.tsx'
import { keptOf, LoadProblem } from '#web/parts/records/not-loaded.tsx'
import { WORK_QUEUE_PAGE_SIZE, workQueueCsvPath, workQueueQuery } from '#web/queries/work-queue.ts'
import { DownloadCsv } from '#web/site/download.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { FoundCount } from '#web/ui/found-count.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { EmptyState, Skeleton } from '#web/ui/note.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { Select } from '#web/ui/select.tsx'
import { BulkDialog } from './bulk-dialog.tsx'
import { BULK_WORDS, campaignsText } from './bulk-labels.ts'
import { CampaignRows } from './campaign-rows.tsx'
import {
  type WorkQueueFilter as Chosen,
  filterOf,
  ORDERS,
  STAGE_WORDS,
  workQueueAddress,
  workQueueFilterOf,
} from './filter.ts'

/** A representative runs forty campaigns: their own or all of them, by stage. */
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
    <section className="card" aria-labelledby="all-campaigns">
      <div className="flex flex-wrap items-center gap-3 px-5 pt-4">
        <Heading level={2} id="all-campaigns" className="mr-auto max-lg:w-full">
          Campaigns
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
      {/* A selection is of what is in sight. */}
      {data && (
        <Found key={workQueueAddress(filter, { page: filter.page })} filter={filter} data={data} go={go} />
      )}
    </section>
  )
}

/** Whose campaigns and next steps the page shows. */
export function WhoseCampaigns() {
  const [params] = useSearchParams()
  const filter = workQueueFilterOf(params)
  const data = keptOf(useQuery({ ...workQueueQuery(filterOf(filter)), placeholderData: keepPreviousData }))
  return (
    <nav className="tabs gap-0" aria-label="Whose campaigns">
      {(['mine', 'all'] as const).map((show) => (
        <Link
          key={show}
          to={workQueueAddress(filter, { show })}
          aria-current={data?.shown === show ? 'page' : undefined}
        >
          {show === 'mine' ? 'Mine' : 'All'}
          {data && <span className="quiet">{countText(data.assigned[show])}</span>}
        </Link>
      ))}
    </nav>
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
    const link = current.current
    const bar = current.current?.parentElement
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
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [open, setOpen] = useState<{ action: BulkAction; campaigns: string[] } | null>(null)
  const start = (filter.page - 1) * WORK_QUEUE_PAGE_SIZE
  const shown = data.campaigns.map(({ id }) => id)
  const selected = new Set(shown.filter((id) => chosen.has(id)))
  if (shown.length === 0) return <NoCampaigns filter={filter} data={data} go={go} />
  const select = (id: string, on: boolean): void =>
    setChosen(new Set(on ? [...selected, id] : [...selected].filter((one) => one !== id)))
  return (
    <>
      <div className="flex min-h-14 flex-wrap items-center gap-x-4 border-b border-line px-5">
        <Checkbox
          label={selected.size === 0 ? `Select these ${shown.length}` : `${selected.size} selected`}
          checked={selected.size === shown.length}
          onChange={(on) => setChosen(new Set(on ? shown : []))}
        />
      </div>
      <CampaignRows
        campaigns={data.campaigns}
        isAll={data.shown === 'all'}
        selected={selected}
        onSelect={select}
      />
      {selected.size > 0 && (
        <SelectionBar
          count={selected.size}
          onAction={(action) => setOpen({ action, campaigns: [...selected] })}
          onClear={() => setChosen(new Set())}
        />
      )}
      {data.count > WORK_QUEUE_PAGE_SIZE && (
        <Pager
          label="Pages of campaigns"
          from={start + 1}
          to={start + data.campaigns.length}
          of={data.count}
          onPrevious={filter.page > 1 ? () => go({ page: filter.page - 1 }) : null}
          onNext={start + data.campaigns.length < data.count ? () => go({ page: filter.page + 1 }) : null}
        />
      )}
      {open && <BulkDialog {...open} onClose={() => setOpen(null)} />}
    </>
  )
}

type BarProps = { count: number; onAction: (action: BulkAction) => void; onClear: () => void }

/** What can be done to the selected campaigns; in sight wherever the table is scrolled to. */
function SelectionBar({ count, onAction, onClear }: BarProps) {
  return (
    <div className="sticky bottom-0 z-10 flex flex-wrap items-center justify-between gap-3 border-t border-line bg-surface px-5 py-3 shadow-2 max-xl:bottom-[calc(3.5rem+env(safe-area-inset-bottom))]">
      <Button size="small" onClick={onClear}>
        Clear
      </Button>
      <Menu
        trigger={
          <Button kind="primary" size="small">
            Do for {campaignsText(count)}
          </Button>
        }
      >
        {BULK_ACTIONS.map((action) => (
          <MenuItem key={action} onSelect={() => onAction(action)}>
            {BULK_WORDS[action].title}
          </MenuItem>
        ))}
      </Menu>
    </div>
  )
}

function NoCampaigns({ filter, data, go }: FoundProps) {
  const isNarrowed = filter.search !== '' || filter.page > 1
  const isNone = data.assigned.all === 0 && filter.stage === 'open' && !isNarrowed
  const isNobodys = data.shown === 'mine' && data.assigned.mine === 0 && !isNone && !isNarrowed
  return (
    <div className="p-5">
      <EmptyState
        title="No campaigns here"
        action={
          isNarrowed ? (
            <Button onClick={() => go({ search: '', page: 1 })}>Clear the search</Button>
          ) : (
            isNobodys && <Button onClick={() => go({ show: 'all' })}>Show all campaigns</Button>
          )
        }
      >
        {filter.search
          ? 'No campaign or organization has a name like that.'
          : isNone
            ? 'None is open. Those that owners start, and those you create, appear here.'
            : isNobodys
              ? 'None is assigned to you. Select campaigns among all, and assign them.'
              : 'No campaign is at this stage.'}
      </EmptyState>
    </div>
  )
}
