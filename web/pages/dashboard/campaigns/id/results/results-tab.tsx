import { faLayerGroup, faListUl, faPlus, faUpload } from '@fortawesome/free-solid-svg-icons'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { reasonNotToSettle } from '#domain/billing/settlement.ts'
import { CLOSED_TO_RESULTS } from '#domain/campaigns/campaign-state.ts'
import { byMatch, capital, type Vocabulary } from '#domain/campaigns/vocabulary.ts'
import type { Management } from '#domain/schemas/campaign.ts'
import type { ResultEntry } from '#domain/schemas/result.ts'
import { isAchievement, isGift } from '#domain/season/statistic-types.ts'
import { DropAnywhere } from '#web/pages/dashboard/campaigns/id/imports/choose-file.tsx'
import { ImportDialog } from '#web/pages/dashboard/campaigns/id/imports/import-dialog.tsx'
import {
  isUndecided,
  LockState,
  PreviewTotals,
  Undecided,
} from '#web/pages/dashboard/campaigns/id/settlements/lock-state.tsx'
import { paths } from '#web/paths.ts'
import { tableFile } from '#web/queries/campaigns.ts'
import { matchTotalsQuery } from '#web/queries/results.ts'
import { settlementPreviewQuery } from '#web/queries/settlements.ts'
import { DownloadCsv } from '#web/site/download.tsx'
import { useUser } from '#web/site/session.ts'
import { useEntries } from '#web/touchline/device.ts'
import { isOfMatch, isOfOne, type KeptEntry } from '#web/touchline/entry.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { lazily } from '#web/ui/lazily.tsx'
import { Skeleton } from '#web/ui/note.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { Select } from '#web/ui/select.tsx'
import { useIsSeen } from '#web/ui/use-is-seen.ts'
import { Achievements } from './achievements.tsx'
import { type Actions, ByMatch } from './by-match.tsx'
import { ConfirmQueue } from './confirm-queue.tsx'
import { OutcomeDialog } from './outcome-dialog.tsx'
import { ResultsTable } from './results-table.tsx'
import { SingleDialog } from './single-dialog.tsx'
import { MatchDialog } from './touchline/match-dialog.tsx'
import { isGame } from './touchline/matches.ts'
import { WaitingEntries } from './touchline/waiting-entries.tsx'
import { acceptsResults, offered } from './writes.ts'

const SeasonBoard = lazily(async () => (await import('#web/parts/campaign/season-board.tsx')).SeasonBoard)

/** The board that supporters see, from every result of the season. */
function SeasonChart({ data }: { data: Management }) {
  const { data: standings = [] } = useQuery(matchTotalsQuery(data.campaign.id))
  const results = standings.flatMap(({ confirmed, waiting, ...standing }) =>
    [
      { state: 'confirmed' as const, quantity: confirmed },
      { state: 'entered' as const, quantity: waiting },
    ].flatMap(({ state, quantity }) =>
      quantity === null
        ? []
        : [{ ...standing, id: `${standing.occursAt} ${state}`, kind: 'count' as const, state, quantity }],
    ),
  )
  if (results.length === 0) return null
  return (
    <Suspense fallback={<Skeleton className="h-80" />}>
      <SeasonBoard
        statistics={data.statistics}
        events={data.events}
        results={results}
        timeZone={data.campaign.timeZone}
      />
    </Suspense>
  )
}

