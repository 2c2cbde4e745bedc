import { faChevronDown, faPlus } from '@fortawesome/free-solid-svg-icons'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CLOSED_TO_RESULTS } from '#domain/campaigns/campaign-state.ts'
import { capital, withArticle } from '#domain/campaigns/vocabulary.ts'
import { NONE, plus, type Quantity, readQuantity, toNumber } from '#domain/quantity.ts'
import type { Management } from '#domain/schemas/campaign.ts'
import type { Event } from '#domain/schemas/event.ts'
import type { MatchTotals, ResultEntry } from '#domain/schemas/result.ts'
import { quantityText } from '#web/format.ts'
import { NotYet } from '#web/parts/records/once-loaded.tsx'
import { ShowAll } from '#web/parts/records/show-all.tsx'
import { matchResultsQuery, matchTotalsQuery, waitingResultsQuery } from '#web/queries/results.ts'
import { useNow } from '#web/site/session.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useWhole } from '#web/ui/next-focus.ts'
import { EmptyState, Note, Skeleton } from '#web/ui/note.tsx'
import { correctionOf, VoidDialog } from './entry-actions.tsx'
import { ResultFigure, statisticName } from './entry-labels.tsx'
import { EntryCells, MatchName, rowLook } from './results-table.tsx'
import { isGame } from './touchline/matches.ts'
import { acceptsResults } from './writes.ts'

/** One statistic of a match: its figure, and the season's total after it. Neither includes unconfirmed entries. */
type MatchFigure = {
  statisticId: string
  confirmed: number | null
  waiting: number | null
  season: number
}
/** `nothing`: it was played, and nothing was entered. */
type MatchState = 'to confirm' | 'nothing' | 'confirmed'
/** `event`: null groups the entries without a match. */
type SeasonMatch = { event: Event | null; at: string; state: MatchState; figures: MatchFigure[] }

type Season = {
  events: readonly Event[]
  standings: readonly MatchTotals[]
  /** Entries that are not counts have no match: achievements. */
  hasOthers?: boolean
}
type Statistics = readonly { id: string }[]

const read = (value: number | null): Quantity => readQuantity(value) ?? NONE

/**
 * Newest first; entries without a match come last. Upcoming matches, and events that are not matches, are listed
 * once something was entered for them. Figures are in the order of the statistics.
 */
export function seasonMatches(
  { events, standings, hasOthers = false }: Season,
  statistics: Statistics,
  now: number,
): SeasonMatch[] {
  const figures = figuresByMatch(standings, statistics)
  const isListed = (event: Event): boolean =>
    figures.has(event.id) || (isGame(event) && Date.parse(event.startTime) <= now)
  const matches = events
    .filter(isListed)
    .map((event) => ({ ...stateOf(figures.get(event.id) ?? []), event, at: event.startTime }))
    .sort((a, b) => (a.at < b.at ? 1 : -1))
  const without = figures.get(NO_MATCH)
  if (!without && !hasOthers) return matches
  return [
    ...matches,
    { figures: [], state: 'confirmed', ...(without && stateOf(without)), event: null, at: '' },
  ]
}

const stateOf = (figures: MatchFigure[]): Pick<SeasonMatch, 'state' | 'figures'> => ({
  state: figures.some(({ waiting }) => waiting !== null)
    ? 'to confirm'
    : figures.length === 0
      ? 'nothing'
      : 'confirmed',
  figures,
})

const NO_MATCH = 'none'

/** A match and statistic have one row; entries without a match have one row for each day. */
function figuresByMatch(standings: readonly MatchTotals[], statistics: Statistics) {
  const order = new Map(statistics.map(({ id }, index) => [id, index]))
  const matches = new Map<string, Map<string, MatchFigure>>()
  const seasons = new Map<string, Quantity>()
  const sum = (a: number | null, b: number | null): number | null =>
    a === null && b === null ? null : toNumber(plus(read(a), read(b)))
  for (const { eventId, statisticId, confirmed, waiting } of [...standings].sort(byTime)) {
    if (!order.has(statisticId)) continue
    const season = plus(seasons.get(statisticId) ?? NONE, read(confirmed))
    seasons.set(statisticId, season)
    const match = matches.get(eventId ?? NO_MATCH) ?? new Map<string, MatchFigure>()
    const before = match.get(statisticId)
    match.set(statisticId, {
      statisticId,
      season: toNumber(season),
      confirmed: sum(before?.confirmed ?? null, confirmed),
      waiting: sum(before?.waiting ?? null, waiting),
    })
    matches.set(eventId ?? NO_MATCH, match)
  }
  const placeOf = ({ statisticId }: MatchFigure): number => order.get(statisticId) ?? 0
  return new Map(
    [...matches].map(([id, match]) => [id, [...match.values()].sort((a, b) => placeOf(a) - placeOf(b))]),
  )
}

