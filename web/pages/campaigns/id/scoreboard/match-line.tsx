import { formatQuantity } from '#domain/quantity.ts'
import { countsUnits } from '#domain/statistic-types.ts'
import { capital } from '#domain/vocabulary.ts'
import { dayText, shortDateTimeText } from '#web/format.ts'
import { Hung } from '#web/parts/campaign/hung.tsx'
import { withSign } from '#web/parts/campaign/line-score.tsx'
import { isPlayed, occasionsOf, type Score, type SeasonData, scoresOf } from '#web/parts/campaign/season.ts'
import { useWords } from '#web/site/words.ts'

/** The latest match with what it brought, and the next one. */
export function MatchLine({ now, ...data }: SeasonData & { now: number }) {
  const words = useWords()
  const counted = data.statistics.filter(({ type }) => countsUnits(type))
  const scoreOf = scoresOf(data)
  const occasions = occasionsOf(data)
  const last = occasions.findLast((occasion) => counted.some(({ id }) => isPlayed(scoreOf(id, occasion))))
  const next = occasions.find(({ id, at, name }) => name !== null && id !== last?.id && Date.parse(at) > now)
  if (!last && !next) return null
  return (
    <section className="match-line" aria-label={capital(words.matches)}>
      {last && (
        <div className="last">
          <h2 className="label quiet">
            Latest <span className="day">{dayText(last.at, data.timeZone)}</span>
          </h2>
          <p className="opponent">{last.name ?? 'Results'}</p>
          <dl>
            {counted.map(({ id, name }) => {
              const score = scoreOf(id, last)
              return (
                isPlayed(score) && (
                  <div key={id}>
                    <dt>{name}</dt>
                    <dd>
                      <ScorePlates {...score} />
                    </dd>
                  </div>
                )
              )
            })}
          </dl>
        </div>
      )}
      {next && (
        <div className="next">
          <h2 className="label quiet">
            Next <span className="day">{shortDateTimeText(next.at, data.timeZone)}</span>
          </h2>
          <p className="opponent">{next.name}</p>
        </div>
      )}
    </section>
  )
}

function ScorePlates({ confirmed, waiting }: Score) {
  return (
    <>
      {confirmed !== null && <Hung text={formatQuantity(confirmed)} className="plate fig small-plate" />}
      {waiting !== null && (
        <Hung
          text={confirmed === null ? formatQuantity(waiting) : withSign(waiting)}
          className="fig small-plate waiting"
        >
          {confirmed === null ? formatQuantity(waiting) : withSign(waiting)}
          <span className="sr-only"> to confirm</span>
        </Hung>
      )}
    </>
  )
}
