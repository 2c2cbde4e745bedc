import { useEffect, useRef } from 'react'
import { formatQuantity, NONE, ONE, type Quantity, toNumber } from '#domain/quantity.ts'
import { say } from '#domain/vocabulary.ts'
import { dateText, dayText } from '#web/format.ts'
import { useWords } from '#web/site/words.ts'
import { AnimatedPlate } from './animated-plate.tsx'
import { isPlayed, type Match, shortName } from './season.ts'

/** Few enough to see at a glance. */
const MAX_PIPS = 6
const isPips = (value: Quantity | null): boolean =>
  value === null || (value <= MAX_PIPS * ONE && Number.isInteger(toNumber(value)))

/** What is entered and not confirmed is a change to the confirmed result. */
export const withSign = (value: Quantity): string => `${value > NONE ? '+' : ''}${formatQuantity(value)}`

const CELL = 'w-12 min-w-12 text-center'
const HEAD = `${CELL} pt-2 font-display text-[15px] leading-[1.15] font-bold tracking-[0.04em] text-boardmuted normal-nums`
const SLOT =
  'grid w-full place-items-center rounded-plate font-display leading-none font-extrabold normal-nums'
const LARGE = 'h-[46px] text-[31px]'
/** A correction, below its result. */
const SMALL = 'mt-[3px] h-[30px] text-[22px]'
const PIPS = 'flex flex-col-reverse gap-[3px]'
const PIP = 'h-4 rounded-[2px]'
const STRIPED =
  'bg-[repeating-linear-gradient(115deg,var(--bulb)_0_4px,transparent_4px_8px)] shadow-[inset_0_0_0_1.5px_var(--bulb)]'

/** A real table. On phones it scrolls sideways and opens at the newest match. */
export function LineScore({ name, matches, timeZone }: { name: string; matches: Match[]; timeZone: string }) {
  const scroller = useRef<HTMLElement>(null)
  const words = useWords()
  const hasPips = matches.every(({ confirmed, waiting }) => isPips(confirmed) && isPips(waiting))
  const played = matches.findLastIndex(isPlayed)
  useEffect(() => {
    const region = scroller.current
    if (!region) return
    // Cell positions are read during a layout that happens anyway, right before it comes into view.
    const sight = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      sight.disconnect()
      const cell = region.querySelectorAll('tbody td')[Math.max(0, played)]
      if (cell instanceof HTMLElement) region.scrollLeft = cell.offsetLeft - region.clientWidth * 0.6
    })
    sight.observe(region)
    return () => sight.disconnect()
  }, [played])
  return (
    <section
      className="relative mt-5 overflow-x-auto pb-1"
      ref={scroller}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={`${name} by ${words.match}`}
    >
      <table className="w-max min-w-full table-fixed border-separate border-spacing-x-1 border-spacing-y-0">
        <caption className="sr-only">
          {name} by {words.match}, confirmed results filled, unconfirmed ones marked
        </caption>
        <thead>
          <tr>
            {matches.map(({ id, name: opponent, at }) => (
              <th key={id} scope="col" className={HEAD}>
                <span aria-hidden="true">{opponent === null ? '·' : shortName(opponent)}</span>
                <span className="sr-only">
                  {opponent ?? say(words, 'Without a match')}, {dateText(at, timeZone)}
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
            {matches.map((match, index) => (
              <td key={match.id} className={`${HEAD} align-bottom`}>
                {yearBefore(matches, index, timeZone)
                  .concat(dayText(match.at, timeZone).split(' '))
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

/** The year over the first match of the next one, so that January is not taken for last January. */
function yearBefore(matches: readonly Match[], index: number, timeZone: string): string[] {
  const yearOf = (match: Match | undefined) => match && dateText(match.at, timeZone).slice(-4)
  const [before, year] = [yearOf(matches[index - 1]), yearOf(matches[index])]
  return before && year && before !== year ? [year] : []
}

const hasPip = (quantity: Quantity | null): boolean => quantity !== null && quantity > NONE

type PipsProps = { quantity: Quantity | null; className: string; pipClass: string }

/** Tally marks: one block for each. */
function Pips({ quantity, className, pipClass }: PipsProps) {
  if (quantity === null || !hasPip(quantity)) return null
  return (
    <span className={`${PIPS} ${className}`} aria-hidden="true">
      {Array.from({ length: toNumber(quantity) }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks are their number
        <i key={index} className={`${PIP} ${pipClass}`} />
      ))}
    </span>
  )
}

/** Filled when confirmed, dashed while unconfirmed, an empty frame when still to play. A correction is below its result. */
function ScoreCell({ match: { confirmed, waiting }, hasPips }: { match: Match; hasPips: boolean }) {
  const { hasOpponents } = useWords()
  if (confirmed === null && waiting === null) {
    return (
      <td className={`${CELL} align-bottom`}>
        <span className={`${SLOT} ${LARGE} shadow-[inset_0_0_0_1px_rgba(179,206,191,0.3)]`} />
        <span className="sr-only">{hasOpponents ? 'still to play' : 'still to come'}</span>
      </td>
    )
  }
  return (
    <td className={`${CELL} align-bottom`}>
      {hasPips && (
        <Pips quantity={waiting} className={hasPip(confirmed) ? 'mb-[3px]' : 'mb-1.5'} pipClass={STRIPED} />
      )}
      {hasPips && <Pips quantity={confirmed} className="mb-1.5" pipClass="bg-boardink" />}
      {confirmed !== null && (
        <AnimatedPlate text={formatQuantity(confirmed)} className={`${SLOT} ${LARGE} plate`} />
      )}
      {waiting !== null && (
        <>
          <AnimatedPlate
            text={confirmed === null ? formatQuantity(waiting) : withSign(waiting)}
            className={`${SLOT} ${confirmed === null ? LARGE : SMALL} border-2 border-dashed border-bulb text-bulb`}
          />
          <span className="sr-only">to confirm</span>
        </>
      )}
    </td>
  )
}
