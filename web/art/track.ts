import { camera, numeral, painted, polygon, wire } from './camera.ts'
import type { Framing, Scene } from './solids.ts'

const LANE = 1.22
const LEFT = -4.88
const FINISH = 60

/** Any other event: eight lanes from the start line to the finish gantry. The track itself is the orange. */
export function track({ width, height, aside, turn }: Framing): Scene {
  const view = camera({
    x: 1.5 + aside * 0.3,
    y: -7,
    z: 3.3,
    yaw: -3 + turn * 0.5,
    pitch: 7,
    focal: 900 * (width / 1440),
    width,
    height,
    centerX: 0.54,
    centerY: 0.36,
  })
  const strip = (x0: number, x1: number, y0: number, y1: number) =>
    polygon(view, [
      [x0, y0],
      [x1, y0],
      [x1, y1],
      [x0, y1],
    ])
  let chalk =
    painted(
      view,
      [
        [LEFT, 0],
        [-LEFT, 0],
      ],
      0.16,
    ) +
    painted(
      view,
      [
        [LEFT, FINISH],
        [-LEFT, FINISH],
      ],
      0.5,
    )
  let lanes = ''
  for (let lane = 0; lane <= 8; lane += 1) {
    const x = LEFT + lane * LANE
    chalk += painted(
      view,
      [
        [x, -6],
        [x, 70],
      ],
      0.06,
    )
    if (lane < 8) chalk += numeral(view, String(lane + 1), x + LANE / 2, 0.9, 1.3)
    if (lane < 8 && lane % 2 === 0) lanes += strip(x, x + LANE, -6, 110)
  }
  const posts =
    wire(view, [-5.6, FINISH, 0], [-5.6, FINISH, 5.4]) + wire(view, [5.6, FINISH, 0], [5.6, FINISH, 5.4])
  const upright = (x0: number, z0: number, x1: number, z1: number) =>
    polygon(view, [
      [x0, FINISH, z0],
      [x1, FINISH, z0],
      [x1, FINISH, z1],
      [x0, FINISH, z1],
    ])
  let checks = ''
  for (let column = 0; column < 20; column += 1) {
    const x = -5.6 + column * 0.56
    const z = column % 2 ? 4.6 : 5
    checks += upright(x, z, x + 0.56, z + 0.4)
  }
  return {
    camera: view,
    ground: 'turf',
    light: 'field',
    bank: view.project([0, 112])[1],
    stripes: '',
    chalk,
    below: `<path d="${strip(-5.2, 5.2, -6, 110)}" fill="var(--track)"/><path d="${lanes}" fill="#000" fill-opacity=".1"/>`,
    above: `<path d="${posts}" stroke="var(--chalk)" stroke-width="3" fill="none"/><path d="${upright(-5.6, 4.6, 5.6, 5.4)}" fill="var(--deep)"/><path d="${checks}" fill="var(--chalk)"/>`,
  }
}
