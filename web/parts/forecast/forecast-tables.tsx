/** What the chart shows, as real tables. */
import type { CampaignForecast } from '#domain/schemas/forecast.ts'
import { capital } from '#domain/vocabulary.ts'
import { dayTextAmong, quantityText } from '#web/format.ts'
import { useWords } from '#web/site/words.ts'
import { ScoreRow, ScoreTable } from '#web/ui/score-table.tsx'
import { quarterText, rangeText, type Statistic } from './forecast-words.ts'

const columnOf = (name: string) => ({ id: name, name })
const AFTER = columnOf('After')
const MADE = columnOf('Forecast made')

export function HistoryTable({ statistic, timeZone }: { statistic: Statistic; timeZone: string }) {
  const words = useWords()
  const dayOf = dayTextAmong(
    statistic.history.flatMap(({ at }) => (at === null ? [] : [at])),
    timeZone,
  )
  const name = `${statistic.name}: the range after each ${words.match}`
  return (
    <ScoreTable
      label={name}
      caption={name}
      columns={[AFTER, ...['Confirmed', 'Low', 'Likely', 'High'].map(columnOf)]}
    >
      {statistic.history.map(({ played, at, confirmedQuantity, low, likely, high }) => (
        <ScoreRow
          key={played}
          name={
            at === null
              ? `Before the first ${words.match}`
              : `${capital(words.match)} ${played}, ${dayOf(at)}`
          }
          scores={[
            { id: 'confirmed', score: quantityText(confirmedQuantity) },
            { id: 'low', score: quantityText(low) },
            { id: 'likely', score: quantityText(likely) },
            { id: 'high', score: quantityText(high) },
          ]}
        />
      ))}
    </ScoreTable>
  )
}

/** For a finished season: what was forecast, beside the outcome. */
export function QuartersTable({ quarters, name }: { quarters: CampaignForecast['quarters']; name: string }) {
  const words = useWords()
  if (quarters.length === 0) return null
  return (
    <div className="mt-5">
      <h3>What was forecast, and what happened</h3>
      <ScoreTable
        label={`${name}: forecast and final figure`}
        caption={`${name}: what was forecast at each quarter, and the final figure`}
        columns={[MADE, ...['Range', 'Likely', 'Final', 'In range'].map(columnOf)]}
        className="mt-2"
      >
        {quarters.map((one) => (
          <ScoreRow
            key={one.quarter}
            name={quarterText(one, words)}
            scores={[
              { id: 'range', score: rangeText(one) },
              { id: 'likely', score: quantityText(one.likely) },
              { id: 'final', score: quantityText(one.final) },
              { id: 'held', score: one.held ? 'Yes' : 'No' },
            ]}
          />
        ))}
      </ScoreTable>
    </div>
  )
}
