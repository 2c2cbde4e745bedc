import { arc, box, camera, type Point, painted, polygon, px, wire } from './camera.ts'
import type { Framing, Scene } from './solids.ts'

const END = 14
const LINE = 0.075
const RIM = 3.05

/** The court, its circles, the key and the three-point line. */
const LINES: readonly Point[][] = [
  [
    [-7.6, END],
    [7.6, END],
  ],
  [
    [-7.6, -8],
    [-7.6, END],
  ],
  [
    [7.6, -8],
    [7.6, END],
  ],
  [
    [-7.6, 0],
    [7.6, 0],
  ],
  arc(0, 0, 1.83, 0, 360, 56),
  box(-2.44, END - 5.8, 2.44, END),
  arc(0, END - 5.8, 1.83, 180, 360, 40),
  [
    [-6.6, END],
    [-6.6, END - 4.2],
  ],
  [
    [6.6, END],
    [6.6, END - 4.2],
  ],
  arc(0, END - 1.6, 7.1, 201.5, 338.5, 60),
  ...[12, 54, 96, 138].map((from) => arc(0, END - 5.8, 1.83, from, from + 20, 8)),
]

/** From half court, low: hardwood, board and key, gym lamps for a sky. */
export function basketball({ width, height, aside, turn }: Framing): Scene {
  const view = camera({
    x: aside * 0.35,
    y: -8.5,
    z: 4.4,
    yaw: turn * 0.6,
    pitch: 9,
    focal: 900 * (width / 1440),
    width,
    height,
    centerX: 0.56,
    centerY: 0.42,
  })
  let planks = ''
  let stripes = ''
  for (let index = -16; index < 16; index += 1)
    planks += painted(
      view,
      [
        [index * 1.15, -8],
        [index * 1.15, 17],
      ],
      0.025,
    )
  for (let index = -16; index < 16; index += 3)
    stripes += polygon(view, [
      [index * 1.15, -8],
      [(index + 1) * 1.15, -8],
      [(index + 1) * 1.15, 17],
      [index * 1.15, 17],
    ])
  const key = polygon(view, box(-2.44, END - 5.8, 2.44, END).slice(0, 4))
  const face = END - 1.22
  const panel = (x: number, low: number, high: number) =>
    polygon(view, [
      [-x, face, low],
      [x, face, low],
      [x, face, high],
      [-x, face, high],
    ])
  const rim = view.project([0, face - 0.38, RIM])
  const radius = view.project([0.23, face - 0.38, RIM])[0] - rim[0]
  let net = ''
  for (let index = 0; index <= 6; index += 1) {
    const at = (index / 6) * 2 - 1
    net += `M${px(rim[0] + radius * at)} ${px(rim[1])}L${px(rim[0] + radius * 0.55 * at)} ${px(rim[1] + radius * 1.7)}`
  }
  const stem = wire(view, [0, END + 1, 0], [0, END + 1, 2.6], [0, face, 3.3])
  return {
    camera: view,
    ground: 'wood',
    light: 'gym',
    bank: view.project([0, END + 3])[1],
    stripes,
    chalk: LINES.map((line) => painted(view, line, LINE)).join(''),
    below: `<path d="${planks}" fill="#000" fill-opacity=".18"/><path d="${key}" fill="var(--key)"/>`,
    above: `<path d="${stem}" stroke="var(--mast)" stroke-width="5" fill="none"/><path d="${panel(0.915, 2.9, 3.97)}" fill="#f3f8f0" fill-opacity=".13" stroke="var(--chalk)" stroke-width="2.4"/><path d="${panel(0.3, 3.05, 3.5)}" fill="none" stroke="var(--chalk)" stroke-width="1.8"/><path d="${net}" stroke="var(--chalk)" stroke-opacity=".75" fill="none"/><ellipse cx="${px(rim[0])}" cy="${px(rim[1])}" rx="${px(radius)}" ry="${px(radius * 0.26)}" fill="none" stroke="var(--accent)" stroke-width="3"/>`,
  }
}
