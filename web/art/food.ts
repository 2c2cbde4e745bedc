import { type Camera, type Point, polygon, px, wire } from './camera.ts'
import type { Framing, Scene } from './solids.ts'
import * as solids from './solids.ts'
import { filled, stroked } from './solids.ts'

const CRATE = { front: 'var(--wood-mid)', side: 'var(--wood-near)', top: 'var(--wood-near)' }
const TABLE = { front: 'var(--wood-far)', side: 'var(--wood-near)', top: 'var(--wood-far)' }
/** The height of the roofs, and of the tables. */
const EAVES = 2.45
const DESK = 0.8

function tent(view: Camera, x: number, y: number): string {
  const left = x - 1.6
  const right = x + 1.6
  const back = y + 3.2
  const corners: Point[] = [
    [left, y, EAVES],
    [right, y, EAVES],
    [right, back, EAVES],
    [left, back, EAVES],
  ]
  const roof = (from: number, color: string): string =>
    filled(
      polygon(view, [corners[from] as Point, corners[(from + 1) % 4] as Point, [x, y + 1.6, 3.7]]),
      color,
    )
  let flaps = ''
  for (let index = 0; index < 8; index += 2)
    flaps += solids.upright(view, [left + index * 0.4, left + (index + 1) * 0.4], y, [EAVES - 0.3, EAVES])
  return [
    stroked(corners.map(([cx, cy]) => solids.post(view, [cx, cy], EAVES)).join(''), 'var(--mast)', 2),
    roof(2, 'var(--turf-near)'),
    roof(3, 'var(--turf-2)'),
    roof(1, 'var(--board)'),
    roof(0, 'var(--cream)'),
    filled(solids.upright(view, [left, right], y, [EAVES - 0.3, EAVES]), 'var(--cream)'),
    filled(flaps, 'var(--turf-2)'),
  ].join('')
}

function table(view: Camera, x0: number, x1: number, y: number): string {
  const legs = [x0 + 0.1, x1 - 0.1].map((x) => solids.post(view, [x, y + 0.1], DESK - 0.05))
  const top = solids.block(view, [x0, x1], [y, y + 0.8], [DESK - 0.06, DESK], TABLE)
  return stroked(legs.join(''), 'var(--mast)', 2.4) + top
}

/** Three rows of round things in a crate. */
function heap(view: Camera, [x, y, z = 0]: Point, color: string): string {
  let balls = ''
  for (let row = 0; row < 3; row += 1)
    for (let index = 0; index < 6 - row; index += 1) {
      const at: Point = [x - 0.3 + row * 0.06 + index * 0.12, y + 0.3 - row * 0.1, z + 0.03 + row * 0.055]
      const [cx, cy] = view.project(at)
      const radius = view.project([at[0] + 0.075, at[1], at[2] ?? 0])[0] - cx
      balls += `<circle cx="${px(cx)}" cy="${px(cy)}" r="${px(radius)}"/>`
    }
  return `<g fill="${color}">${balls}</g>`
}

function crate(view: Camera, x: number, y: number, z: number, color: string): string {
  const slats = [0.12, 0.24].map((up) => wire(view, [x - 0.4, y - 0.01, z + up], [x + 0.4, y - 0.01, z + up]))
  return (
    heap(view, [x, y, z + 0.34], color) +
    solids.block(view, [x - 0.4, x + 0.4], [y, y + 0.55], [z, z + 0.36], CRATE) +
    heap(view, [x, y - 0.14, z + 0.36], color) +
    stroked(slats.join(''), 'var(--wood-near)', 1.6)
  )
}

/** A string of lamps from a pole to the first tent. */
function lamps(view: Camera): string {
  const points = Array.from({ length: 15 }, (_, index): Point => {
    const share = index / 14
    return [-4.6 + 7.9 * share, 12 - 4 * share, 3.85 - 0.15 * share - 2 * share * (1 - share)]
  })
  const bulbs = points.map((point) => {
    const [cx, cy] = view.project(point)
    return `<circle cx="${px(cx)}" cy="${px(cy + 3)}" r="2.2"/>`
  })
  return `${stroked(solids.post(view, [-4.6, 12], 3.9), 'var(--mast)', 2.4)}${stroked(wire(view, ...points), 'var(--mast)', 1.2)}<g fill="var(--lamp)">${bulbs.join('')}</g>`
}

/** A food distribution in the evening: tents, tables, crates, a string of lamps. One crate is full of oranges. */
export function food(framing: Framing): Scene {
  const view = solids.framed(framing, {
    x: -1.2,
    y: -4.4,
    z: 1.9,
    yaw: 10,
    pitch: 4,
    focal: 1120,
    step: 0.25,
    centerX: [0.46, 0.58],
    centerY: 0.46,
  })
  let joints = ''
  for (let index = 0; index < 9; index += 1)
    joints += solids.stripe(view, [-30, -2 + index * 2.4], [40, -2 + index * 2.4], 0.05)
  return {
    camera: view,
    ground: 'stone',
    light: 'evening',
    bank: view.project([0, 70])[1],
    stripes: '',
    chalk: '',
    below: filled(solids.flat(view, [-90, 120], [22, 69]), 'var(--turf-mid)') + filled(joints, '#000', 0.25),
    above: [
      tent(view, 11.4, 12.4) + table(view, 9.8, 13, 12) + crate(view, 10.6, 12.1, DESK, 'var(--leaf)'),
      tent(view, 7.4, 9.2) + table(view, 5.8, 9, 8.8),
      crate(view, 6.5, 8.9, DESK, 'var(--cream)') + crate(view, 7.8, 8.9, DESK, 'var(--leaf)'),
      tent(view, 3.3, 6.4) + table(view, 1.5, 4.9, 5.9),
      crate(view, 2.1, 6, DESK, 'var(--leaf)') + crate(view, 3.15, 6, DESK, 'var(--accent)'),
      crate(view, 4.2, 6, DESK, 'var(--velvet-2)'),
      crate(view, 1.5, 4.3, 0, 'var(--leaf)') + crate(view, 1.5, 4.3, 0.37, 'var(--leaf)'),
      crate(view, 2.5, 4.5, 0, 'var(--cream)'),
      lamps(view),
    ].join(''),
  }
}