export function ResultsTab({ data: all }: { data: Management }) {
  const data = offered(all)
  const hasAchievements = data.statistics.some(({ type }) => isAchievement(type))
  const { canEnterResults, canSettle } = all.permissions
  const hasSide = hasAchievements || canSettle
  const opening = useOpened(acceptsResults(all))
  const setOpen = opening[1]
  /** A match's count is corrected on the match screen; one without a match, or of another event, in its own dialog. */
  const correct = ({ statisticId, eventId }: ResultEntry): void => {
    const event = data.events.find(({ id }) => id === eventId)
    setOpen(event && isGame(event) ? { match: event.id } : { statistic: statisticId, event: eventId ?? '' })
  }
  return (
    <DropAnywhere onFile={canEnterResults && acceptsResults(all) ? (file) => setOpen({ file }) : null}>
      {canEnterResults && <Entering data={data} opening={opening} />}
      {all.undecided && !canSettle && (
        <div className="mb-6">
          <Undecided campaignId={all.campaign.id} amount={all.undecided} canSettle={false} />
        </div>
      )}
      <div className={hasSide ? 'grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_min(22.5rem,38%)]' : ''}>
        <div className="grid min-w-0 grid-cols-1 gap-6">
          <ConfirmQueue data={data} />
          <History data={data} correct={correct} enter={(match) => setOpen({ match })} />
          <SeasonChart data={data} />
        </div>
        {hasSide && (
          <aside className="grid gap-6" aria-label="Beside the results">
            {canSettle && <NextSettlement data={data} />}
            {hasAchievements && <Achievements data={data} />}
          </aside>
        )}
      </div>
    </DropAnywhere>
  )
}

/** `match`: counting the match of this event. */
type Opened =
  | 'match'
  | 'single'
  | 'import'
  | { file: File }
  | { match: string }
  | { statistic: string; event: string }
  | KeptEntry
  | null

/** The open dialog: pressed here, or counting a match where the address says so, such as from the dashboard. */
type Opening = [Opened, (opened: Opened) => void]
function useOpened(isAccepting: boolean): Opening {
  const [params, setParams] = useSearchParams()
  const [pressed, setPressed] = useState<Opened>(null)
  // Cancelled meanwhile, the dialog stays with what was typed, and says why it is refused.
  const [wasAccepting] = useState(isAccepting)
  const isNamed = params.get('enter') === 'match' && wasAccepting
  const open = (opened: Opened): void => {
    setPressed(opened)
    if (isNamed) setParams({ tab: 'results' }, { replace: true, preventScrollReset: true })
  }
  return [pressed ?? (isNamed ? 'match' : null), open]
}

