import { type Camera, painted, wire } from './camera.ts'
import type { Framing, Scene } from './solids.ts'
import * as solids from './solids.ts'
import { filled, stroked } from './solids.ts'

const SIDE = 6
const END = 13
const TILE = 1.2
const ROW = (END + 1) / 11
const GRAY = { front: 'var(--stone-far)', side: 'var(--stone-mid)', top: 'var(--cream)' }
const GREEN = { front: 'var(--turf-2)', side: 'var(--turf-near)', top: 'var(--turf-far)' }
const ORANGE = { front: 'var(--accent)', side: 'var(--track)', top: 'var(--bulb)' }

function tiles(view: Camera): string {
  let joints = ''
  let lighter = ''
  for (let column = 0; column <= 10; column += 1) {
    const x = -SIDE + column * TILE
    joints += solids.stripe(view, [x, -1], [x, END], 0.03)
  }
  for (let row = 0; row <= 11; row += 1) {
    const y = -1 + row * ROW
    joints += solids.stripe(view, [-SIDE, y], [SIDE, y], 0.03)
    for (let column = row % 2; column < 10 && row < 11; column += 2)
      lighter += solids.flat(view, [-SIDE + column * TILE, -SIDE + (column + 1) * TILE], [y, y + ROW])
  }
  return filled(lighter, '#fff', 0.045) + filled(joints, '#000', 0.35)
}

/** A bridge of triangles, `z` above the ground. */
function truss(view: Camera, y: number, z: number): string {
  let web = ''
  for (let index = 0; index < 16; index += 1) {
    const x = -4.8 + index * 0.6
    web += wire(view, [x, y, z + (index % 2 ? 0.5 : 0)], [x + 0.6, y, z + (index % 2 ? 0 : 0.5)])
  }
  const chords = [z, z + 0.5].map((at) => wire(view, [-4.8, y, at], [4.8, y, at]))
  const legs = [-4.8, -4.3, 4.3, 4.8].map((x) => solids.post(view, [x, y], z + 0.5))
  return stroked(web, 'var(--cream)', 1.3, 0.8) + stroked([...chords, ...legs].join(''), 'var(--cream)', 2.4)
}

function rail(view: Camera): string {
  const bars = [0.05, 0.5].map((z) =>
    wire(view, [-SIDE, -1, z], [-SIDE, END, z], [SIDE, END, z], [SIDE, -1, z]),
  )
  const posts = [3, 7, 11].flatMap((y) => [-SIDE, SIDE].map((x) => solids.post(view, [x, y], 0.5)))
  return stroked([...bars, ...posts].join(''), 'var(--chalk)', 1.4, 0.55)
}

const crate = (view: Camera, x: number, y: number, z: number, colors = GRAY): string =>
  solids.block(view, [x - 0.4, x + 0.4], [y, y + 0.8], [z, z + 0.8], colors)

/** Three sides of a rectangle, open toward `from`. */
const bracket = (view: Camera, half: number, from: number, to: number): string =>
  painted(
    view,
    [
      [-half, from],
      [-half, to],
      [half, to],
      [half, from],
    ],
    0.1,
  )

const tape = (view: Camera): string =>
  solids.stripe(view, [-SIDE, 6], [SIDE, 6], 0.1) +
  bracket(view, 3.4, -1, 1.8) +
  bracket(view, 2.4, END, 10.4)

/** A competition field in a gym: tiles, tape, a truss, crates to stack. The crate on top is orange. */
export function robotics(framing: Framing): Scene {
  const view = solids.framed(framing, {
    x: -0.8,
    y: -6.5,
    z: 3.6,
    yaw: 2,
    pitch: 9,
    focal: 900,
    step: 0.25,
    centerX: [0.5, 0.6],
    centerY: 0.42,
  })
  return {
    camera: view,
    ground: 'stone',
    light: 'gym',
    bank: view.project([0, END + 5])[1],
    stripes: '',
    chalk: tape(view),
    below: filled(solids.flat(view, [-SIDE, SIDE], [-1, END]), 'var(--stone-near)', 0.55) + tiles(view),
    above: [
      filled(solids.upright(view, [-SIDE, SIDE], END, [0, 0.5]), '#f3f8f0', 0.12),
      crate(view, -2.9, 9, 0),
      crate(view, 3.1, 8.4, 0, GREEN),
      crate(view, 3.1, 8.4, 0.8),
      truss(view, 6, 2.6),
      crate(view, 2.2, 3.4, 0, GREEN),
      crate(view, 1.2, 3.7, 0),
      crate(view, 1.7, 3.5, 0.8, ORANGE),
      rail(view),
    ].join(''),
  }
}
