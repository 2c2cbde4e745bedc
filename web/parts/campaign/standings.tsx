import { faCheck, faClock, faXmark, type IconDefinition } from '@fortawesome/free-solid-svg-icons'
import { Fragment } from 'react'
import { formatQuantity, larger, minus, NONE, ONE, plus, type Quantity } from '#domain/quantity.ts'
import type { Campaign } from '#domain/schemas/campaign.ts'
import { countsUnits, isGift } from '#domain/season/statistic-types.ts'
import { quantityText } from '#web/format.ts'
import { type BadgeTone, badgeClass } from '#web/ui/badge.tsx'
import { Fold } from '#web/ui/fold.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { StatisticIcon } from '#web/ui/statistic-icon.tsx'
import { AnimatedPlate, withSign } from './line-score.tsx'
import { read, type SeasonData } from './season.ts'

const BOX =
  'inline-flex rounded-badge border-[1.5px] border-dashed border-control py-[0.1875rem] font-semibold'
const PLACES = {
  line: 'items-baseline gap-1.5 px-2 text-[0.84375rem] whitespace-nowrap',
  /** Upright on a phone, where columns are narrow. */
  column:
    'flex-col items-end px-1 text-[0.8125rem] leading-[1.2] md:flex-row md:gap-1.5 md:px-2 md:text-[0.84375rem] md:whitespace-nowrap',
}

/** A figure that is entered and not confirmed. */
export function ToConfirm({
  text,
  figureClass,
  place,
  className = '',
}: {
  text: string
  figureClass: string
  place: keyof typeof PLACES
  className?: string
}) {
  return (
    <span className={`${BOX} ${PLACES[place]} ${className}`}>
      <AnimatedPlate className={figureClass} text={text} /> to confirm
    </span>
  )
}

type Statistic = SeasonData['statistics'][number]

const ROW =
  'grid grid-cols-[2.75rem_minmax(0,1fr)_auto] items-center gap-x-3.5 gap-y-1 border-t border-line py-4 first:border-t-0 first:pt-0 last:pb-0'
const FIGURES = 'flex flex-wrap items-baseline justify-end gap-x-3 gap-y-1'
/** What the figures are compared with. */
const AGAINST = 'col-span-full mt-1.5 md:col-start-2 md:mt-0.5'

/** Each statistic against its target and last year; an achievement is won, lost, or still open. */
export function Standings({ statistics, results, status }: SeasonData & Pick<Campaign, 'status'>) {
  const missingWord = status === 'completed' || status === 'cancelled' ? 'short' : 'to go'
  const shown = statistics.filter(({ type }) => !isGift(type))
  if (shown.length === 0) return null
  return (
    <Fold
      id="standings"
      title="Where each statistic stands"
      note={<InShort statistics={shown} results={results} />}
    >
      <ul>
        {shown.map((statistic) => (
          <li key={statistic.id} className={ROW}>
            <span className="stat-icon">
              <StatisticIcon name={statistic.icon} type={statistic.type} />
            </span>
            {countsUnits(statistic.type) ? (
              <Count statistic={statistic} missingWord={missingWord} />
            ) : (
              <Achievement statistic={statistic} results={results} />
            )}
          </li>
        ))}
      </ul>
    </Fold>
  )
}

/** `Goals 39 · Wins 12 · Champions: still open`, in this order also where a name is written from right to left. */
const InShort = ({ statistics, results }: Pick<SeasonData, 'statistics' | 'results'>) =>
  statistics.map((one, index) => (
    <Fragment key={one.id}>
      {index > 0 && ' · '}
      <bdi>{one.name}</bdi>
      {countsUnits(one.type)
        ? ` ${quantityText(one.confirmedQuantity)}`
        : `: ${outcomeOf(one, results).word.toLowerCase()}`}
    </Fragment>
  ))

function Count({ statistic, missingWord }: { statistic: Statistic; missingWord: string }) {
  const waiting = read(statistic.unconfirmedQuantity)
  return (
    <>
      <h3 className="break-words">{statistic.name}</h3>
      <p className={FIGURES}>
        <AnimatedPlate className="fig large-[2.125]" text={quantityText(statistic.confirmedQuantity)} />
        {waiting !== NONE && (
          <ToConfirm figureClass="fig large-[1.5]" text={withSign(waiting)} place="line" />
        )}
      </p>
      <div className={AGAINST}>
        <Bar statistic={statistic} />
        <p className="quiet fine mt-1.5">{comparison(statistic, missingWord)}</p>
      </div>
    </>
  )
}

