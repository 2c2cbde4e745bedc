/** Words on a drawn picture: typefaces, single lines at a position, and the layout that turns them into outlines. */
import { renderAsync } from '@resvg/resvg-js'
import satori from 'satori'
import { HEIGHT, WIDTH } from './share-shapes.ts'
import { SYSTEM_FONTS } from './system-type.ts'
import { type Family, facesFor, type Weight } from './typefaces.ts'

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
