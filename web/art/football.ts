import { type Camera, camera, numeral, painted, polygon, wire } from './camera.ts'
import type { Framing, Scene } from './solids.ts'

const YARD = 0.9144
const SIDE = 24.4
const END = 60 * YARD

/** Five-yard lines, hashes, both side lines, the end line and the numerals. */
function chalkOf(view: Camera): string {
  let chalk = ''
  for (let yard = -20; yard <= 50; yard += 5)
    chalk += painted(
      view,
      [
        [-SIDE, yard * YARD],
        [SIDE, yard * YARD],
      ],
      yard === 50 ? 0.28 : 0.15,
    )
  for (let yard = -24; yard < 50; yard += 1) {
    if (yard % 5 === 0) continue
    for (const x of [-2.8, 2.8, -SIDE + 0.4, SIDE - 0.4])
      chalk += painted(
        view,
        [
          [x - 0.35, yard * YARD],
          [x + 0.35, yard * YARD],
        ],
        0.14,
      )
  }
  for (const x of [-SIDE, SIDE])
    chalk += painted(
      view,
      [
        [x, -30],
        [x, END],
      ],
      0.3,
    )
  chalk += painted(
    view,
    [
      [-SIDE, END],
      [SIDE, END],
    ],
    0.28,
  )
  for (const yard of [-10, 0, 10, 20, 30, 40]) {
    for (const x of [-15.5, 15.5])
      chalk += numeral(view, String(50 - Math.abs(yard)), x, yard * YARD + 0.5, 2.2)
  }
  return chalk
}

/** From the fifty, off centre, toward the posts: five-yard lines, hashes, numerals, pylons. */
export function football({ width, height, aside, turn }: Framing): Scene {
  const view = camera({
    x: -8 + aside,
    y: -24,
    z: 8.5,
    yaw: turn,
    pitch: 9,
    focal: 950 * (width / 1440),
    width,
    height,
    centerX: 0.56,
    centerY: 0.34,
  })
  let stripes = ''
  for (let index = -4; index < 12; index += 2) {
    const near = index * 5 * YARD
    const far = (index + 1) * 5 * YARD
    stripes += polygon(view, [
      [-60, near],
      [60, near],
      [60, far],
      [-60, far],
    ])
  }
  let endZone = ''
  for (let index = -6; index < 7; index += 1) {
    endZone += polygon(view, [
      [index * 4, 50 * YARD],
      [index * 4 + 1.5, 50 * YARD],
      [index * 4 + 6.5, END],
      [index * 4 + 5, END],
    ])
  }
  const posts =
    wire(view, [0, END + 1.5, 0], [0, END + 1.5, 1.6], [0, END, 3.05]) +
    wire(view, [-2.82, END, 11], [-2.82, END, 3.05], [2.82, END, 3.05], [2.82, END, 11])
  const pylons = [-SIDE, SIDE]
    .flatMap((x) => [50 * YARD, END].map((y) => wire(view, [x, y, 0], [x, y, 1.1])))
    .join('')
  return {
    camera: view,
    ground: 'turf',
    light: 'field',
    bank: view.project([0, 66])[1],
    stripes,
    chalk: chalkOf(view),
    above: `<path d="${endZone}" fill="var(--chalk)" fill-opacity=".2"/><path d="${posts}" stroke="var(--bulb)" stroke-width="3" stroke-linecap="round" fill="none"/><path d="${pylons}" stroke="var(--accent)" stroke-width="4"/>`,
  }
}
