import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { Management } from '#domain/schemas/campaign.ts'
import { percentOfGoal, usd } from '#web/format.ts'
import { NotYet } from '#web/parts/records/once-loaded.tsx'
import { paths } from '#web/paths.ts'
import { tableFile } from '#web/queries/campaigns.ts'
import { type PreviewOf, settlementPreviewQuery, settlementsQuery } from '#web/queries/settlements.ts'
import { DownloadCsv } from '#web/site/download.tsx'
import { type Lane, Track } from '#web/ui/bar.tsx'
import { Choice } from '#web/ui/choice.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Skeleton } from '#web/ui/note.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { Charging } from './charging.tsx'
import { LockPanel } from './lock-panel.tsx'
import { PreviewTable } from './preview-table.tsx'
import { ScheduleCard } from './schedule-card.tsx'
import { Versions } from './versions.tsx'

const KINDS = [
  {
    value: 'progress',
    title: 'Progress',
    text: 'Bills pledges that pay along the way, for what is confirmed so far.',
  },
  {
    value: 'final',
    title: 'Final',
    text: 'Bills every pledge in full, and completes the campaign.',
  },
] as const

type Kind = PreviewOf['kind']

/**
 * A choice takes effect at once; the address follows, and takes over when it is changed elsewhere. After the season
 * nothing is billed as progress anymore (R32): any remainder is a correction of the final settlement.
 */
function useKind(isOver: boolean): [Kind, (kind: Kind) => void] {
  const [params, setParams] = useSearchParams()
  const asked = params.get('kind') ?? (isOver ? 'final' : 'progress')
  const inAddress: Kind = asked === 'final' ? 'final' : 'progress'
  const [wish, setWish] = useState<{ from: Kind; to: Kind } | null>(null)
  const choose = (to: Kind): void => {
    setWish({ from: inAddress, to })
    setParams({ tab: 'settlements', kind: to }, { replace: true, preventScrollReset: true })
  }
  return [wish?.from === inAddress ? wish.to : inAddress, choose]
}

export function SettlementsTab({ data }: { data: Management }) {
  const { campaign } = data
  const [kind, setKind] = useKind(campaign.status === 'completed')
  const [billIncreases, setBillIncreases] = useState(false)
  const of = { kind, billIncreases: kind === 'final' && billIncreases }
  const preview = useQuery({ ...settlementPreviewQuery(campaign.id, of), staleTime: 0 })
  const settlements = useQuery(settlementsQuery(campaign.id))
  return (
    <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_380px]">
      <section className="card order-first p-5 xl:col-span-2 xl:order-none" aria-label="Next settlement">
        <Heading level={2}>Next settlement</Heading>
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
        {preview.data?.isCorrection && kind === 'final' && (
          <div className="mt-4">
            <Switch
              label="Bill increases"
              hint="The final settlement is locked: this version contains only the differences. Increases are waived unless you bill them."
              checked={billIncreases}
              onChange={setBillIncreases}
            />
          </div>
        )}
      </section>
      <div className="grid min-w-0 grid-cols-1 gap-6">
        {settlements.data && <Charging settlements={settlements.data} zone={campaign.timeZone} />}
        {preview.data && (
          <PreviewTable
            key={`${kind}${of.billIncreases}`}
            campaignId={campaign.id}
            of={of}
            first={preview.data}
          />
        )}
        {(preview.isPending || preview.isError) && (
          <NotYet what="The preview" found={preview} className="h-80" />
        )}
        <Versions data={data} found={settlements} />
      </div>
      <aside className="order-first grid gap-6 xl:order-none">
        {preview.data ? (
          <LockPanel
            key={`${kind}${of.billIncreases}`}
            campaign={campaign}
            preview={preview.data}
            billIncreases={of.billIncreases}
          />
        ) : (
          // As high as it usually is: what is below must not move.
          preview.isPending && <Skeleton className="h-128" />
        )}
        <ScheduleCard campaign={campaign} />
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
      <Heading level={2} size="card">
        Money breakdown
      </Heading>
      <dl className="mt-3 grid gap-3.5">
        {LANES.map(({ lane, label, of }) => (
          <div key={lane} className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-y-1.5">
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
      <Link
        to={paths.collectionsOf(campaign.id)}
        className="mt-2 inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
      >
        See where the rest is
      </Link>
      <p className="mt-2">
        <DownloadCsv path={tableFile(campaign.id, 'journal')} of="the journal">
          Journal
        </DownloadCsv>
      </p>
    </section>
  )
}
