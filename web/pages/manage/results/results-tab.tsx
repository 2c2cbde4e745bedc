import { faPlus, faUpload } from '@fortawesome/free-solid-svg-icons'
import { useState } from 'react'
import type { Management } from '#domain/schemas/campaign.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Select } from '#web/ui/select.tsx'
import { Achievements } from './achievements.tsx'
import { ConfirmBar } from './confirm-bar.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { MatchDialog } from './match-dialog.tsx'
import { ResultsTable } from './results-table.tsx'

export function ResultsTab({ data }: { data: Management }) {
  const [open, setOpen] = useState<'match' | 'import' | null>(null)
  const [statistic, setStatistic] = useState('all')
  const options = [
    { value: 'all', label: 'All statistics' },
    ...data.statistics
      .filter(({ type }) => type !== 'one_time')
      .map(({ id, name }) => ({ value: id, label: name })),
  ]
  const results = data.results.filter((result) => statistic === 'all' || result.statisticId === statistic)
  const hasAchievements = data.statistics.some(({ type }) => type === 'per_achievement')
  return (
    <div className={hasAchievements ? 'grid items-start gap-6 xl:grid-cols-[1fr_360px]' : ''}>
      <section className="card overflow-hidden" aria-label="Results">
        <div className="flex flex-wrap items-center gap-2.5 px-5 py-4 max-md:*:flex-auto">
          <h2 className="mr-auto text-[32px] max-md:w-full">Results</h2>
          <Select
            label="Statistic"
            className="w-48"
            value={statistic}
            options={options}
            onChange={setStatistic}
          />
          {data.permissions.canEnterResults && (
            <>
              <Button onClick={() => setOpen('import')}>
                <Icon icon={faUpload} />
                Import CSV
              </Button>
              <Button kind="primary" onClick={() => setOpen('match')}>
                <Icon icon={faPlus} />
                Enter Results
              </Button>
            </>
          )}
        </div>
        <ConfirmBar data={data} />
        <ResultsTable data={data} results={results} />
      </section>
      {hasAchievements && <Achievements data={data} />}
      {open === 'match' && <MatchDialog data={data} onClose={() => setOpen(null)} />}
      {open === 'import' && <ImportDialog data={data} onClose={() => setOpen(null)} />}
    </div>
  )
}