/** Confirmed is solid, unconfirmed is dashed; the target is a post to reach, last year a mark along the way. */
function Bar({ statistic }: { statistic: Statistic }) {
  const confirmed = read(statistic.confirmedQuantity)
  const target = read(statistic.expectedTarget)
  const lastYear = read(statistic.lastYearResult)
  const all = plus(confirmed, read(statistic.unconfirmedQuantity))
  const most = [confirmed, all, target, lastYear, ONE].reduce(larger, NONE)
  const percent = (value: Quantity): string => `${(larger(value, NONE) * 100) / most}%`
  return (
    <svg className="h-6 w-full overflow-visible" aria-hidden="true">
      <rect className="fill-sunken stroke-line" width="100%" y="4" height="16" rx="3" />
      {all > confirmed && (
        <svg
          x={percent(confirmed)}
          width={percent(minus(all, confirmed))}
          y="4"
          height="16"
          overflow="visible"
          aria-hidden="true"
        >
          <rect
            className="fill-none stroke-ink stroke-2 [stroke-dasharray:4_3]"
            x="1"
            y="1"
            width="calc(100% - 2px)"
            height="14"
            rx="2"
          />
        </svg>
      )}
      {confirmed > NONE && <rect className="fill-ink" width={percent(confirmed)} y="4" height="16" rx="3" />}
      {lastYear > NONE && (
        <line
          className="stroke-control stroke-3 [stroke-dasharray:1_4.5] [stroke-linecap:round]"
          x1={percent(lastYear)}
          x2={percent(lastYear)}
          y1="0"
          y2="24"
        />
      )}
      {target > NONE && (
        <svg x={percent(target)} overflow="visible" aria-hidden="true">
          <rect className="fill-turf stroke-surface stroke-[1.5]" x="-5" width="5" height="24" />
        </svg>
      )}
    </svg>
  )
}

function comparison(
  { confirmedQuantity, expectedTarget, lastYearResult }: Statistic,
  missingWord: string,
): string {
  const confirmed = read(confirmedQuantity)
  const against = (name: string, value: number | null): string | null => {
    if (value === null) return null
    const missing = minus(read(value), confirmed)
    if (missing > NONE) return `${name} ${quantityText(value)}: ${formatQuantity(missing)} ${missingWord}`
    if (missing === NONE) return `${name} ${quantityText(value)}: reached`
    return `${name} ${quantityText(value)}: passed by ${formatQuantity(minus(confirmed, read(value)))}`
  }
  const parts = [against('Target', expectedTarget), against('Last year', lastYearResult)].filter(Boolean)
  return parts.length > 0 ? `${parts.join(' · ')}.` : 'No target or last year’s result to compare with.'
}

type Outcome = { word: string; icon: IconDefinition; tone: BadgeTone }
const OPEN: Outcome = { word: 'Still open', icon: faClock, tone: 'draft' }

function Achievement({ statistic, results }: { statistic: Statistic } & Pick<SeasonData, 'results'>) {
  const { word, icon, tone } = outcomeOf(statistic, results)
  return (
    <>
      <h3 className="break-words">{statistic.name}</h3>
      <p className={FIGURES}>
        <AnimatedPlate text={word}>
          <span className={badgeClass(tone)}>
            <Icon icon={icon} className="size-3" />
            {word}
          </span>
        </AnimatedPlate>
      </p>
      <p className={`${AGAINST} quiet fine`}>{statistic.description ?? 'Paid only if they do it.'}</p>
    </>
  )
}

/** A marked achievement awaits a second person like any other result. */
export function outcomeOf({ id, achievement }: Statistic, results: SeasonData['results']): Outcome {
  if (achievement === 'achieved') return { word: 'Achieved', icon: faCheck, tone: 'active' }
  if (achievement === 'not_achieved') return { word: 'Not achieved', icon: faXmark, tone: 'draft' }
  const marked = results.find(({ statisticId, state }) => statisticId === id && state === 'entered')
  if (marked?.kind === 'achieved') return { word: 'Achieved, to confirm', icon: faClock, tone: 'waiting' }
  if (marked?.kind === 'not_achieved')
    return { word: 'Not achieved, to confirm', icon: faClock, tone: 'waiting' }
  return OPEN
}
