import { faPlus, faUpload } from '@fortawesome/free-solid-svg-icons'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Management } from '#domain/schemas/campaign.ts'
import { isAchievement, isGift } from '#domain/statistic-types.ts'
import { tableFile } from '#web/queries/campaigns.ts'
import { matchStandingsQuery } from '#web/queries/results.ts'
import { DownloadCsv } from '#web/site/download.tsx'
import { useUser } from '#web/site/session.ts'
import { useEntries } from '#web/touchline/device.ts'
import { isOfMatch, isOfOne, type KeptEntry } from '#web/touchline/entry.ts'
import { Button } from '#web/ui/button.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Select } from '#web/ui/select.tsx'
import { Achievements } from './achievements.tsx'
import { ConfirmQueue } from './confirm-queue.tsx'
import { ImportDialog } from './import/import-dialog.tsx'
import { OutcomeDialog } from './outcome-dialog.tsx'
import { ResultsTable } from './results-table.tsx'
import { SeasonChart } from './season-chart.tsx'
import { SingleDialog } from './single-dialog.tsx'
import { MatchDialog } from './touchline/match-dialog.tsx'
import { WaitingEntries } from './touchline/waiting-entries.tsx'

export function ResultsTab({ data }: { data: Management }) {
  const hasAchievements = data.statistics.some(({ type }) => isAchievement(type))
  return (
    <>
      {data.permissions.canEnterResults && <Entering data={data} />}
      <div className={hasAchievements ? 'grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_360px]' : ''}>
        <div className="grid min-w-0 grid-cols-1 gap-6">
          <ConfirmQueue data={data} />
          <SeasonChart data={data} />
          <History data={data} />
        </div>
        {hasAchievements && <Achievements data={data} />}
      </div>
    </>
  )
}

type Opened = 'match' | 'single' | 'import' | KeptEntry | null

/** What is open: pressed here, or counting a match where the address says so, such as from the dashboard. */
function useOpened(): [Opened, (opened: Opened) => void] {
  const [params, setParams] = useSearchParams()
  const [pressed, setPressed] = useState<Opened>(null)
  const isNamed = params.get('enter') === 'match'
  const open = (opened: Opened): void => {
    setPressed(opened)
    if (isNamed) setParams({ tab: 'results' }, { replace: true, preventScrollReset: true })
  }
  return [pressed ?? (isNamed ? 'match' : null), open]
}

/** What is entered here, and what this device still keeps of it. */
function Entering({ data }: { data: Management }) {
  const [open, setOpen] = useOpened()
  const user = useUser()
  const { data: standings, isFetching } = useQuery(matchStandingsQuery(data.campaign.id))
  const { entries } = useEntries(user?.id, data.campaign.id)
  const close = (): void => setOpen(null)
  const kept = typeof open === 'object' ? open : null
  const match = kept && isOfMatch(kept) ? kept : null
  const one = kept && isOfOne(kept) ? kept : null
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center gap-2.5 max-md:*:flex-auto">
        <Heading level={2} className="mr-auto max-md:-order-2 max-md:w-full">
          Results
        </Heading>
        <Button onClick={() => setOpen('single')}>One Result</Button>
        <Button onClick={() => setOpen('import')}>
          <Icon icon={faUpload} />
          Import CSV
        </Button>
        <Button kind="primary" className="max-md:-order-1 max-md:w-full" onClick={() => setOpen('match')}>
          <Icon icon={faPlus} />
          Enter Results
        </Button>
      </div>
      {user && <WaitingEntries data={data} userId={user.id} onMend={setOpen} />}
      {open === 'import' && <ImportDialog data={data} onClose={close} />}
      {(open === 'single' || one?.one.kind === 'count') && (
        <SingleDialog data={data} standings={standings ?? []} mended={one} onClose={close} />
      )}
      {one && one.one.kind !== 'count' && (
        <OutcomeDialog
          campaignId={data.campaign.id}
          outcome={{ statisticId: one.one.statisticId, kind: one.one.kind }}
          name={one.name}
          kept={one}
          onClose={close}
        />
      )}
      {(open === 'match' || match) && user && (
        <MatchDialog
          data={data}
          userId={user.id}
          standings={standings ?? []}
          isReading={isFetching}
          entries={entries.filter(isOfMatch)}
          mended={match}
          onClose={close}
        />
      )}
    </>
  )
}

function History({ data }: { data: Management }) {
  const [statistic, setStatistic] = useState('all')
  const chosen = statistic === 'all' ? null : statistic
  const options = [
    { value: 'all', label: 'All statistics' },
    ...data.statistics
      .filter(({ type }) => !isGift(type))
      .map(({ id, name }) => ({ value: id, label: name })),
  ]
  return (
    <section className="card overflow-hidden" aria-label="History">
      <div className="flex flex-wrap items-center gap-2.5 px-5 py-4 max-md:*:flex-auto">
        <Heading level={2} className="mr-auto max-md:w-full">
          History
        </Heading>
        <Select
          label="Statistic"
          className="w-48"
          value={statistic}
          options={options}
          onChange={setStatistic}
        />
        {data.resultsCount > 0 && (
          <DownloadCsv
            path={tableFile(data.campaign.id, 'results', chosen ? { statistic: chosen } : {})}
            of="results"
          />
        )}
      </div>
      <ResultsTable key={statistic} data={data} statisticId={chosen} />
    </section>
  )
}
