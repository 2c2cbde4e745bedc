import { useState } from 'react'
import { capital, withArticle } from '#domain/campaigns/vocabulary.ts'
import type { Management } from '#domain/schemas/campaign.ts'
import type { Event } from '#domain/schemas/event.ts'
import type { ResultEntry } from '#domain/schemas/result.ts'
import { dayText } from '#web/format.ts'
import { ShowAll } from '#web/parts/records/show-all.tsx'
import { usePages } from '#web/parts/records/use-pages.tsx'
import { resultsQuery } from '#web/queries/campaigns.ts'
import { useWhole } from '#web/ui/next-focus.ts'
import { EmptyState } from '#web/ui/note.tsx'
import { isWaiting } from './confirm-queue.tsx'
import { correctionOf, EntryActions, type EntryProps, VoidDialog } from './entry-actions.tsx'
import { Entered, matchOf, ResultFigure, StateBadge, StateWords, statisticName } from './entry-labels.tsx'

const VENUES = { home: 'H', away: 'A', neutral: 'N' } as const

type MatchNameProps = {
  data: Management
  /** Null: entries without a match. */
  event: Event | null
  /** Its date; empty where there is no single day. */
  at: string
}

/** `H Summit Oct 13`: the match a result belongs to. */
export function MatchName({ data: { campaign }, event, at }: MatchNameProps) {
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      {event?.venue && (
        <>
          <span
            aria-hidden="true"
            className="inline-grid size-[1.375rem] flex-none place-items-center rounded-plate border-[1.5px] border-control font-display text-[0.8125rem]/none font-[750]"
            title={event.venue}
          >
            {VENUES[event.venue]}
          </span>
          <span className="sr-only">{`${event.venue} `}</span>
        </>
      )}
      <span className="min-w-0 break-words">
        <strong>{event ? (event.opponent ?? event.name) : `No ${campaign.vocabulary.match}`}</strong>{' '}
        {at !== '' && <span className="quiet whitespace-nowrap">{dayText(at, campaign.timeZone)}</span>}
      </span>
    </span>
  )
}

/** Few enough for a quick look at whether the last match has been entered. */
const SHOWN = 12

type Props = { data: Management; statisticId: string | null; correct: (result: ResultEntry) => void }

/** Every entry ever made, newest first; voided ones stay, struck through. */
export function ResultsTable({ data, statisticId, correct }: Props) {
  const [voiding, setVoiding] = useState<ResultEntry | null>(null)
  const { rows, pager, isPending } = usePages({
    label: 'Pages of results',
    ...(statisticId === null ? { newest: data.results, count: data.resultsCount } : {}),
    query: (after) => resultsQuery(data.campaign.id, statisticId, after),
  })
  const words = data.campaign.vocabulary
  const { isWhole, showWhole, list } = useWhole<HTMLTableSectionElement>(SHOWN)
  const shown = isWhole ? rows : rows.slice(0, SHOWN)
  if (data.resultsCount === 0) {
    return (
      <div className="px-5 pb-5">
        <EmptyState title="No results yet">
          Enter {withArticle(words.match)} from your phone, or import all {words.matches} from a file.
        </EmptyState>
      </div>
    )
  }
  return (
    <>
      <div className="relative overflow-x-auto">
        <table className="table stacked" aria-label="Results">
          <thead>
            <tr>
              <th scope="col">{capital(words.match)}</th>
              <th scope="col">Statistic</th>
              <th scope="col" className="num">
                Result
              </th>
              <th scope="col">Entered</th>
              <th scope="col">State</th>
              <th scope="col">
                <span className="sr-only">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody ref={list}>
            {shown.map((result) => (
              <Row
                key={result.id}
                data={data}
                result={result}
                onVoid={() => setVoiding(result)}
                onCorrect={correctionOf(data, result, correct)}
              />
            ))}
          </tbody>
        </table>
      </div>
      <ShowAll shown={shown.length} of={rows.length} onShow={showWhole} />
      {rows.length === 0 && !isPending && (
        <p className="quiet border-t border-line px-5 py-3.5">No results for this statistic yet.</p>
      )}
      {shown.length === rows.length && pager}
      {voiding && (
        <VoidDialog campaignId={data.campaign.id} result={voiding} onClose={() => setVoiding(null)} />
      )}
    </>
  )
}

type RowProps = {
  data: Management
  result: ResultEntry
  onVoid: () => void
  /** Opens the dialog that corrects it; null where none can. */
  onCorrect: (() => void) | null
}

function Row({ data, result, onVoid, onCorrect }: RowProps) {
  const event = matchOf(data, result)
  return (
    <tr className={rowLook(result)}>
      <th scope="row" className="full">
        <MatchName data={data} event={event ?? null} at={result.occursAt} />
      </th>
      <td data-label="Statistic">{statisticName(data, result)}</td>
      <td data-label="Result" className="num">
        <ResultFigure result={result} />
      </td>
      <EntryCells data={data} result={result} onVoid={onVoid} onCorrect={onCorrect} />
    </tr>
  )
}

/** The class of an entry's row: unconfirmed and voided entries look different. */
export const rowLook = (result: ResultEntry): string =>
  isWaiting(result) ? 'waiting' : result.state === 'voided' ? 'voided' : ''

/** The last cells of an entry's row: who entered it, its status, and what can be done. */
export function EntryCells({ data, result, onVoid, onCorrect }: EntryProps) {
  return (
    <>
      <td data-label="Entered" className="md:min-w-44">
        <Entered data={data} result={result} />
      </td>
      <td data-label="State" className="plain py-2">
        <StateBadge result={result} />
        <StateWords data={data} result={result} />
      </td>
      <td className="plain full num">
        <EntryActions data={data} result={result} onVoid={onVoid} onCorrect={onCorrect} />
      </td>
    </>
  )
}
