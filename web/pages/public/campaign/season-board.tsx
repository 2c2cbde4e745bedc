import { useEffect, useRef, useState } from 'react'
import { formatQuantity, ONE, type Quantity, toNumber } from '#domain/quantity.ts'
import type { CampaignDetail } from '#domain/schemas/campaign.ts'
import { dateText, dayText, quantityText } from '#web/format.ts'
import { type Match, seasonOf, shortName } from './season.ts'

type Props = {
  statistics: CampaignDetail['statistics']
  events: CampaignDetail['events']
  results: CampaignDetail['results']
  timeZone: string
}

/** One plate a match: filled when confirmed, dashed while it waits, an empty frame when still to play. */
export function SeasonBoard({ statistics, events, results, timeZone }: Props) {
  const counted = statistics.filter((statistic) => statistic.type === 'per_increment')
  const [chosen, choose] = useState(counted[0]?.id)
  const statistic = counted.find(({ id }) => id === chosen) ?? counted[0]
  const matches = statistic ? seasonOf(statistic.id, events, results) : []
  if (!statistic || matches.length === 0) return null
  const compared = [
    statistic.lastYearResult !== null && `Last year ended on ${quantityText(statistic.lastYearResult)}`,
    statistic.expectedTarget !== null && `the target is ${quantityText(statistic.expectedTarget)}`,
  ].filter(Boolean)
  return (
    <section className="board pad" aria-labelledby="season-title">
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-3">
        <div className="min-w-0 flex-1 basis-full sm:basis-0">
          <h2 id="season-title" className="text-[32px]">
            The season, game by game
          </h2>
          <p className="quiet mt-1">
            {statistic.name} in {matches.length} {matches.length === 1 ? 'match' : 'matches'}.{' '}
            {compared.length > 0 && `${compared.join('; ')}.`}
          </p>
        </div>
        <dl className="flex gap-7">
          <div>
            <dt className="label quiet">Confirmed</dt>
            <dd className="fig mt-1 text-[38px]">{quantityText(statistic.confirmedQuantity)}</dd>
          </div>
          {statistic.unconfirmedQuantity !== 0 && (
            <div className="text-bulb">
              <dt className="label">To confirm</dt>
              <dd className="fig mt-1 text-[38px]">
                {statistic.unconfirmedQuantity > 0 && '+'}
                {quantityText(statistic.unconfirmedQuantity)}
              </dd>
            </div>
          )}
        </dl>
      </div>
      {counted.length > 1 && (
        <fieldset className="mt-4 flex flex-wrap gap-2" aria-label="Statistic on the board">
          {counted.map(({ id, name }) => (
            <button
              key={id}
              type="button"
              aria-pressed={id === statistic.id}
              className="board-choice"
              onClick={() => choose(id)}
            >
              {name}
            </button>
          ))}
        </fieldset>
      )}
      <LineScore name={statistic.name} matches={matches} timeZone={timeZone} />
      <p className="fine mt-4 flex flex-wrap gap-x-6 gap-y-1.5">
        <span className="flex items-center gap-2">
          <span className="key collected" aria-hidden="true" /> Confirmed
        </span>
        <span className="flex items-center gap-2">
          <span className="key border-dashed text-bulb" aria-hidden="true" /> Entered, not confirmed: moves no
          money yet
        </span>
        <span className="flex items-center gap-2">
          <span className="key opacity-50" aria-hidden="true" /> Still to play
        </span>
      </p>
    </section>
  )
}

/** Few enough to see at a glance. */
const MOST_PIPS = 6
const isPips = (value: Quantity): boolean => value <= MOST_PIPS * ONE && Number.isInteger(toNumber(value))

/** A real table. On phones it scrolls sideways and opens at the newest match. */
function LineScore({ name, matches, timeZone }: { name: string; matches: Match[]; timeZone: string }) {
  const scroller = useRef<HTMLDivElement>(null)
  const hasPips = matches.every(({ confirmed, waiting }) =>
    [confirmed, waiting].every((value) => value === null || isPips(value)),
  )
  const played = matches.filter((match) => match.confirmed !== null || match.waiting !== null).length
  useEffect(() => {
    const cell = scroller.current?.querySelectorAll('tbody td')[Math.max(0, played - 1)]
    if (!(cell instanceof HTMLElement) || !scroller.current) return
    scroller.current.scrollLeft = cell.offsetLeft - scroller.current.clientWidth * 0.6
  }, [played])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className="scroll-x mt-5" ref={scroller} tabIndex={0} aria-label={`${name} by match`}>
      <table className="line-score">
        <caption className="sr-only">
          {name} by match, confirmed results filled, unconfirmed ones marked
        </caption>
        <thead>
          <tr>
            {matches.map((match) => (
              <th key={match.id} scope="col">
                <span aria-hidden="true">{shortName(match.name)}</span>
                <span className="sr-only">
                  {match.name}, {dateText(match.at, timeZone)}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            {matches.map((match) => (
              <ScoreCell key={match.id} match={match} hasPips={hasPips} />
            ))}
          </tr>
          <tr>
            {matches.map((match) => (
              <td key={match.id} className="day">
                {dayText(match.at, timeZone)
                  .split(' ')
                  .map((part) => (
                    <span key={part} className="block">
                      {part}
                    </span>
                  ))}
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </section>
  )
}

/** Counting as it is done on a wall: a block for each. */
function Pips({ quantity }: { quantity: number }) {
  if (quantity <= 0) return null
  return (
    <span className="pips" aria-hidden="true">
      {Array.from({ length: quantity }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks are their number
        <i key={index} />
      ))}
    </span>
  )
}

function ScoreCell({ match, hasPips }: { match: Match; hasPips: boolean }) {
  const pips = (quantity: Quantity) => hasPips && <Pips quantity={toNumber(quantity)} />
  if (match.waiting !== null) {
    return (
      <td className="waiting">
        {pips(match.waiting)}
        <span className="slot">
          {match.confirmed !== null && match.waiting > 0 ? '+' : ''}
          {formatQuantity(match.waiting)}
        </span>
        <span className="sr-only">to confirm</span>
      </td>
    )
  }
  if (match.confirmed !== null) {
    return (
      <td>
        {pips(match.confirmed)}
        <span className="slot plate hang">{formatQuantity(match.confirmed)}</span>
      </td>
    )
  }
  return (
    <td className="open">
      <span className="slot" />
      <span className="sr-only">still to play</span>
    </td>
  )
}
