/** What is behind the words of a share picture: the field, the scrim, the board with its bars and plates. */

import { renderAsync } from '@resvg/resvg-js'
import satori from 'satori'
import { stillPicture } from '#web/art/picture.ts'
import type { ShareFacts } from './facts.ts'
import { SYSTEM_FONTS } from './system-type.ts'
import { type Family, facesFor, type Weight } from './typefaces.ts'

/** Words on a drawn picture: typefaces, single lines at a position, and the layout that turns them into outlines. */
export type Style = Record<string, string | number>
export type Node = { type: 'div'; props: { style: Style; children: string | Node[] } }

export const INK = '#F3F8F0'
export const MUTED = '#B3CEBF'
export const BULB = '#FFD36B'
const fonts = (
  [
    ['display', 800],
    ['display', 700],
    ['text', 500],
    ['text', 700],
  ] as const
).flatMap(([family, weight]) =>
  facesFor(family, weight).map(({ name, data }) => ({ name, data, weight, style: 'normal' as const })),
)

export const type = (family: Family, weight: Weight, size: number, color: string): Style => ({
  fontFamily: facesFor(family, weight)
    .map(({ name }) => name)
    .join(', '),
  fontWeight: weight,
  fontSize: size,
  color,
})

export const LABEL = { ...type('display', 700, 25, MUTED), letterSpacing: '0.06em' }

export const node = (style: Style, children: string | Node[]): Node => ({
  type: 'div',
  props: { style: { display: 'flex', ...style }, children },
})

/** One line of words at a position. If too long, it ends in an ellipsis. */
export const words = (text: string, left: number, top: number, width: number, style: Style): Node =>
  node({ position: 'absolute', left, top, width, ...style }, [
    node(
      {
        display: 'block',
        width,
        overflow: 'hidden',
        textOverflow: 'ellipsis',
        whiteSpace: 'nowrap',
        textAlign: style.textAlign ?? 'left',
        lineHeight: 1.1,
      },
      text,
    ),
  ])

export const svgOf = (root: Node, size: { width: number; height?: number }): Promise<string> =>
  satori(root as unknown as Parameters<typeof satori>[0], { ...size, fonts } as Parameters<typeof satori>[1])

/** Figures in this typeface are some .44 of their height wide. */
export const fitting = (text: string, width: number, most: number): number =>
  Math.min(most, Math.floor(width / (Math.max(1, text.length) * 0.45)))

/** The background, the laid-out words, and words in system typefaces, as one PNG of 1200 × 630. */
export async function pngOf(under: string, root: Node, bySystem = ''): Promise<Buffer> {
  const drawn = await svgOf(root, { width: WIDTH, height: HEIGHT })
  const inside = drawn.slice(drawn.indexOf('>') + 1, drawn.lastIndexOf('</svg>'))
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">${under}${inside}${bySystem}</svg>`
  const options = bySystem ? SYSTEM_FONTS : ({ font: { loadSystemFonts: false }, logLevel: 'off' } as const)
  return (await renderAsync(svg, options)).asPng()
}

export const WIDTH = 1200
export const HEIGHT = 630
export const BOARD = { x: 48, y: 344, width: 1104, height: 246 } as const
export const LANES = { x: 392, width: 380, pledged: 446, earned: 536, height: 18 } as const
export const PLATES = { x: 840, y: 412, width: 68, height: 84, gap: 8, most: 276 } as const

const NIGHT = '#05211b'
/** A share of the goal is in percent. */
const WHOLE = 100

const gradients = `<linearGradient id="scrim" x1="0" x2="1" y1="0" y2="0"><stop offset="0" stop-color="${NIGHT}" stop-opacity=".94"/><stop offset=".5" stop-color="${NIGHT}" stop-opacity=".78"/><stop offset="1" stop-color="${NIGHT}" stop-opacity=".08"/></linearGradient><linearGradient id="foot" x1="0" x2="0" y1="0" y2="1"><stop offset=".45" stop-color="${NIGHT}" stop-opacity="0"/><stop offset="1" stop-color="${NIGHT}" stop-opacity=".8"/></linearGradient><linearGradient id="steel" x1="0" x2="0" y1="0" y2="1"><stop offset="0" stop-color="#16503e"/><stop offset=".35" stop-color="#0C3A2D"/><stop offset="1" stop-color="#0a3226"/></linearGradient><pattern id="mown" width="14" height="18" patternUnits="userSpaceOnUse" patternTransform="skewX(-24)"><rect width="14" height="18" fill="#072A20"/><rect width="8" height="18" fill="${INK}"/></pattern>`

const rect = (x: number, y: number, width: number, height: number, more: string): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" ${more}/>`

