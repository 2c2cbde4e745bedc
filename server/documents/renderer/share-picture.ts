/**
 * The picture that a chat shows for a campaign's link: the evening game with its scoreboard, 1200 × 630. Words become
 * outlines, so that it looks the same wherever it is drawn.
 */
import { brand } from '#web/content/brand.ts'
import type { ShareFacts } from './facts.ts'
import { type Lettering, ours, writable } from './names.ts'
import {
  BOARD,
  BULB,
  fitting,
  HEIGHT,
  INK,
  LABEL,
  LANES,
  MUTED,
  type Node,
  node,
  PLATES,
  platesOf,
  pngOf,
  type Style,
  shapes,
  svgOf,
  type,
  WIDTH,
  words,
} from './share-shapes.ts'
import { canSystemWrite, systemLines, systemText } from './system-type.ts'

const TITLE = { x: 48, y: 108, width: 900, height: 178 } as const

/** As large as fits on two lines; at the smallest size, longer text is cut off. */
async function titleStyle(text: string): Promise<Style> {
  const base = {
    ...type('display', 800, 0, INK),
    lineHeight: 0.96,
    letterSpacing: '-0.01em',
    wordBreak: 'break-word',
  }
  for (const fontSize of [104, 92, 80, 68, 58, 50]) {
    const style = { ...base, fontSize }
    const drawn = await svgOf(node({ width: TITLE.width, display: 'block', ...style }, text), {
      width: TITLE.width,
    })
    const height = Number(/height="([\d.]+)"/.exec(drawn)?.[1])
    if (height <= TITLE.height) return style
  }
  return { ...base, fontSize: 50, lineClamp: 3 }
}

async function title({ text, by }: Lettering): Promise<{ node: Node | null; svg: string }> {
  if (by === 'us') {
    const style = await titleStyle(text)
    const { x: left, y: top, width, height } = TITLE
    const inside = node({ display: 'block', width, ...style }, text)
    return {
      node: node({ position: 'absolute', left, top, width, height, alignItems: 'center' }, [inside]),
      svg: '',
    }
  }
  const { lines, size } = systemLines(text, { width: TITLE.width, most: 76, least: 40 })
  const first = TITLE.y + TITLE.height / 2 - ((lines.length - 1) * size * 1.25) / 2 + size * 0.36
  const drawn = lines.map((line, index) =>
    systemText(line, { x: TITLE.x, y: Math.floor(first + index * size * 1.25), size, fill: INK }),
  )
  return { node: null, svg: drawn.join('') }
}

function progress({ percent, goal, pledged, earned }: ShareFacts): Node[] {
  const left = BOARD.x + 36
  const money = (text: string) => ({
    ...type('display', 800, fitting(text, 250, 40), INK),
    textAlign: 'right',
  })
  const right = LANES.x + LANES.width - 250
  const share = fitting(percent, 270, 124)
  return [
    words('PLEDGED SO FAR', left, BOARD.y + 34, 280, LABEL),
    words(percent, left, BOARD.y + 66 + (124 - share) * 0.9, 280, type('display', 800, share, INK)),
    words(`of the ${goal} goal`, left, BOARD.y + 196, 280, type('text', 500, 24, MUTED)),
    words('PLEDGED', LANES.x, LANES.pledged - 42, 160, LABEL),
    words(pledged, right, LANES.pledged - 52, 250, money(pledged)),
    words('EARNED', LANES.x, LANES.earned - 42, 160, LABEL),
    words(earned, right, LANES.earned - 52, 250, money(earned)),
  ]
}

function result(last: ShareFacts['last']): Node[] {
  const { x: left, most: width } = PLATES
  const under = type('text', 700, 24, INK)
  const note = type('text', 500, 21, MUTED)
  const heading = { ...LABEL, color: last?.isConfirmed === false ? BULB : MUTED }
  const first = PLATES.y + PLATES.height + 16
  const second = PLATES.y + PLATES.height + 48
  if (!last)
    return [
      words('FIRST RESULT', left, BOARD.y + 34, width, heading),
      words('Still to play', left, first, width, under),
    ]
  const figure = last.figure === null ? [] : platesOf(last.figure)
  const ink = last.isConfirmed ? INK : BULB
  return [
    words(last.isConfirmed ? 'LAST RESULT' : 'LAST RESULT · TO CONFIRM', left, BOARD.y + 34, width, heading),
    ...figure.map((plate) => {
      const size = fitting(plate.text, plate.width - 16, 72)
      const top = PLATES.y + (PLATES.height - size * 1.1) / 2
      return words(plate.text, plate.x, top, plate.width, {
        ...type('display', 800, size, ink),
        textAlign: 'center',
      })
    }),
    words(ours(last.statistic, 'So far'), left, first, width, under),
    words(ours(last.detail, last.on), left, second, width, note),
  ]
}

/** The facts as a PNG. Runs off the main thread: some 200 ms of work. */
export async function drawSharePicture(facts: ShareFacts): Promise<Buffer> {
  const name = writable([facts.name, facts.organization, facts.kind], canSystemWrite)
  const by = [ours(facts.organization, ''), ours(facts.place, '')].filter(Boolean).join(' · ')
  const heading = await title(name)
  const root = node({ width: WIDTH, height: HEIGHT, position: 'relative' }, [
    words(brand.name, 112, 44, 400, type('display', 800, 40, INK)),
    words(facts.state ?? '', 330, 51, 300, type('display', 700, 32, MUTED)),
    ...(heading.node ? [heading.node] : []),
    words(by || facts.kind, 48, 294, 1000, type('text', 700, 28, INK)),
    ...progress(facts),
    ...result(facts.last),
  ])
  return pngOf(shapes(facts), root, heading.svg)
}
