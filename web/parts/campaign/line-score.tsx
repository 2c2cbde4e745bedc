import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react'
import { withArticle } from '#domain/campaigns/vocabulary.ts'
import { formatQuantity, NONE, ONE, type Quantity, toNumber } from '#domain/quantity.ts'
import { dateText } from '#web/format.ts'
import { useWords } from '#web/site/vocabulary.ts'
import { Figure } from '#web/ui/figure.tsx'
import { isPlayed, type Match, shortNames } from './season.ts'

/** Few enough to see at a glance. */
const MAX_PIPS = 6
const isPips = (value: Quantity | null): boolean =>
  value === null || (value <= MAX_PIPS * ONE && Number.isInteger(toNumber(value)))

/** What is entered and not confirmed is a change to the confirmed result. */
export const withSign = (value: Quantity): string => `${value > NONE ? '+' : ''}${formatQuantity(value)}`

/** Classes of all cells of a row: a long season has hundreds of cells. */
const CELLS = '*:w-12 *:min-w-12 *:text-center *:align-bottom'
const HEADS = `${CELLS} *:pt-2 *:font-display *:text-[0.9375rem] *:leading-[1.15] *:font-bold *:tracking-[0.04em] *:text-boardmuted *:normal-nums`
/** The name of the row: heard, not shown. */
const NO_WIDTH = 'w-0! min-w-0!'
const SLOT =
  'grid w-full place-items-center rounded-plate font-display leading-none font-extrabold normal-nums'
const LARGE = 'h-[2.875rem] large-[1.9375]'
/** A correction, below its result. */
const SMALL = 'mt-[0.1875rem] h-[1.875rem] large-[1.375]'
const PIPS = 'flex flex-col-reverse gap-[0.1875rem]'
const PIP = 'h-4 rounded-[2px]'
const STRIPED =
  'bg-[repeating-linear-gradient(115deg,var(--bulb)_0_4px,transparent_4px_8px)] shadow-[inset_0_0_0_1.5px_var(--bulb)]'

/** A real table. On phones it scrolls sideways and opens at the newest match. */
export function LineScore({ name, matches, timeZone }: { name: string; matches: Match[]; timeZone: string }) {
  const scroller = useRef<HTMLElement>(null)
  const words = useWords()
  const hasPips = matches.every(({ confirmed, waiting }) => isPips(confirmed) && isPips(waiting))
  const played = matches.findLastIndex(isPlayed)
  const heads = shortNames(matches.map(({ name: opponent }) => opponent ?? ''))
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
          <tr className={HEADS}>
            <td className={NO_WIDTH} />
            {matches.map(({ id, name: opponent, at }, index) => (
              <th
                key={id}
                scope="col"
                aria-label={`${opponent ?? `Without ${withArticle(words.match)}`}, ${dateText(at, timeZone)}`}
              >
                {opponent === null ? '·' : heads[index]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr className={CELLS}>
            <th scope="row" className={NO_WIDTH}>
              <span className="sr-only">{name}</span>
            </th>
            {matches.map((match) => (
              <ScoreCell key={match.id} match={match} hasPips={hasPips} />
            ))}
          </tr>
          {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: the heads of the columns name the same dates */}
          <tr className={`${HEADS} *:whitespace-pre-line`} aria-hidden="true">
            <td className={NO_WIDTH} />
            {matches.map((match, index) => (
              <td key={match.id}>{dayInLines(matches, index, timeZone)}</td>
            ))}
          </tr>
        </tbody>
      </table>
    </section>
  )
}

/** Month and day, with the year above the first match of the next one: January is not taken for last January. */
function dayInLines(matches: readonly Match[], index: number, timeZone: string): string {
  const dateOf = (match: Match | undefined) => match && dateText(match.at, timeZone).split(', ')
  const before = dateOf(matches[index - 1])
  const date = dateOf(matches[index])
  const [day = '', year = ''] = date ?? []
  const lines = day.replace(' ', '\n')
  return before && before[1] !== year ? `${year}\n${lines}` : lines
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
      <td>
        <span className={`${SLOT} ${LARGE} shadow-[inset_0_0_0_1px_rgba(179,206,191,0.3)]`} />
        <span className="sr-only">{hasOpponents ? 'still to play' : 'still to come'}</span>
      </td>
    )
  }
  return (
    <td>
      {hasPips && (
        <Pips
          quantity={waiting}
          className={hasPip(confirmed) ? 'mb-[0.1875rem]' : 'mb-1.5'}
          pipClass={STRIPED}
        />
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

/**
 * A figure on a plate, as on a scoreboard: when it changes, the new plate drops into place. Figures that came with the
 * page do not move.
 */
export function AnimatedPlate({
  text,
  className = '',
  children,
}: {
  /** The plate's text: another text is another plate. */
  text: string
  className?: string
  children?: ReactNode
}) {
  const [plate, hang] = useState({ text, number: 0 })
  if (plate.text !== text) hang({ text, number: plate.number + 1 })
  return (
    <span key={plate.number} className={`hangs ${plate.number > 0 ? 'hang' : ''} ${className}`}>
      {children ?? text}
    </span>
  )
}

/** The same for an amount, with its raised cents. */
export const AnimatedFigure = (figure: ComponentProps<typeof Figure>) => (
  <AnimatedPlate text={figure.text} className={figure.className ?? ''}>
    <Figure {...figure} className="" />
  </AnimatedPlate>
)
