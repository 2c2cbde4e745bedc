import { type Camera, polygon, wire } from './camera.ts'
import type { Framing, Scene } from './solids.ts'
import * as solids from './solids.ts'
import { along, filled, stroked } from './solids.ts'

const SHELF_X = 2.3
const BACK = 12.5
const WINDOWS = [-9.2, -6.4, -3.6, -0.8] as const
/** Half of a window's width. */
const WIDE = 1.02
const SHELVES = [0.18, 0.62, 1.06, 1.5, 1.94] as const
const SPINES = ['var(--cream)', 'var(--turf-2)', 'var(--wood-far)', 'var(--velvet-2)', 'var(--hill)'] as const
const OAK = { front: 'var(--wood-mid)', side: 'var(--wood-near)', top: 'var(--wood-far)' }

/** Spines by color; far away they are drawn two at a time. */
function books(view: Camera): string {
  const spines = Object.fromEntries(SPINES.map((color) => [color, '']))
  const next = solids.chance(7)
  for (let bay = 0; bay < 8; bay += 1)
    for (const shelf of SHELVES) {
      const from = 0.9 + bay * 1.46
      const [least, more] = bay < 5 ? [0.05, 0.09] : [0.12, 0.16]
      let y = from + 0.04
      while (y < from + 1.34) {
        const thick = least + next() * more
        const color = SPINES[Math.floor(next() * SPINES.length)] as string
        const top = shelf + 0.24 + next() * 0.12
        if (next() > 0.1)
          spines[color] += along(view, SHELF_X, [y, Math.min(y + thick, from + 1.38)], [shelf, top])
        y += thick + 0.012
      }
    }
  return Object.entries(spines)
    .map(([color, path]) => filled(path, color, 0.86))
    .join('')
}

function boards(view: Camera): string {
  let path = ''
  for (let bay = 0; bay < 8; bay += 1)
    path += along(view, SHELF_X - 0.03, [0.84 + bay * 1.46, 0.9 + bay * 1.46], [0, 2.5])
  for (const shelf of [...SHELVES, 2.4])
    path += along(view, SHELF_X - 0.03, [0.8, BACK], [shelf - 0.045, shelf])
  return filled(path, 'var(--wood-mid)')
}

function windows(view: Camera): string {
  const panes = WINDOWS.map((x) =>
    polygon(view, [[x + WIDE, BACK, 0.8], ...solids.arch(x, BACK, 2.9, WIDE), [x - WIDE, BACK, 0.8]]),
  )
  const bars = WINDOWS.map(
    (x) =>
      [-0.33, 0.33].map((dx) => solids.post(view, [x + dx, BACK], 3, 0.8)).join('') +
      [1.5, 2.2, 2.9].map((z) => wire(view, [x - WIDE, BACK, z], [x + WIDE, BACK, z])).join(''),
  )
  return panes.map((one) => filled(one, 'url(#dusk)')).join('') + stroked(bars.join(''), 'var(--shade)', 1.6)
}

function table(view: Camera): string {
  const legs = [-2.1, -0.75].flatMap((x) => [4.6, 8.9].map((y) => solids.post(view, [x, y], 0.72)))
  const lamps = [8, 5.6].map(
    (y) =>
      solids.glow(view, [-1.4, y, 1.1], 0.9, 0.7) +
      stroked(solids.post(view, [-1.4, y], 0.46, 0.8), 'var(--bulb)', 1.6) +
      filled(solids.tapered(view, [-1.4, y], [1.16, 0.24], [1.32, 0.15]), 'var(--leaf)'),
  )
  const top = solids.block(view, [-2.2, -0.65], [4.5, 9], [0.72, 0.8], OAK)
  return stroked(legs.join(''), 'var(--wood-near)', 4) + top + lamps.join('')
}

/** A reading room in the evening: a long bookcase, tall windows, lamps. One book is orange. */
export function reading(framing: Framing): Scene {
  const view = solids.framed(framing, {
    x: -0.5,
    y: -1.6,
    z: 1.65,
    yaw: -2,
    pitch: 3,
    focal: 800,
    step: 0.08,
    centerX: [0.52, 0.6],
    centerY: 0.46,
  })
  let planks = ''
  for (let x = -9; x <= SHELF_X; x += 0.42) planks += solids.stripe(view, [x, -0.5], [x, BACK], 0.02)
  return {
    camera: view,
    ground: 'wood',
    light: 'room',
    bank: view.project([0, BACK])[1],
    beyond: windows(view) + filled(solids.upright(view, [-12, 8], BACK, [0, 0.25]), 'var(--shade)'),
    stripes: '',
    chalk: '',
    below: filled(planks, '#000', 0.2),
    above: [
      filled(along(view, SHELF_X + 0.02, [0.8, BACK], [0, 2.5]), 'var(--wood-near)'),
      books(view),
      filled(along(view, SHELF_X, [6.5, 6.66], [1.5, 1.86]), 'var(--accent)'),
      boards(view),
      table(view),
      ...[10, 7, 4.4].map((y) => solids.pendant(view, [0.5, y, 2.7], 1.6, 0.15)),
    ].join(''),
  }
}
