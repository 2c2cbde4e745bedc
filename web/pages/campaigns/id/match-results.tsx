import { formatQuantity } from '#domain/quantity.ts'
import { countsUnits } from '#domain/statistic-types.ts'
import { byMatch, capital, say } from '#domain/vocabulary.ts'
import { dayTextAmong } from '#web/format.ts'
import { Hung } from '#web/parts/campaign/hung.tsx'
import { withSign } from '#web/parts/campaign/line-score.tsx'
import { isPlayed, occasionsOf, type Score, type SeasonData, scoresOf } from '#web/parts/campaign/season.ts'
import { useWords } from '#web/site/words.ts'
import { Heading } from '#web/ui/heading.tsx'
import { ShowWhole, useWhole } from './more.tsx'

const SHOWN = 6
const VENUES = { home: 'Home', away: 'Away', neutral: 'Neutral site' }

/** Every match with its result per statistic, the newest first. */
export function MatchResults(data: SeasonData) {
  const isWhole = useWhole('matches')
  const words = useWords()
  const scoreOf = scoresOf(data)
  const statistics = data.statistics.filter(({ type }) => countsUnits(type))
  const played = occasionsOf(data)
    .map((occasion) => ({ ...occasion, scores: statistics.map(({ id }) => scoreOf(id, occasion)) }))
    .filter(({ scores }) => scores.some(isPlayed))
    .reverse()
  if (played.length === 0) return null
  const dayOf = dayTextAmong(
    played.map(({ at }) => at),
    data.timeZone,
  )
  const shown = isWhole ? played : played.slice(0, SHOWN)
  return (
    <section className="card pad">
      <Heading level={2} id="matches-title">
        {capital(byMatch(words))}
      </Heading>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className="scroll-x mt-3" tabIndex={0} aria-labelledby="matches-title">
        <table className="match-results">
          <thead>
            <tr>
              <th scope="col">{capital(words.match)}</th>
              {statistics.map(({ id, name }) => (
                <th key={id} scope="col" className="score">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ id, name, at, venue, scores }) => (
              <tr key={id}>
                <th scope="row">
                  <span className="block">{name ?? say(words, 'Without a match')}</span>
                  <span className="quiet fine block font-normal">
                    {dayOf(at)}
                    {venue && ` · ${VENUES[venue]}`}
                  </span>
                </th>
                {scores.map((score, index) => (
                  <td key={statistics[index]?.id} className="score">
                    <ScoreText {...score} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {shown.length < played.length && (
        <ShowWhole list="matches">
          Show all {played.length} {words.matches}
        </ShowWhole>
      )}
    </section>
  )
}

function ScoreText({ confirmed, waiting }: Score) {
  if (confirmed === null && waiting === null) {
    return (
      <span className="quiet">
        <span aria-hidden="true">–</span>
        <span className="sr-only">no result</span>
      </span>
    )
  }
  return (
    <>
      {confirmed !== null && <Hung className="fig-t fig" text={formatQuantity(confirmed)} />}
      {waiting !== null && (
        <span className="to-confirm">
          <Hung
            className="fig-t fig"
            text={confirmed === null ? formatQuantity(waiting) : withSign(waiting)}
          />{' '}
          to confirm
        </span>
      )}
    </>
  )
}
