import { type Camera, type Point, polygon, px, wire } from './camera.ts'
import type { Framing, Scene } from './solids.ts'
import * as solids from './solids.ts'
import { filled, stroked } from './solids.ts'

const BED = { front: 'var(--wood-mid)', side: 'var(--wood-near)', top: 'var(--clay)' }
const GLASS = { front: 'var(--lamp)', side: 'var(--lamp)', top: 'var(--lamp)' }
/** The height of the earth in a bed. */
const EARTH = 0.4
const HOUSE = { x: [5.2, 9.4], y: [13, 21], wall: 2.1, ridge: 3.5 } as const

/** Pointed leaves, `spread` to each side of the middle one. */
function plant(view: Camera, [x, y]: readonly [number, number], size: number, spread: 1 | 2): string {
  let leaves = ''
  for (let index = -spread; index <= spread; index += 1) {
    const tip = x + index * (0.7 / spread) * size
    const up = size * (1 - Math.abs(index) * (0.32 / spread))
    leaves += polygon(view, [
      [x, y, EARTH],
      [(x + tip) / 2 - 0.05, y, EARTH + up * 0.6],
      [tip, y, EARTH + up],
      [(x + tip) / 2 + 0.06, y, EARTH + up * 0.55],
    ])
  }
  return leaves
}

/** Five rows of three raised beds, the far ones first; the near middle one has room for the pumpkins. */
function beds(view: Camera): string {
  const next = solids.chance(17)
  const drawn: string[] = []
  for (let row = 4; row >= 0; row -= 1)
    for (const column of [-1, 1, 0]) {
      const x = 1.3 + column * 2.6
      const y = 1.6 + row * 2.7
      drawn.push(solids.block(view, [x - 0.95, x + 0.95], [y, y + 1.7], [0, EARTH], BED))
      const size = 0.3 + ((row + column + 5) % 3) * 0.14
      const lines = row === 0 && column === 0 ? [1.25] : [1.25, 0.5]
      for (const dy of lines)
        for (let index = 0; index < 5; index += 1) {
          const leaves = plant(view, [x - 0.72 + index * 0.36, y + dy], size + next() * 0.08, row > 1 ? 1 : 2)
          drawn.push(filled(leaves, (row + column) % 2 ? 'var(--leaf)' : 'var(--leaf-2)'))
        }
    }
  return drawn.join('')
}

function pumpkin(view: Camera, x: number, y: number, radius: number): string {
  const [cx, cy] = view.project([x, y, EARTH + radius * 0.8])
  const wide = view.project([x + radius, y, EARTH])[0] - cx
  const ellipse = (share: number) =>
    `<ellipse cx="${px(cx)}" cy="${px(cy)}" rx="${px(wide * share)}" ry="${px(wide * 0.78)}"/>`
  return `<g fill="var(--accent)">${ellipse(1)}</g><g fill="none" stroke="var(--track)" stroke-width="1.4">${ellipse(0.34)}${ellipse(0.72)}</g><path d="M${px(cx)} ${px(cy - wide * 0.76)}l${px(wide * 0.12)} ${px(-wide * 0.26)}" stroke="var(--leaf-2)" stroke-width="3"/>`
}

/** Glass and bars: the front, and the side toward the viewer. */
function greenhouse(view: Camera): string {
  const [left, right] = HOUSE.x
  const [front, back] = HOUSE.y
  const middle = (left + right) / 2
  const { wall, ridge } = HOUSE
  const bars: Point[][] = [
    ...[0, 0.25, 0.5, 0.75, 1].map((share): Point[] => {
      const x = left + (right - left) * share
      return [
        [x, front, 0],
        [x, front, wall + (1 - Math.abs(share - 0.5) * 2) * (ridge - wall)],
      ]
    }),
    [
      [left, front, wall],
      [middle, front, ridge],
      [right, front, wall],
      [left, front, wall],
    ],
    [
      [left, back, wall / 2],
      [left, front, wall / 2],
      [right, front, wall / 2],
    ],
    ...[15, 17, 19, back].map((y): Point[] => [
      [left, y, 0],
      [left, y, wall],
      [middle, y, ridge],
    ]),
    [
      [left, front, wall],
      [left, back, wall],
    ],
    [
      [middle, front, ridge],
      [middle, back, ridge],
    ],
  ]
  const lines = bars.map((line) => wire(view, ...line)).join('')
  return `${solids.glow(view, [middle, front, 1.4], 6, 0.75)}<g opacity=".5">${solids.gabled(view, HOUSE, GLASS)}</g>${stroked(lines, 'var(--mast)', 1.5)}`
}

/** Raised beds in rows, a greenhouse that is lit, a treeline. The pumpkins are orange. */
export function garden(framing: Framing): Scene {
  const view = solids.framed(framing, {
    x: -1.2,
    y: -4.2,
    z: 2.5,
    yaw: 4,
    pitch: 7,
    focal: 900,
    step: 0.3,
    centerX: [0.48, 0.58],
    centerY: 0.42,
  })
  const ruts = [0, 2.6].map((x) => solids.stripe(view, [x, 0.4], [x, 15.4], 0.1)).join('')
  return {
    camera: view,
    ground: 'turf',
    light: 'evening',
    bank: view.project([0, 80])[1],
    stripes: '',
    chalk: '',
    below:
      filled(solids.flat(view, [-3.1, 5.7], [0.4, 15.4]), 'var(--clay-2)', 0.55) + filled(ruts, '#000', 0.12),
    above: [
      greenhouse(view),
      beds(view),
      pumpkin(view, 0.85, 2.2, 0.2),
      pumpkin(view, 1.85, 2.3, 0.17),
      pumpkin(view, 1.35, 2, 0.25),
    ].join(''),
  }
}
