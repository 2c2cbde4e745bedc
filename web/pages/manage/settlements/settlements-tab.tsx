import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { Management } from '#domain/schemas/campaign.ts'
import { percentOfGoal, usd } from '#web/format.ts'
import { settlementPreviewQuery, settlementsQuery } from '#web/queries/settlements.ts'
import { type Lane, Track } from '#web/ui/bar.tsx'
import { Choice } from '#web/ui/choice.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { Note, Skeleton } from '#web/ui/note.tsx'
import { LockPanel } from './lock-panel.tsx'
import { PreviewTable } from './preview-table.tsx'
import { Versions } from './versions.tsx'

const KINDS = [
  {
    value: 'progress',
    title: 'Progress',
    text: 'Bills pledges that pay as the season progresses, for what is confirmed so far.',
  },
  {
    value: 'final',
    title: 'Final',
    text: 'Bills every pledge for the whole season, and completes the campaign.',
  },
] as const

export function SettlementsTab({ data }: { data: Management }) {
  const { campaign } = data
  const [params, setParams] = useSearchParams()
  const kind = params.get('kind') === 'final' ? 'final' : 'progress'
  const setKind = (value: string): void =>
    setParams({ tab: 'settlements', kind: value }, { replace: true, preventScrollReset: true })
  const preview = useQuery({ ...settlementPreviewQuery(campaign.id, kind), staleTime: 0 })
  const settlements = useQuery(settlementsQuery(campaign.id))
  return (
    <div className="grid items-start gap-6 xl:grid-cols-[1fr_380px]">
      <section className="card order-first p-5 xl:col-span-2 xl:order-none" aria-label="Next settlement">
        <h2 className="text-[32px]">Next settlement</h2>
        <fieldset className="mt-4 grid gap-2.5 md:grid-cols-2">
          <legend className="sr-only">Kind of settlement</legend>
          {KINDS.map(({ value, title, text }) => (
            <Choice
              key={value}
              name="kind"
              value={value}
              title={title}
              checked={kind === value}
              onChange={() => setKind(value)}
            >
              {text}
            </Choice>
          ))}
        </fieldset>
      </section>
      <div className="grid min-w-0 gap-6">
        {preview.data && <PreviewTable preview={preview.data} />}
        {preview.isPending && <Skeleton className="h-80" />}
        {preview.isError && (
          <Note tone="danger">The preview could not be worked out: {preview.error.message}</Note>
        )}
        <Versions data={data} settlements={settlements.data} />
      </div>
      <aside className="order-first grid gap-6 xl:order-none">
        {preview.data && (
          <LockPanel key={`${kind}${preview.data.version}`} campaign={campaign} preview={preview.data} />
        )}
        <MoneyApart campaign={campaign} />
      </aside>
    </div>
  )
}

const LANES: { lane: Lane; label: string; of: (campaign: Management['campaign']) => string }[] = [
  { lane: 'pledged', label: 'Pledged', of: ({ totalPledged }) => totalPledged },
  { lane: 'earned', label: 'Earned', of: ({ totalEarned }) => totalEarned },
  { lane: 'collected', label: 'Collected', of: ({ totalCollected }) => totalCollected },
]

function MoneyApart({ campaign }: { campaign: Management['campaign'] }) {
  return (
    <section className="card p-5">
      <h2 className="text-[28px]">Money, told apart</h2>
      <dl className="mt-3 grid gap-3.5">
        {LANES.map(({ lane, label, of }) => (
          <div key={lane} className="grid grid-cols-[1fr_auto] items-center gap-y-1.5">
            <dt className="flex items-center gap-2.5">
              <span className={`key ${lane}`} aria-hidden="true" />
              {label}
            </dt>
            <dd>
              <Figure text={usd(of(campaign))} size="t" />
            </dd>
            <dd className="col-span-2">
              <Track className="bar thin" lane={lane} percent={percentOfGoal(of(campaign), campaign.goal)} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
