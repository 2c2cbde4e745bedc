import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CampaignForecast } from '#domain/schemas/forecast.ts'
import { capital } from '#domain/vocabulary.ts'
import { dayTextAmong, quantityText, usd } from '#web/format.ts'
import { campaignForecastQuery } from '#web/queries/forecasts.ts'
import { useWords } from '#web/site/words.ts'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { EmptyState, Note, Skeleton } from '#web/ui/note.tsx'
import { ScoreRow, ScoreTable } from '#web/ui/score-table.tsx'
import { ForecastChart } from './chart.tsx'
import {
  amountsText,
  explained,
  quarterText,
  rangeText,
  type Statistic,
  unitsText,
} from './forecast-words.ts'
import { FORECAST_ROOM } from './room.ts'

/** What the chart shows, as real tables. */
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

/** The forecast of one statistic at a time, and of the dollars of all pledges together (R61). */
export function SeasonForecast({ campaignId, timeZone }: { campaignId: string; timeZone: string }) {
  const { data, isError } = useQuery(campaignForecastQuery(campaignId))
  if (data) return <LoadedForecast forecast={data} timeZone={timeZone} />
  if (!isError) return <Skeleton className={FORECAST_ROOM} />
  return (
    <div className="mt-4">
      <Note tone="warning">The forecast could not be loaded just now. Load the page again in a moment.</Note>
    </div>
  )
}

export function LoadedForecast({ forecast, timeZone }: { forecast: CampaignForecast; timeZone: string }) {
  const words = useWords()
  const counted = forecast.statistics.filter(({ range }) => range !== null)
  const [chosen, choose] = useState(counted[0]?.statisticId)
  const statistic = counted.find(({ statisticId }) => statisticId === chosen) ?? counted[0]
  if (!statistic) {
    return (
      <EmptyState title="No forecast yet">
        There is nothing to base a forecast on yet: no result from last year, no target and no confirmed
        {words.match}.
      </EmptyState>
    )
  }
  return (
    <>
      {counted.length > 1 && (
        <fieldset className="mt-4 flex min-w-0 flex-wrap gap-2" aria-label="Forecast for">
          {counted.map(({ statisticId, name }) => (
            <button
              key={statisticId}
              type="button"
              aria-pressed={statisticId === statistic.statisticId}
              className="max-w-full min-h-11 rounded-control border-[1.5px] border-control px-3.5 text-[0.9375rem] font-semibold aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-page"
              onClick={() => choose(statisticId)}
            >
              {name}
            </button>
          ))}
        </fieldset>
      )}
      <Headline statistic={statistic} isOver={forecast.isOver} />
      <ForecastChart statistic={statistic} matches={forecast.matches} />
      <Legend />
      <QuartersTable
        name={statistic.name}
        quarters={forecast.quarters.filter(({ statisticId }) => statisticId === statistic.statisticId)}
      />
      <Dollars forecast={forecast} />
      <div className="mt-4">
        <Disclosure summary="The range in words">
          <ul className="grid gap-2">
            {explained(statistic, forecast, words).map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </Disclosure>
        <Disclosure summary="The chart as a table">
          <HistoryTable statistic={statistic} timeZone={timeZone} />
        </Disclosure>
      </div>
    </>
  )
}

function Headline({ statistic, isOver }: { statistic: Statistic; isOver: boolean }) {
  const { range } = statistic
  if (!range) return null
  const isSettled = isOver || range.low === range.high
  return (
    <p className="mt-4" aria-live="polite">
      {isSettled ? 'Final: ' : 'Likely '}
      <strong>{unitsText(range.likely, statistic)}</strong>
      {!isSettled && (
        <>
          , range <strong>{unitsText(range.low, statistic).replace(/ .*/, '')}</strong> to{' '}
          <strong>{unitsText(range.high, statistic)}</strong>
        </>
      )}
    </p>
  )
}

/** The chart's legend. */
const KEY = 'inline-block h-0 w-6.5'

function Legend() {
  return (
    <p className="fine mt-3 flex flex-wrap gap-x-6 gap-y-1.5" aria-hidden="true">
      <span className="flex items-center gap-2">
        <span className="inline-block h-3.5 w-6.5 border border-forecast bg-forecastwash" /> Range of the
        final figure
      </span>
      <span className="flex items-center gap-2">
        <span className={`${KEY} border-t-[3px] border-dashed border-forecast`} /> Likely
      </span>
      <span className="flex items-center gap-2">
        <span className={`${KEY} border-t-[3px] border-ink`} /> Confirmed so far
      </span>
    </p>
  )
}

/** The range around what is pledged (R11, R61). */
function Dollars({ forecast: { amount, isOver } }: { forecast: CampaignForecast }) {
  if (isOver) return null
  return (
    <div className="mt-5 border-t border-line pt-4">
      <p>
        All pledges together: likely <strong>{usd(amount.likely)}</strong>
        {amount.low !== amount.high && (
          <>
            , range <strong>{amountsText(amount)}</strong>
          </>
        )}
        .
      </p>
    </div>
  )
}
