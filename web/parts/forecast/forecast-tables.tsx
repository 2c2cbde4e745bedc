/** What the chart shows, as real tables. */
import type { CampaignForecast } from '#domain/schemas/forecast.ts'
import { capital } from '#domain/vocabulary.ts'
import { dayTextAmong, quantityText } from '#web/format.ts'
import { useWords } from '#web/site/words.ts'
import { quarterText, rangeText, type Statistic } from './forecast-words.ts'

export function HistoryTable({ statistic, timeZone }: { statistic: Statistic; timeZone: string }) {
  const words = useWords()
  const dayOf = dayTextAmong(
    statistic.history.flatMap(({ at }) => (at === null ? [] : [at])),
    timeZone,
  )
  const name = `${statistic.name}: the range after each ${words.match}`
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className="scroll-x" tabIndex={0} aria-label={name}>
      <table className="match-results">
        <caption className="sr-only">{name}</caption>
        <thead>
          <tr>
            <th scope="col">After</th>
            {['Confirmed', 'Low', 'Likely', 'High'].map((head) => (
              <th key={head} scope="col" className="score">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {statistic.history.map(({ played, at, confirmedQuantity, low, likely, high }) => (
            <tr key={played}>
              <th scope="row">
                {at === null
                  ? `Before the first ${words.match}`
                  : `${capital(words.match)} ${played}, ${dayOf(at)}`}
              </th>
              <td className="score">{quantityText(confirmedQuantity)}</td>
              <td className="score">{quantityText(low)}</td>
              <td className="score">{quantityText(likely)}</td>
              <td className="score">{quantityText(high)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** For a finished season: what was forecast, beside the outcome. */
export function QuartersTable({ quarters, name }: { quarters: CampaignForecast['quarters']; name: string }) {
  const words = useWords()
  if (quarters.length === 0) return null
  return (
    <div className="mt-5">
      <h3>What was forecast, and what happened</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className="scroll-x mt-2" tabIndex={0} aria-label={`${name}: forecast and final figure`}>
        <table className="match-results">
          <caption className="sr-only">
            {name}: what was forecast at each quarter, and the final figure
          </caption>
          <thead>
            <tr>
              <th scope="col">Forecast made</th>
              <th scope="col" className="score">
                Range
              </th>
              <th scope="col" className="score">
                Likely
              </th>
              <th scope="col" className="score">
                Final
              </th>
              <th scope="col" className="score">
                In range
              </th>
            </tr>
          </thead>
          <tbody>
            {quarters.map((one) => (
              <tr key={one.quarter}>
                <th scope="row">{quarterText(one, words)}</th>
                <td className="score">{rangeText(one)}</td>
                <td className="score">{quantityText(one.likely)}</td>
                <td className="score">{quantityText(one.final)}</td>
                <td className="score">{one.held ? 'Yes' : 'No'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  )
}