/** The dialog that is open, and what this device has not sent yet. */
function Entering({ data, opening: [open, setOpen] }: { data: Management; opening: Opening }) {
  const user = useUser()
  const { data: standings, isFetching, ...query } = useQuery(matchTotalsQuery(data.campaign.id))
  /** Existing results tell which match is likely being counted: wait for them, except without a connection. */
  const isReady = !query.isPending || query.fetchStatus === 'paused' || query.failureCount > 0
  const { entries } = useEntries(user?.id, data.campaign.id)
  const close = (): void => setOpen(null)
  const kept = open !== null && typeof open === 'object' && 'key' in open ? open : null
  const dropped = open !== null && typeof open === 'object' && 'file' in open ? open.file : null
  const at = open !== null && typeof open === 'object' && !('key' in open) && !('file' in open) ? open : null
  const match = kept && isOfMatch(kept) ? kept : null
  const one = kept && isOfOne(kept) ? kept : null
  return (
    <>
      <EntryButtons isOpen={acceptsResults(data)} onOpen={setOpen} />
      {user && <WaitingEntries data={data} userId={user.id} onMend={setOpen} />}
      {(open === 'import' || dropped) && <ImportDialog data={data} file={dropped} onClose={close} />}
      {(open === 'single' || (at && 'statistic' in at) || one?.one.kind === 'count') && (
        <SingleDialog
          data={data}
          standings={standings ?? []}
          of={at && 'statistic' in at ? at : null}
          mended={one}
          onClose={close}
        />
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
      {(open === 'match' || (at && 'match' in at) || match) && user && isReady && (
        <MatchDialog
          data={data}
          userId={user.id}
          standings={standings ?? []}
          isReading={isFetching}
          entries={entries.filter(isOfMatch)}
          mended={match}
          at={at && 'match' in at ? at.match : null}
          onSingle={match ? null : () => setOpen('single')}
          onClose={close}
        />
      )}
    </>
  )
}

/** While *Enter Results* is in view here, the header's own is not. */
function EntryButtons({ isOpen, onOpen }: { isOpen: boolean; onOpen: (opened: Opened) => void }) {
  const enter = useRef<HTMLButtonElement>(null)
  const isSeen = useIsSeen(enter, true)
  return (
    <div
      data-enter-results={isSeen ? 'seen' : undefined}
      className="mb-6 flex flex-wrap items-center gap-2.5 max-md:*:flex-auto"
    >
      <Heading level={2} className="mr-auto max-md:-order-2 max-md:w-full">
        Results
      </Heading>
      {isOpen ? (
        <>
          <Button onClick={() => onOpen('import')}>
            <Icon icon={faUpload} />
            Import a file
          </Button>
          <Button
            ref={enter}
            kind="primary"
            className="max-md:-order-1 max-md:w-full"
            onClick={() => onOpen('match')}
          >
            <Icon icon={faPlus} />
            Enter Results
          </Button>
        </>
      ) : (
        <p className="quiet">{CLOSED_TO_RESULTS}.</p>
      )}
    </div>
  )
}

const VIEWS = [
  { value: 'match', label: ({ match }: Vocabulary) => `By ${match}`, icon: faLayerGroup },
  { value: 'entry', label: () => 'Every entry, newest first', icon: faListUl },
] as const
type View = (typeof VIEWS)[number]['value']

function History({ data, ...actions }: { data: Management } & Actions) {
  const [statistic, setStatistic] = useState('all')
  const [view, setView] = useState<View>('match')
  const words = data.campaign.vocabulary
  const chosen = statistic === 'all' ? null : statistic
  const options = [
    { value: 'all', label: 'All statistics' },
    ...data.statistics
      .filter(({ type }) => !isGift(type))
      .map(({ id, name }) => ({ value: id, label: name })),
  ]
  return (
    <section className="card overflow-hidden" aria-label="History">
      <div className="flex flex-wrap items-center gap-2.5 px-5 py-4">
        <Heading level={2} className="mr-auto max-md:w-full">
          {view === 'match' ? capital(byMatch(words)) : 'Every entry'}
        </Heading>
        {data.resultsCount > 0 && (
          <>
            <Segmented
              options={VIEWS.map((one) => ({ ...one, label: one.label(words) }))}
              value={view}
              onChange={setView}
            />
            <Select
              label="Statistic"
              className="w-48 max-md:flex-1"
              value={statistic}
              options={options}
              onChange={setStatistic}
            />
            <DownloadCsv
              path={tableFile(data.campaign.id, 'results', chosen ? { statistic: chosen } : {})}
              of="results"
            />
          </>
        )}
      </div>
      {view === 'match' ? (
        <ByMatch key={statistic} data={data} statisticId={chosen} {...actions} />
      ) : (
        <ResultsTable key={statistic} data={data} statisticId={chosen} correct={actions.correct} />
      )}
    </section>
  )
}

/** What the next settlement would bill, beside the results that decide it; it is locked on its own tab. */
function NextSettlement({ data }: { data: Management }) {
  const { campaign } = data
  const kind = campaign.status === 'completed' ? 'final' : 'progress'
  const isSettled = reasonNotToSettle(kind, { status: campaign.status, isFinalLocked: false }) === null
  const { data: preview, error } = useQuery({
    ...settlementPreviewQuery(campaign.id, { kind }),
    enabled: isSettled,
  })
  if (error || !isSettled) return null
  if (!preview) return <Skeleton className="h-72" />
  const { totals, version } = preview
  return (
    <section className="card p-5" aria-label="Next settlement">
      <Heading level={2} size="card">
        Next settlement
      </Heading>
      <p className="quiet fine mt-1 mb-2">
        Preview of version {version}, {kind}. Changes nothing.
      </p>
      <PreviewTotals
        totals={totals}
        counted={kind === 'final' ? 'Pledges' : 'Pledges billed along the way'}
        isUndecided={isUndecided(preview)}
      />
      <LockState data={data} preview={preview} />
      <Link to={paths.manage(campaign.id, 'settlements')} className={`${buttonClass({ full: true })} mt-4`}>
        Review and lock...
      </Link>
    </section>
  )
}