const byTime = (a: MatchTotals, b: MatchTotals): number => (a.occursAt < b.occursAt ? -1 : 1)

/** Rows for a phone's screen or two; the others are behind a button. */
const SHOWN = 12

export type Actions = { correct: (result: ResultEntry) => void; enter: (eventId: string) => void }
type Props = Actions & { data: Management; statisticId: string | null }

/**
 * Every match of the season, collapsed to its figures. What awaits a second person is in the list to confirm above, and
 * not repeated here; a match that was played and has no results asks for them.
 */
export function ByMatch({ data, statisticId, ...actions }: Props) {
  const now = useNow()
  const { id, vocabulary } = data.campaign
  const found = useQuery(matchTotalsQuery(id))
  const standings = found.data
  const { data: waiting } = useQuery(waitingResultsQuery(id))
  const { isWhole, showWhole, list } = useWhole<HTMLUListElement>(SHOWN)
  if (!standings)
    return (
      <div className="px-5 pb-5">
        <NotYet what="This list" found={found} className="h-48" />
      </div>
    )
  const counted = data.statistics.filter(({ id: one }) => statisticId === null || one === statisticId)
  const hasOthers = statisticId === null && data.results.some(({ eventId }) => eventId === null)
  const inQueue = new Set((waiting?.items ?? []).map(({ eventId }) => eventId))
  const matches = seasonMatches({ events: data.events, standings, hasOthers }, counted, now).filter(
    ({ event, state }) => event === null || (!inQueue.has(event.id) && isOf(statisticId, state)),
  )
  if (matches.length === 0)
    return (
      <div className="px-5 pb-5">
        {inQueue.size > 0 ? (
          <p className="quiet">
            {capital(vocabulary.matches)} with results to confirm are in the list above.
          </p>
        ) : (
          <EmptyState title="No results yet">
            {acceptsResults(data)
              ? `Enter ${withArticle(vocabulary.match)} from your phone, or import all ${vocabulary.matches} from a file.`
              : `${CLOSED_TO_RESULTS}.`}
          </EmptyState>
        )}
      </div>
    )
  const shown = isWhole ? matches : matches.slice(0, SHOWN)
  return (
    <>
      <ul ref={list}>
        {shown.map((match) => (
          <li key={match.event?.id ?? 'none'} className="border-t border-line">
            {match.state === 'nothing' && match.event ? (
              <NothingYet data={data} match={match} enter={actions.enter} />
            ) : (
              <Fold data={data} match={match} statisticId={statisticId} {...actions} />
            )}
          </li>
        ))}
      </ul>
      <ShowAll shown={shown.length} of={matches.length} onShow={showWhole} />
    </>
  )
}

/** When one statistic is selected, matches without it are left out. */
const isOf = (statisticId: string | null, state: MatchState): boolean =>
  statisticId === null || state !== 'nothing'

type One = { data: Management; match: SeasonMatch }

function NothingYet({ data, match: { event, at }, enter }: One & Pick<Actions, 'enter'>) {
  if (!event) return null
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-2.5">
      <MatchName data={data} event={event} at={at} />
      <span className="ml-auto flex items-center gap-3">
        <Badge tone="draft">No results yet</Badge>
        {data.permissions.canEnterResults && (
          <Button size="dense" aria-label={`Enter results: ${event.name}`} onClick={() => enter(event.id)}>
            <Icon icon={faPlus} />
            Enter
          </Button>
        )}
      </span>
    </div>
  )
}

