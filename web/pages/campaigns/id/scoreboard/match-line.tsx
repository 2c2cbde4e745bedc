import { formatQuantity } from '#domain/quantity.ts'
import { countsUnits } from '#domain/statistic-types.ts'
import { capital } from '#domain/vocabulary.ts'
import { dayText, shortEventTimeText } from '#web/format.ts'
import { AnimatedPlate } from '#web/parts/campaign/animated-plate.tsx'
import { withSign } from '#web/parts/campaign/line-score.tsx'
import { isPlayed, occasionsOf, type Score, type SeasonData, scoresOf } from '#web/parts/campaign/season.ts'
import { useWords } from '#web/site/words.ts'
import { PART, QUIET_LABEL, WAITING } from './look.ts'

const OPPONENT = 'font-display text-[max(1.5rem,--spacing(26))] leading-none font-extrabold wrap-anywhere'
const SMALL_PLATE =
  'fig min-w-[max(2.125rem,--spacing(32))] px-[0.24em] py-[0.14em] text-center text-[max(1.625rem,--spacing(28))] leading-none'

/** The latest match with its results, and the next one. */
export function MatchLine({ now, ...data }: SeasonData & { now: number }) {
  const words = useWords()
  const counted = data.statistics.filter(({ type }) => countsUnits(type))
  const scoreOf = scoresOf(data)
  const occasions = occasionsOf(data)
  const last = occasions.findLast((occasion) => counted.some(({ id }) => isPlayed(scoreOf(id, occasion))))
  const next = occasions.find(({ id, at, name }) => name !== null && id !== last?.id && Date.parse(at) > now)
  if (!last && !next) return null
  return (
    <section
      className={`${PART} flex items-center justify-between gap-30 portrait:flex-col portrait:items-stretch portrait:gap-[1rem]`}
      aria-label={capital(words.matches)}
    >
      {last && (
        <div className="grid min-w-0 grid-cols-[auto_auto] items-center gap-x-30 gap-y-4 portrait:grid-cols-[minmax(0,1fr)] portrait:gap-[0.375rem]">
          <h2 className={QUIET_LABEL}>
            Latest <span className="ml-[0.5em]">{dayText(last.at, data.timeZone)}</span>
          </h2>
          <p className={OPPONENT}>{last.name ?? 'Results'}</p>
          <dl className="col-start-2 row-[1/3] flex flex-wrap gap-x-24 gap-y-8 portrait:col-start-1 portrait:row-auto portrait:gap-x-[1.25rem] portrait:gap-y-[0.5rem]">
            {counted.map(({ id, name }) => {
              const score = scoreOf(id, last)
              return (
                isPlayed(score) && (
                  <div
                    key={id}
                    className="flex items-center gap-9 text-[max(0.9375rem,--spacing(14))] portrait:gap-[0.5rem]"
                  >
                    <dt>
                      <bdi>{name}</bdi>
                    </dt>
                    <dd className="flex gap-[0.25rem]">
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
        <div className="text-right portrait:text-left">
          <h2 className={QUIET_LABEL}>
            Next{' '}
            <span className="ml-[0.5em]">
              {shortEventTimeText({ startTime: next.at, hasTime: next.hasTime }, data.timeZone)}
            </span>
          </h2>
          <p className={`${OPPONENT} mt-4`}>
            <bdi>{next.name}</bdi>
          </p>
        </div>
      )}
    </section>
  )
}

function ScorePlates({ confirmed, waiting }: Score) {
  return (
    <>
      {confirmed !== null && (
        <AnimatedPlate text={formatQuantity(confirmed)} className={`plate ${SMALL_PLATE}`} />
      )}
      {waiting !== null && (
        <AnimatedPlate
          text={confirmed === null ? formatQuantity(waiting) : withSign(waiting)}
          className={`${SMALL_PLATE} ${WAITING}`}
        >
          {confirmed === null ? formatQuantity(waiting) : withSign(waiting)}
          <span className="sr-only"> to confirm</span>
        </AnimatedPlate>
      )}
    </>
  )
}
