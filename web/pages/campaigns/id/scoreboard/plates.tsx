import { capital } from '#domain/campaigns/vocabulary.ts'
import { formatQuantity, NONE } from '#domain/quantity.ts'
import { countsUnits } from '#domain/season/statistic-types.ts'
import { dayText, quantityText, shortEventTimeText } from '#web/format.ts'
import { AnimatedPlate, withSign } from '#web/parts/campaign/line-score.tsx'
import {
  isPlayed,
  occasionsOf,
  read,
  type Score,
  type SeasonData,
  scoresOf,
} from '#web/parts/campaign/season.ts'
import { useWords } from '#web/site/vocabulary.ts'

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

/**
 * Everything on the board is measured in hundredths of the widest 16:9 picture that fits, so that it fills 1920 × 1080
 * and keeps its proportions on any landscape screen: `--u` is one of them, and a step of spacing (`gap-30`,
 * `p-24`) a tenth of one. On a phone the board is in portrait, and measured in pixels.
 */
export const BOARD_UNITS = '[--spacing:calc(var(--u)/10)] [--u:min(1vw,1.7778vh)] portrait:[--u:1.7vw]'

/** Words readable from the last row. */
export const LABEL = 'label text-[max(1.0625rem,--spacing(17.5))]'
export const QUIET_LABEL = 'label quiet text-[max(1.0625rem,--spacing(16))]'
export const ADDRESS = 'font-[650] whitespace-nowrap portrait:whitespace-normal portrait:wrap-anywhere'

/** Parts of the board below one another. */
export const PART = 'border-t border-boardmuted/30 pt-11'

/** Entered and not confirmed. */
const WAITING = 'rounded-plate border-[max(2px,--spacing(1.6))] border-dashed border-bulb text-bulb'

const STATISTIC_NAME =
  'label text-center text-[max(1.25rem,--spacing(21))] wrap-anywhere portrait:self-end portrait:text-left'

type Statistic = SeasonData['statistics'][number]

/** As many as are readable from the last row. */
const MAX_SHOWN = 4
/**
 * The largest plates that fit, by how many are side by side; a gap between two statistics takes about half of one.
 * They are as large as the board has room for, below a name of one or two lines.
 */
const SIZES = [
  ['[--plate:min(--spacing(162),var(--room))]', 5],
  ['[--plate:min(--spacing(136),var(--room))]', 7],
  ['[--plate:min(--spacing(100),var(--room))]', 10],
  ['[--plate:min(--spacing(76),var(--room))]', 14],
] as const
const SMALLEST = '[--plate:min(--spacing(60),var(--room))]'
const PLATES =
  'flex flex-wrap content-evenly items-center justify-evenly gap-x-30 gap-y-16 [--room:calc(100cqh-max(6.625rem,--spacing(95)))] portrait:grid portrait:justify-stretch portrait:gap-[0.875rem] portrait:[--plate:min(25vw,14vh)]'
const STATISTIC =
  'grid min-w-0 justify-items-center portrait:grid-cols-[minmax(0,1fr)_auto] portrait:content-center portrait:justify-items-start portrait:gap-x-[1rem]'
const DIGIT =
  'plate fig digit relative grid h-(--plate) w-[calc(0.68*var(--plate))] place-items-center rounded-[max(3px,0.025*var(--plate))] pt-[calc(0.05*var(--plate))] text-[calc(1.06*var(--plate))] tracking-[0]'

/** Every digit is its own plate, as on a stadium scoreboard: only the digits that change are animated. */
export function StatisticPlates({ statistics }: SeasonData) {
  const words = useWords()
  const counted = statistics.filter(({ type, isActive }) => countsUnits(type) && isActive)
  const shown = counted.slice(0, MAX_SHOWN)
  const plates = shown.reduce(
    (count, { confirmedQuantity }) =>
      count + quantityText(confirmedQuantity).replace(/[^\d⅓⅔]/g, '').length + 0.5,
    0,
  )
  const [size] = SIZES.find(([, most]) => plates <= most + 1) ?? [SMALLEST]
  if (shown.length === 0)
    return (
      <p className="fig self-center text-center text-[max(2.125rem,--spacing(50))] whitespace-normal">
        Their {words.season} is being prepared.
      </p>
    )
  return (
    <div className="grid [container-type:size] portrait:[container-type:normal]">
      <ul className={`${PLATES} ${size}`}>
        {shown.map((statistic) => (
          <li key={statistic.id} className={STATISTIC}>
            <h2 className={STATISTIC_NAME}>
              <bdi>{statistic.name}</bdi>
            </h2>
            <Digits text={quantityText(statistic.confirmedQuantity)} />
            <Waiting statistic={statistic} />
            <p className="quiet mt-3 min-h-[1.5em] text-center text-[max(0.9375rem,--spacing(13))] portrait:text-left">
              {marksOf(statistic)}
            </p>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Digits({ text }: { text: string }) {
  return (
    <p className="mt-8 flex gap-[calc(0.035*var(--plate))] portrait:col-start-2 portrait:row-[1/4] portrait:mt-0">
      <span className="sr-only">{text} confirmed</span>
      {[...text].map((digit, index) => {
        // Counted from the right: the ones keep their key when a tens digit is added.
        const place = text.length - index
        return /\d/.test(digit) ? (
          <AnimatedPlate key={place} text={digit} className={DIGIT}>
            <span aria-hidden="true">{digit}</span>
          </AnimatedPlate>
        ) : (
          <span key={place} className="fig self-end text-[calc(0.6*var(--plate))]" aria-hidden="true">
            {digit}
          </span>
        )
      })}
    </p>
  )
}

/** Shown beside the total in the `--bulb` color, never added to it. Its place is kept even when nothing is unconfirmed. */
function Waiting({ statistic }: { statistic: Statistic }) {
  const waiting = read(statistic.unconfirmedQuantity)
  return (
    <p className="mt-7 min-h-[max(2.125rem,--spacing(30))] portrait:mt-[0.375rem] portrait:min-h-0">
      {waiting !== NONE && (
        <AnimatedPlate
          text={withSign(waiting)}
          className={`${WAITING} inline-flex items-baseline gap-[0.35em] px-[0.5em] py-[0.1em] text-[max(1rem,--spacing(14))] font-semibold`}
        >
          <span className="fig text-[1.6em] leading-[1.15]">{withSign(waiting)}</span> to confirm
        </AnimatedPlate>
      )}
    </p>
  )
}

const marksOf = ({ expectedTarget, lastYearResult }: Statistic): string =>
  [
    expectedTarget !== null && `Target ${quantityText(expectedTarget)}`,
    lastYearResult !== null && `Last year ${quantityText(lastYearResult)}`,
  ]
    .filter(Boolean)
    .join(' · ')
