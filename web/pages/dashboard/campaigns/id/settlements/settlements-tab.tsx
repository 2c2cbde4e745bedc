import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { reasonNotToSettle } from '#domain/billing/settlement.ts'
import { subtract, toDecimal } from '#domain/money.ts'
import type { Campaign, Management } from '#domain/schemas/campaign.ts'
import type { SettlementPreview } from '#domain/schemas/settlement.ts'
import { ApiError } from '#web/api-error.ts'
import { counted, dateTimeText, percentOfGoal, toCents, usd, weekdayText } from '#web/format.ts'
import { NotCurrent } from '#web/parts/records/not-loaded.tsx'
import { NotYet } from '#web/parts/records/once-loaded.tsx'
import { correctionText } from '#web/parts/settlements/correction.ts'
import { paths } from '#web/paths.ts'
import { campaignKey, tableFile } from '#web/queries/campaigns.ts'
import {
  type PreviewOf,
  settlementPreviewQuery,
  settlementScheduleQuery,
  settlementsQuery,
} from '#web/queries/settlements.ts'
import { DownloadCsv } from '#web/site/download.tsx'
import { type Lane, Track } from '#web/ui/bar.tsx'
import { Choice } from '#web/ui/choice.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Note, Skeleton } from '#web/ui/note.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { useWrite } from '#web/write.ts'
import { CampaignPayouts } from './campaign-payouts.tsx'
import { Charging } from './charging.tsx'
import { LockPanel } from './lock-panel.tsx'
import { PreviewTable } from './preview-table.tsx'
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

/** What was earned after the final lock: neither is chosen until a person does. */
const DECISIONS = [
  {
    isBilled: true,
    value: 'bill',
    title: 'Bill it',
    text: 'Supporters get a statement, and are charged or invoiced after the usual notice.',
  },
  {
    isBilled: false,
    value: 'waive',
    title: 'Waive it',
    text: 'Supporters do not pay it, and their statements say so.',
  },
] as const

type Kind = PreviewOf['kind']

/**
 * A choice takes effect at once; the address follows, and takes over when it is changed elsewhere. After the season
 * nothing is billed as progress anymore: any remainder is a correction of the final settlement, and once that is
 * locked there is no other kind.
 */
function useKind({ isOver, isFinalLocked }: { isOver: boolean; isFinalLocked: boolean }) {
  const [params, setParams] = useSearchParams()
  const asked = isFinalLocked ? 'final' : (params.get('kind') ?? (isOver ? 'final' : 'progress'))
  const inAddress: Kind = asked === 'final' ? 'final' : 'progress'
  const [wish, setWish] = useState<{ from: Kind; to: Kind } | null>(null)
  const choose = (to: Kind): void => {
    setWish({ from: inAddress, to })
    setParams({ tab: 'settlements', kind: to }, { replace: true, preventScrollReset: true })
  }
  return [wish?.from === inAddress ? wish.to : inAddress, choose] as const
}

/** The server's words where nothing can be settled: an answer, which trying again does not change. */
const refusalIn = (error: unknown): string | null =>
  error instanceof ApiError && error.status === 409 ? error.message : null

function useSettling({ id, status }: Campaign) {
  const settlements = useQuery(settlementsQuery(id))
  const isFinalLocked = settlements.data?.some((one) => one.kind === 'final' && !one.withdrawnAt) ?? false
  const [kind, setKind] = useKind({ isOver: status === 'completed', isFinalLocked })
  const [billIncreases, setBillIncreases] = useState<boolean>()
  const of: PreviewOf = { kind, billIncreases: isFinalLocked ? billIncreases : undefined }
  const reason = reasonNotToSettle(kind, { status, isFinalLocked })
  const preview = useQuery({
    ...settlementPreviewQuery(id, of),
    staleTime: 0,
    enabled: reason === null,
  })
  const kinds = isFinalLocked ? KINDS.filter(({ value }) => value === 'final') : KINDS
  return {
    settlements,
    of,
    kinds,
    setKind,
    setBillIncreases,
    preview,
    nothing: reason ?? refusalIn(preview.error),
    isFinalLocked,
    isEnded: isFinalLocked || status === 'cancelled',
  }
}
type Settling = ReturnType<typeof useSettling>

export function SettlementsTab({ data }: { data: Management }) {
  const { campaign } = data
  const settling = useSettling(campaign)
  const { settlements, of, preview, nothing, isEnded } = settling
  const key = `${of.kind}${of.billIncreases}`
  return (
    <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_min(23.75rem,40%)]">
      <NextKind {...settling} data={data} />
      <div className="grid min-w-0 grid-cols-1 gap-6">
        {settlements.data && <Charging settlements={settlements.data} zone={campaign.timeZone} />}
        {nothing === null && preview.data && (
          <PreviewTable key={key} campaignId={campaign.id} of={of} first={preview.data} />
        )}
        {nothing === null && preview.data && <NotCurrent found={preview} />}
        {nothing === null && (preview.isPending || (preview.isError && !preview.data)) && (
          <NotYet what="The preview" found={preview} className="h-80" />
        )}
        <Versions data={data} found={settlements} />
        <CampaignPayouts campaignId={campaign.id} />
      </div>
      <aside className="order-first grid gap-6 xl:order-none">
        {nothing === null && preview.data && (
          <LockPanel key={key} data={data} preview={preview.data} billIncreases={of.billIncreases} />
        )}
        {/* As high as it usually is: what is below must not move. */}
        {nothing === null && preview.isPending && <Skeleton className="h-128" />}
        {!isEnded && <ScheduleCard campaign={campaign} />}
        <MoneyApart {...data} />
      </aside>
    </div>
  )
}

