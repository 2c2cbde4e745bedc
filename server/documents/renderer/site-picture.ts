/** The picture for a link to a page that belongs to no campaign: what a pledge is, as one calculation on the board. */
import { dollars, formatUsd, timesQuantity } from '#domain/money.ts'
import { parseQuantity } from '#domain/quantity.ts'
import { brand } from '#web/content/brand.ts'
import { landing } from '#web/content/landing.ts'
import {
  BOARD,
  BULB,
  backdrop,
  board,
  fitting,
  HEIGHT,
  INK,
  LABEL,
  MUTED,
  type Node,
  node,
  pngOf,
  type,
  WIDTH,
  words,
} from './share-shapes.ts'

const THIRD = BOARD.width / 3
const DIVIDERS = [BOARD.x + THIRD, BOARD.x + 2 * THIRD]
const SIGN_WIDTH = 60

/** One part of the board: a large figure, and what it counts. */
function part(index: number, figure: string, caption: string, color = INK): Node[] {
  const left = BOARD.x + index * THIRD + 30
  const width = THIRD - 60
  const size = fitting(figure, width, 128)
  const centered = { textAlign: 'center' }
  const top = BOARD.y + 40 + (128 - size) / 2
  return [
    words(figure, left, top, width, { ...type('display', 800, size, color), ...centered }),
    words(caption.toUpperCase(), left, BOARD.y + 186, width, { ...LABEL, ...centered }),
  ]
}

/** Between two parts, on their divider. */
const sign = (text: string, at: number): Node =>
  node(
    {
      position: 'absolute',
      left: at - SIGN_WIDTH / 2,
      top: BOARD.y + 80,
      width: SIGN_WIDTH,
      height: SIGN_WIDTH,
      alignItems: 'center',
      justifyContent: 'center',
      borderRadius: SIGN_WIDTH / 2,
      backgroundColor: '#0C3A2D',
      ...type('display', 800, 44, MUTED),
    },
    text,
  )

/** As a PNG; it changes only with the content. Runs off the main thread. */
export function drawSitePicture(): Promise<Buffer> {
  const { rate, per, count, counted, paid } = landing.example
  const total = timesQuantity(dollars(rate), parseQuantity(count) ?? raise(count))
  const root = node({ width: WIDTH, height: HEIGHT, position: 'relative' }, [
    words(brand.name, 112, 44, 400, type('display', 800, 40, INK)),
    words(landing.headline.join(' '), 48, 126, 1000, type('display', 800, 112, INK)),
    words(landing.promise, 48, 266, 1000, type('text', 500, 31, INK)),
    ...part(0, formatUsd(dollars(rate), 'auto'), per),
    ...part(1, String(count), counted),
    ...part(2, formatUsd(total, 'auto'), paid, BULB),
    sign('×', DIVIDERS[0] ?? 0),
    sign('=', DIVIDERS[1] ?? 0),
  ])
  return pngOf(backdrop('soccer', 0) + board(DIVIDERS), root)
}

function raise(count: unknown): never {
  throw new RangeError(`not a count: ${count}`)
}
