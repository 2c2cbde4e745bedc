import { useState } from 'react'
import { countsUnits } from '#domain/statistic-types.ts'
import { byMatch, matchWord } from '#domain/vocabulary.ts'
import { quantityText } from '#web/format.ts'
import { useWords } from '#web/site/words.ts'
import { Heading } from '#web/ui/heading.tsx'
import { AnimatedPlate } from './animated-plate.tsx'
import { LineScore, withSign } from './line-score.tsx'
import { RunningTotalChart } from './running-total-chart.tsx'
import { isPlayed, type Match, read, type SeasonData, seasonOf } from './season.ts'

type Statistic = SeasonData['statistics'][number]

/** Where results were entered without a match. */
const DAYS = { match: 'day', matches: 'days' }

/** One plate per match for the chosen statistic, and below it the running total. */
export function SeasonBoard(data: SeasonData) {
  const counted = data.statistics.filter((statistic) => countsUnits(statistic.type))
  const [chosen, choose] = useState(counted[0]?.id)
  const words = useWords()
  const statistic = counted.find(({ id }) => id === chosen) ?? counted[0]
  const matches = statistic ? seasonOf(statistic.id, data) : []
  if (!statistic || matches.length === 0) return null
  const isOfMatches = matches.some(({ name }) => name !== null)
  const each = isOfMatches ? words : DAYS
  return (
    <section className="board pad" aria-labelledby="season-title">
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-3">
        <div className="min-w-0 flex-1 basis-full sm:basis-0">
          <Heading level={2} size="card" id="season-title">
            The {words.season}, {byMatch(each)}
          </Heading>
          <p className="quiet mt-1">
            <bdi>{statistic.name}</bdi> in {matches.length} {matchWord(each, matches.length)}
            {!matches.some(isPlayed) && comparedWith(statistic)}
          </p>
        </div>
        <Totals key={statistic.id} statistic={statistic} />
      </div>
      {counted.length > 1 && (
        <fieldset className="mt-4 flex min-w-0 flex-wrap gap-2" aria-label="Statistic on the board">
          {counted.map(({ id, name }) => (
            <button
              key={id}
              type="button"
              aria-pressed={id === statistic.id}
              className="max-w-full min-h-11 rounded-control border-[1.5px] border-boardmuted px-3.5 text-[0.9375rem] font-semibold aria-pressed:border-boardink aria-pressed:bg-boardink aria-pressed:text-[#072a20] forced-colors:aria-pressed:bg-[Highlight] forced-colors:aria-pressed:text-[HighlightText] forced-colors:aria-pressed:forced-color-adjust-none"
              onClick={() => choose(id)}
            >
              {name}
            </button>
          ))}
        </fieldset>
      )}
      <LineScore
        key={`line ${statistic.id}`}
        name={statistic.name}
        matches={matches}
        timeZone={data.timeZone}
      />
      <RunningTotalChart statistic={statistic} matches={matches} timeZone={data.timeZone} />
      <Legend matches={matches} toCome={words.hasOpponents ? 'Still to play' : 'Still to come'} />
    </section>
  )
}

/** Once there are results, the drawing below says both. */
function comparedWith({ lastYearResult, expectedTarget }: Statistic): string {
  const compared = [
    lastYearResult !== null && `last year ended at ${quantityText(lastYearResult)}`,
    expectedTarget !== null && `the target is ${quantityText(expectedTarget)}`,
  ].filter(Boolean)
  return compared.length > 0 ? `: ${compared.join('; ')}` : ''
}

/** What is unconfirmed is shown beside the total with its sign, never inside it (look, "Figures and money"). */
function Totals({ statistic }: { statistic: Statistic }) {
  const waiting = read(statistic.unconfirmedQuantity)
  return (
    <dl className="flex gap-7">
      <div>
        <dt className="label quiet">Confirmed</dt>
        <dd className="fig mt-1 large-[2.375]">
          <AnimatedPlate text={quantityText(statistic.confirmedQuantity)} />
        </dd>
      </div>
      {statistic.unconfirmedQuantity !== 0 && (
        <div className="text-bulb">
          <dt className="label">To confirm</dt>
          <dd className="fig mt-1 large-[2.375]">
            <AnimatedPlate text={withSign(waiting)} />
          </dd>
        </div>
      )}
    </dl>
  )
}

/** Only what is on the board: a finished season has nothing left to play, and nothing to confirm. */
function Legend({ matches, toCome }: { matches: readonly Match[]; toCome: string }) {
  return (
    <p className="fine mt-4 flex flex-wrap gap-x-6 gap-y-1.5">
      <span className="flex items-center gap-2">
        <span className="key collected" aria-hidden="true" /> Confirmed
      </span>
      {matches.some(({ waiting }) => waiting !== null) && (
        <span className="flex items-center gap-2">
          <span className="key border-dashed text-bulb" aria-hidden="true" /> Entered, not confirmed: does not
          count yet
        </span>
      )}
      {!matches.every(isPlayed) && (
        <span className="flex items-center gap-2">
          <span className="key opacity-50" aria-hidden="true" /> {toCome}
        </span>
      )}
    </p>
  )
}