/** The finish line: two columns of checks. */
function finish(x: number, y: number): string {
  const checks = Array.from({ length: 8 }, (_, index) =>
    rect(
      x + (index % 2) * 5,
      y + Math.floor(index / 2) * 6.5,
      5,
      6.5,
      `fill="${(index + Math.floor(index / 2)) % 2 ? '#000' : INK}"`,
    ),
  )
  return checks.join('')
}

function lane(y: number, share: number, fill: string): string {
  const { x, width, height } = LANES
  const track = rect(x, y, width, height, 'fill="#072A20"')
  const done = Math.max(share > 0 ? 4 : 0, (width / WHOLE) * share)
  const bar = done > 0 ? rect(x + 1.5, y + 1.5, Math.max(1, done - 3), height - 3, fill) : ''
  return track + bar + finish(x + width - 5, y - 4)
}

/** A figure is shown on plates, one per character, or on one wide plate if there are many. */
export function platesOf(figure: string): { x: number; width: number; text: string }[] {
  const { x, width, gap, most } = PLATES
  const signs = [...figure]
  if (signs.length > 3) return [{ x, width: Math.min(most, 40 + signs.length * 34), text: figure }]
  return signs.map((text, index) => ({ x: x + index * (width + gap), width, text }))
}

function plates(last: ShareFacts['last']): string {
  const { x, y, height, width } = PLATES
  const looks = {
    confirmed: 'rx="3" fill="#062219"',
    waiting: `rx="3" fill="none" stroke="${BULB}" stroke-width="3" stroke-dasharray="9 7"`,
    empty: 'rx="3" fill="none" stroke="#B3CEBF" stroke-opacity=".55" stroke-width="2"',
  }
  if (!last) return rect(x, y, width, height, looks.empty)
  const look = last.isConfirmed ? looks.confirmed : looks.waiting
  if (last.figure !== null)
    return platesOf(last.figure)
      .map((plate) => rect(plate.x, y, plate.width, height, look))
      .join('')
  const tick = `M${x + 18} ${y + 44}l12 13 21-28`
  const ink = last.isConfirmed ? INK : BULB
  return `${rect(x, y, width, height, look)}<path d="${tick}" fill="none" stroke="${ink}" stroke-width="7" stroke-linecap="round" stroke-linejoin="round"/>`
}

const bolts = (): string => {
  const { x, y, width, height } = BOARD
  const corners = [x + 16, x + width - 16].flatMap((cx) => [y + 16, y + height - 16].map((cy) => [cx, cy]))
  return corners
    .map(([cx, cy]) => `<circle cx="${cx}" cy="${cy}" r="5" fill="#062219" stroke="#2C6450"/>`)
    .join('')
}

const tally = `<g transform="translate(48 44) scale(1.5)" fill="none" stroke-linecap="round" stroke-width="3.6"><path d="M7 4v20M14 4v20M21 4v20M28 4v20" stroke="${INK}"/><path d="M2 20 32 7" stroke="#FF6A2B"/></g>`

/** The field under lights, dark behind the words, with the brand's tally marks. */
export function backdrop(template: string, variant: number): string {
  const art = stillPicture(template, variant, 'wide') ?? ''
  const field = art.replace('<svg ', `<svg x="0" y="-14" width="${WIDTH}" height="${HEIGHT}" `)
  return [
    `<defs>${gradients}</defs>`,
    rect(0, 0, WIDTH, HEIGHT, `fill="${NIGHT}"`),
    field,
    rect(0, 0, WIDTH, HEIGHT, 'fill="url(#scrim)"'),
    rect(0, 0, WIDTH, HEIGHT, 'fill="url(#foot)"'),
    tally,
  ].join('')
}

/** The scoreboard, with a divider at each of these positions. */
export function board(dividers: readonly number[]): string {
  const { x, y, width, height } = BOARD
  const steel = rect(x, y, width, height, 'rx="10" fill="url(#steel)" stroke="#2C6450" stroke-width="1.5"')
  const lines = dividers.map(
    (at) => `<path d="M${at} ${y + 32}V${y + height - 32}" stroke="#2C6450" stroke-width="1.5"/>`,
  )
  return [steel, bolts(), ...lines].join('')
}

/** Everything but the words of a campaign's picture, as SVG without its root element. */
export function shapes(facts: ShareFacts): string {
  return [
    backdrop(facts.template, facts.variant),
    board([LANES.x - 34, LANES.x + LANES.width + 42]),
    lane(LANES.pledged, facts.pledgedShare, `fill="none" stroke="${INK}" stroke-width="3"`),
    lane(LANES.earned, facts.earnedShare, 'fill="url(#mown)"'),
    plates(facts.last),
  ].join('')
}