function Fold({ data, match, statisticId, correct }: One & { statisticId: string | null } & Actions) {
  const [isOpen, setOpen] = useState(false)
  const { event, at, state, figures } = match
  return (
    <details className="group" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="grid min-h-13 cursor-pointer list-none grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-4 gap-y-1 px-5 py-2.5 hover:bg-sunken group-open:bg-sunken md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_7.5rem_auto] lg:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)_8.5rem_auto] [&::-webkit-details-marker]:hidden">
        <MatchName data={data} event={event} at={at} />
        <span className="flex flex-wrap gap-x-4 max-md:order-last max-md:col-span-3">
          {figures.map(({ statisticId: of, confirmed, waiting }) => (
            <span key={of} className="dense">
              <span className="quiet">{data.statistics.find(({ id }) => id === of)?.name}</span>{' '}
              <strong className="whitespace-nowrap tabular-nums">
                {confirmed === null ? '–' : quantityText(confirmed)}
                {waiting !== null && ` (${waiting < 0 ? '' : '+'}${quantityText(waiting)} to confirm)`}
              </strong>
            </span>
          ))}
        </span>
        <span className="justify-self-end md:justify-self-start">
          {state === 'to confirm' ? (
            <Badge tone="waiting">To confirm</Badge>
          ) : (
            figures.length > 0 && (
              <Badge tone="active" icon="check">
                Confirmed
              </Badge>
            )
          )}
        </span>
        <Icon icon={faChevronDown} className="quiet transition-transform group-open:rotate-180" />
      </summary>
      {isOpen && <MatchEntries data={data} match={match} statisticId={statisticId} correct={correct} />}
    </details>
  )
}

type MatchEntriesProps = {
  data: Management
  match: SeasonMatch
  statisticId: string | null
  correct: (result: ResultEntry) => void
}

/** Every entry of a match, by statistic and then newest first; voided ones stay, struck through. */
function MatchEntries({ data, match, statisticId, correct }: MatchEntriesProps) {
  const { campaign } = data
  const { data: page, error } = useQuery(matchResultsQuery(campaign.id, match.event?.id ?? null, statisticId))
  const [voiding, setVoiding] = useState<ResultEntry | null>(null)
  if (error && !page) return <Note tone="danger">{error.message}</Note>
  if (!page) return <Skeleton className="mx-5 my-3 h-24" />
  if (page.items.length === 0) return <p className="quiet px-5 py-3.5">Nothing was entered.</p>
  const order = data.statistics.map(({ id }) => id)
  const entries = [...page.items].sort((a, b) => order.indexOf(a.statisticId) - order.indexOf(b.statisticId))
  return (
    <div className="relative overflow-x-auto border-t border-line">
      <table className="table stacked" aria-label="Entries">
        <thead>
          <tr>
            <th scope="col">Statistic</th>
            <th scope="col" className="num">
              Result
            </th>
            <th scope="col" className="num">
              {capital(campaign.vocabulary.season)}
            </th>
            <th scope="col">Entered</th>
            <th scope="col">State</th>
            <th scope="col">
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {entries.map((result) => (
            <tr key={result.id} className={rowLook(result)}>
              <th scope="row" className="full font-semibold">
                {statisticName(data, result)}
              </th>
              <td data-label="Result" className="num">
                <ResultFigure result={result} />
              </td>
              <td data-label={capital(campaign.vocabulary.season)} className="num">
                <SeasonFigure match={match} result={result} />
              </td>
              <EntryCells
                data={data}
                result={result}
                onVoid={() => setVoiding(result)}
                onCorrect={correctionOf(data, result, correct)}
              />
            </tr>
          ))}
        </tbody>
      </table>
      {voiding && <VoidDialog campaignId={campaign.id} result={voiding} onClose={() => setVoiding(null)} />}
    </div>
  )
}

/** The season's total after the match: for an entry that counts there. */
function SeasonFigure({ match, result }: { match: SeasonMatch; result: ResultEntry }) {
  const figure = match.figures.find(({ statisticId }) => statisticId === result.statisticId)
  const counts = result.kind === 'count' && result.state === 'confirmed' && !result.isReplaced
  return (
    <span className="fig fig-t quiet">
      {figure && counts && match.event ? quantityText(figure.season) : '–'}
    </span>
  )
}
