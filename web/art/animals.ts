import { type Camera, type Point, polygon, wire } from './camera.ts'
import type { Framing, Scene } from './solids.ts'
import * as solids from './solids.ts'
import { filled, stroked } from './solids.ts'

const WOOD = { front: 'var(--wood-mid)', side: 'var(--wood-near)', top: 'var(--board)' }
const STONE = { front: 'var(--stone-mid)', side: 'var(--stone-near)', top: 'var(--stone-far)' }
/** The far ones first. */
const KENNELS = [
  [9.4, 12],
  [5.4, 8.6],
  [2.1, 5.6],
] as const
const PATH: Point[] = [
  [-4.6, -4],
  [-2.2, -4],
  [-1.5, 4],
  [-0.5, 12],
  [4.5, 30],
  [1.4, 30],
  [-2.4, 12],
  [-3.3, 4],
] as const

function kennel(view: Camera, x: number, y: number): string {
  const left = x - 0.95
  const right = x + 0.95
  const face = y - 0.02
  const boards = [0.42, 0.72, 1.02].map((z) => wire(view, [left, face, z], [right, face, z])).join('')
  const door = polygon(view, [
    [x + 0.36, face, 0.12],
    ...solids.arch(x, face, 0.62, 0.36, 12),
    [x - 0.36, face, 0.12],
  ])
  const walls = { x: [left, right], y: [y, y + 2.2], wall: 1.15, ridge: 1.95, base: 0.12 } as const
  return (
    solids.block(view, [left - 0.1, right + 0.1], [y - 0.1, y + 2.3], [0, 0.12], STONE) +
    solids.gabled(view, walls, WOOD) +
    stroked(boards, 'var(--wood-near)', 1, 0.6) +
    filled(door, 'var(--shade)')
  )
}

function fence(view: Camera): string {
  let posts = ''
  let rails = ''
  for (let index = 0; index < 16; index += 1) {
    const x = -11 + index * 2.1
    const y = 19 + index * 0.7
    posts += solids.post(view, [x, y], 1.25)
    if (index < 15) for (const z of [0.45, 0.8, 1.12]) rails += wire(view, [x, y, z], [x + 2.1, y + 0.7, z])
  }
  return stroked(rails, 'var(--cream)', 1.8, 0.8) + stroked(posts, 'var(--cream)', 2.4, 0.9)
}

function grass(view: Camera): string {
  const next = solids.chance(5)
  const tufts = Array.from({ length: 90 }, () => {
    const x = -9 + next() * 19
    const y = -1.5 + next() ** 2 * 17
    return wire(view, [x, y, 0], [x - 0.05, y, 0.2]) + wire(view, [x + 0.08, y, 0], [x + 0.14, y, 0.17])
  })
  return stroked(tufts.join(''), 'var(--leaf)', 1.2, 0.8)
}

function bowl(view: Camera, x: number, y: number): string {
  const rim = Array.from({ length: 17 }, (_, index): Point => {
    const angle = (index * Math.PI) / 8
    return [x + 0.32 * Math.cos(angle), y + 0.24 * Math.sin(angle), 0.26]
  })
  const side = solids.tapered(view, [x, y], [0, 0.42], [0.26, 0.32])
  return filled(side, 'var(--accent)') + filled(polygon(view, rim), 'var(--shade)')
}

/** A shelter's meadow in the evening: kennels in a row, a rail fence, a path. The bowl by the first door is orange. */
export function animals(framing: Framing): Scene {
  const view = solids.framed(framing, {
    x: -1.6,
    y: -5,
    z: 2,
    yaw: 5,
    pitch: 4,
    focal: 900,
    step: 0.3,
    centerX: [0.46, 0.58],
    centerY: 0.42,
  })
  return {
    camera: view,
    ground: 'turf',
    light: 'evening',
    bank: view.project([0, 90])[1],
    stripes: '',
    chalk: '',
    below:
      filled(polygon(view, PATH), 'var(--clay-2)', 0.75) +
      filled(solids.flat(view, [-40, 60], [26, 60]), '#000', 0.12),
    above: [
      fence(view),
      grass(view),
      ...KENNELS.map(([x, y]) => kennel(view, x, y)),
      bowl(view, 0.5, 4.3),
    ].join(''),
  }
}