type Correcting = { data: Management; preview: SettlementPreview | undefined }

/** Results that changed after the final lock are settled only by another version, also if the sums are the same. */
function ToCorrect({ data: { campaign, undecided }, preview }: Correcting) {
  const { totalEarned, totalPledged } = campaign
  const difference = subtract(toCents(totalEarned), toCents(totalPledged))
  const isForSome =
    preview?.isCorrection && preview.pledges.some(({ accrued, billedBefore }) => accrued !== billedBefore)
  // What was earned since has its own question.
  if (undecided || (difference === 0 && !isForSome)) return null
  return (
    <div className="mt-4">
      <Note tone="warning">
        Settle a correction: results changed after the final lock, and {correctionText(toDecimal(difference))}
        . Supporters get a new statement and a refund of what they overpaid once it is locked, not before.
      </Note>
    </div>
  )
}

/** Which kind of settlement is next; or, in the server's words, why there is none. */
function NextKind({
  of,
  kinds,
  setKind,
  setBillIncreases,
  preview,
  nothing,
  isFinalLocked,
  data,
}: Settling & { data: Management }) {
  return (
    <section className="card order-first p-5 xl:col-span-2 xl:order-none" aria-label="Next settlement">
      <Heading level={2}>Next settlement</Heading>
      {nothing !== null && (
        <div className="mt-4">
          <Note>{nothing}.</Note>
        </div>
      )}
      {nothing === null && isFinalLocked && <ToCorrect data={data} preview={preview.data} />}
      {nothing === null && (
        <fieldset className="mt-4 grid gap-2.5 md:grid-cols-2">
          <legend className="sr-only">Kind of settlement</legend>
          {kinds.map(({ value, title, text }) => (
            <Choice
              key={value}
              name="kind"
              value={value}
              title={title}
              checked={of.kind === value}
              onChange={() => setKind(value)}
            >
              {text}
            </Choice>
          ))}
        </fieldset>
      )}
      {nothing === null && isFinalLocked && data.undecided && (
        <fieldset className="mt-4 grid gap-2.5 md:grid-cols-2">
          <legend className="mb-2 font-semibold">
            {usd(data.undecided)} was earned after the final lock and waits. What becomes of it?
          </legend>
          {DECISIONS.map(({ isBilled, value, title, text }) => (
            <Choice
              key={value}
              name="increases"
              value={value}
              title={title}
              checked={of.billIncreases === isBilled}
              onChange={() => setBillIncreases(isBilled)}
            >
              {text}
            </Choice>
          ))}
        </fieldset>
      )}
    </section>
  )
}

const LANES: { lane: Lane; label: string; of: (campaign: Management['campaign']) => string }[] = [
  { lane: 'pledged', label: 'Pledged', of: ({ totalPledged }) => totalPledged },
  { lane: 'earned', label: 'Earned', of: ({ totalEarned }) => totalEarned },
  { lane: 'collected', label: 'Collected', of: ({ totalCollected }) => totalCollected },
]

function MoneyApart({ campaign, waived }: Pick<Management, 'campaign' | 'waived'>) {
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
        {waived && (
          <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center">
            <dt>Waived: settled, and not billed</dt>
            <dd>
              <Figure text={usd(waived)} size="t" />
            </dd>
          </div>
        )}
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

/** Progress is billed automatically every week, unless a person must decide. */
function ScheduleCard({ campaign: { id, timeZone } }: { campaign: Campaign }) {
  const { data, error } = useQuery(settlementScheduleQuery(id))
  const turn = useWrite<Campaign, boolean>({
    request: (settleAutomatically) => ({
      method: 'PUT',
      path: `/api/campaigns/${id}`,
      payload: { settleAutomatically },
      ...(data ? { version: data.version } : {}),
    }),
    failure: 'The schedule was not changed',
    success: { title: 'The schedule is changed' },
    refresh: [campaignKey(id)],
  })
  if (error && !data) return <Note tone="danger">{error.message}</Note>
  if (!data) return <Skeleton className="h-44" />
  const isOn = turn.isPending ? turn.variables : data.isOn
  return (
    <section className="card grid gap-3 p-5" aria-labelledby="schedule">
      <Heading level={2} size="card" id="schedule">
        Every week
      </Heading>
      <Switch
        label="Bill progress automatically"
        hint="Early every Monday, for pledges that are paid along the way."
        checked={isOn}
        disabled={turn.isPending}
        onChange={(on) => turn.mutate(on)}
      />
      <p className="dense">
        {data.idleReason ?? (
          <>
            Next on <strong>{weekdayText(data.nextRunAt, timeZone)}</strong>, for{' '}
            {counted(data.pledges, 'pledge')}. Bills of less than $5.00 wait for the next one.
          </>
        )}
      </p>
      <p className="quiet fine">
        {data.lastLockedAt === null
          ? 'No progress has been billed yet.'
          : `Last billed ${dateTimeText(data.lastLockedAt, timeZone)}.`}
      </p>
    </section>
  )
}
