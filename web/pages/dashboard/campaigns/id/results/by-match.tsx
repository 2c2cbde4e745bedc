import { faChevronDown, faPlus } from '@fortawesome/free-solid-svg-icons'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CLOSED_TO_RESULTS } from '#domain/campaign-state.ts'
import type { Management } from '#domain/schemas/campaign.ts'
import type { ResultEntry } from '#domain/schemas/result.ts'
import { capital, withArticle } from '#domain/vocabulary.ts'
import { quantityText } from '#web/format.ts'
import { NotYet } from '#web/parts/records/once-loaded.tsx'
import { matchStandingsQuery, waitingResultsQuery } from '#web/queries/results.ts'
import { useNow } from '#web/site/session.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useWhole } from '#web/ui/next-focus.ts'
import { EmptyState } from '#web/ui/note.tsx'
import { acceptsResults } from './closed.ts'
import { MatchEntries } from './match-entries.tsx'
import { MatchName } from './match-name.tsx'
import { type MatchState, type SeasonMatch, seasonMatches } from './season-matches.ts'

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
  const found = useQuery(matchStandingsQuery(id))
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
      {shown.length < matches.length && (
        <p className="border-t border-line px-5 py-3">
          <Button size="small" onClick={showWhole}>
            Show all {matches.length}
          </Button>
        </p>
      )}
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
      {isOpen && <MatchEntries {...{ data, match, statisticId, correct }} />}
    </details>
  )
}
