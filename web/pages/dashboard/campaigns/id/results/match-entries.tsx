import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Management } from '#domain/schemas/campaign.ts'
import type { ResultEntry } from '#domain/schemas/result.ts'
import { capital } from '#domain/vocabulary.ts'
import { quantityText } from '#web/format.ts'
import { matchResultsQuery } from '#web/queries/results.ts'
import { Note, Skeleton } from '#web/ui/note.tsx'
import { correctionOf } from './entry-actions.tsx'
import { EntryCells, rowLook } from './entry-cells.tsx'
import { ResultFigure, statisticName } from './entry-words.tsx'
import type { SeasonMatch } from './season-matches.ts'
import { VoidDialog } from './void-dialog.tsx'

type Props = {
  data: Management
  match: SeasonMatch
  statisticId: string | null
  correct: (result: ResultEntry) => void
}

/** Every entry of a match, by statistic and then newest first; voided ones stay, struck through (R17). */
export function MatchEntries({ data, match, statisticId, correct }: Props) {
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
                {...{ data, result }}
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
