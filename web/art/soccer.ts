import { arc, box, camera, type Point, painted, polygon, px, wire } from './camera.ts'
import type { Framing, Scene } from './scene.ts'

const GOAL_LINE = 52.5
const LINE = 0.16

/** From inside the half, toward goal: stripes of 5.5 m, box, net, corner flags. */
export function soccer({ width, height, aside, turn }: Framing): Scene {
  const view = camera({
    x: -4 + aside,
    y: width < 1000 ? 17 : 12,
    z: width < 1000 ? 6.4 : 7.4,
    yaw: turn,
    pitch: 10,
    focal: 1020 * (width / 1440),
    width,
    height,
    centerX: 0.6,
    centerY: 0.36,
  })
  let stripes = ''
  for (let index = -1; index < 9; index += 1) {
    const near = GOAL_LINE - 11 * (index + 1)
    stripes += polygon(view, [
      [-90, near],
      [90, near],
      [90, near + 5.5],
      [-90, near + 5.5],
    ])
  }
  const lines: Point[][] = [
    box(-34, -GOAL_LINE, 34, GOAL_LINE),
    [
      [-34, 0],
      [34, 0],
    ],
    arc(0, 0, 9.15, 0, 360, 72),
    box(-20.16, 36, 20.16, GOAL_LINE),
    box(-9.16, 47, 9.16, GOAL_LINE),
    arc(0, 41.5, 9.15, 217, 323, 30),
    arc(-34, GOAL_LINE, 1, 270, 360, 8),
    arc(34, GOAL_LINE, 1, 180, 270, 8),
  ]
  const chalk =
    lines.map((line) => painted(view, line, LINE)).join('') + polygon(view, arc(0, 41.5, 0.26, 0, 360, 12))
  let net = ''
  for (let index = 0; index <= 16; index += 1) {
    const x = -3.66 + (7.32 * index) / 16
    net += wire(view, [x, GOAL_LINE, 2.44], [x, GOAL_LINE + 1, 2.44], [x, GOAL_LINE + 2.4, 0])
  }
  for (let index = 0; index <= 6; index += 1) {
    const [y, z] = [GOAL_LINE + 1 + (1.4 * index) / 6, 2.44 * (1 - index / 6)]
    net += wire(view, [-3.66, y, z], [3.66, y, z])
  }
  const posts = wire(
    view,
    [-3.66, GOAL_LINE, 0],
    [-3.66, GOAL_LINE, 2.44],
    [3.66, GOAL_LINE, 2.44],
    [3.66, GOAL_LINE, 0],
  )
  const flags = [-34, 34].map((x) => {
    const top = view.project([x, GOAL_LINE, 1.9])
    const out = x < 0 ? 1 : -1
    return `<path d="${wire(view, [x, GOAL_LINE, 0], [x, GOAL_LINE, 1.9])}" stroke="var(--chalk)" stroke-width="1.6"/><path d="M${px(top[0])} ${px(top[1])}l${14 * out} 4l${-14 * out} 5z" fill="var(--accent)"/>`
  })
  return {
    camera: view,
    ground: 'turf',
    light: 'field',
    bank: view.project([0, 62])[1],
    stripes,
    chalk,
    above: `<path d="${net}" stroke="var(--chalk)" stroke-opacity=".38" stroke-width=".8" fill="none"/><path d="${posts}" stroke="var(--chalk)" stroke-width="3.2" stroke-linecap="round" fill="none"/>${flags.join('')}`,
  }
}
