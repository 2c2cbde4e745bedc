import type { Quote } from '#domain/schemas/pledge.ts'
import type { Statistic } from '#domain/schemas/statistic.ts'
import { say } from '#domain/vocabulary.ts'
import { usd } from '#web/format.ts'
import { useWords } from '#web/site/words.ts'

type Props = {
  quote: Quote | undefined
  statistics: readonly Pick<Statistic, 'id' | 'name'>[]
}

/** What the pledge will likely add up to, apart from what is agreed; nothing where it is not known (R61). */
export function LikelyRange({ quote, statistics }: Props) {
  const words = useWords()
  const forecast = quote?.forecast
  if (!forecast) return null
  const { low, likely, high, chanceOfMost, leftOut } = forecast
  const names = statistics.filter(({ id }) => leftOut.includes(id)).map(({ name }) => name)
  return (
    <div className="fine mt-3 border-t border-line pt-3">
      <p>
        <strong>Forecast:</strong> likely <strong>{usd(likely)}</strong>
        {low !== high && `, range ${usd(low)} to ${usd(high)}`}. {say(words, chanceText(chanceOfMost))}
      </p>
      {names.length > 0 && <p className="mt-1">Not in the forecast: {names.join(', ')}.</p>}
      <p className="quiet mt-1">{say(words, UNLIKE_ESTIMATE)} Not used for billing.</p>
    </div>
  )
}

/** In a sport's words, for `say`: how often the season reaches the pledge's maximum. */
export function chanceText(chance: number): string {
  const times = Math.floor(chance * 100 + 0.5)
  if (times === 0) return 'The season is very unlikely to reach this maximum.'
  if (times >= 99) return 'The season is almost certain to reach this maximum.'
  if (times > 50) return `More likely than not, the season reaches this maximum: about ${times} times in 100.`
  return `About ${times} ${times === 1 ? 'time' : 'times'} in 100 the season reaches this maximum.`
}

/** The estimate is the spec's (R7), the maximum is what was agreed (R8); neither changes with the season. */
const UNLIKE_ESTIMATE =
  'Estimates and expected amounts assume a season like last year’s, and suggested maximums leave room above that; the forecast also looks at this season’s matches.'
