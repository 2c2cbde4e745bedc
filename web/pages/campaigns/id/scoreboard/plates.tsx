import { NONE } from '#domain/quantity.ts'
import { countsUnits } from '#domain/statistic-types.ts'
import { quantityText } from '#web/format.ts'
import { AnimatedPlate } from '#web/parts/campaign/animated-plate.tsx'
import { withSign } from '#web/parts/campaign/line-score.tsx'
import { read, type SeasonData } from '#web/parts/campaign/season.ts'
import { useWords } from '#web/site/words.ts'
import { WAITING } from './look.ts'

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
