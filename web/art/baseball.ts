import { arc, box, type Camera, camera, type Point, painted, polygon, px, wire } from './camera.ts'
import type { Framing, Scene } from './solids.ts'

const HALF_DIAGONAL = 27.43 / Math.SQRT2
const FENCE = 88

/** Foul lines, batter's boxes, the rubber, bases and home plate. */
function chalkOf(view: Camera): string {
  let chalk =
    painted(
      view,
      [
        [0, 0],
        [80, 80],
      ],
      0.16,
    ) +
    painted(
      view,
      [
        [0, 0],
        [-80, 80],
      ],
      0.16,
    )
  chalk +=
    painted(view, box(0.6, -0.9, 1.8, 0.9), 0.1) +
    painted(view, box(-1.8, -0.9, -0.6, 0.9), 0.1) +
    painted(
      view,
      [
        [-0.3, 18.4],
        [0.3, 18.4],
      ],
      0.18,
    )
  const bases: Point[] = [
    [HALF_DIAGONAL, HALF_DIAGONAL],
    [0, 2 * HALF_DIAGONAL],
    [-HALF_DIAGONAL, HALF_DIAGONAL],
  ]
  for (const [x, y] of bases)
    chalk += polygon(view, [
      [x, y - 0.45],
      [x + 0.45, y],
      [x, y + 0.45],
      [x - 0.45, y],
    ])
  chalk += polygon(view, [
    [-0.22, 0.3],
    [0.22, 0.3],
    [0.22, 0],
    [0, -0.25],
    [-0.22, 0],
  ])
  return chalk
}

/** From high behind home plate: clay arc, crossed mowing, foul poles and fence. */
export function baseball({ width, height, aside, turn }: Framing): Scene {
  const view = camera({
    x: aside * 0.6,
    y: -15,
    z: 9,
    yaw: turn,
    pitch: 13,
    focal: 820 * (width / 1440),
    width,
    height,
    centerX: 0.5,
    centerY: 0.4,
  })
  let stripes = ''
  for (let index = -14; index < 24; index += 2) {
    const x = index * 6
    stripes += polygon(view, [
      [x, 0],
      [x + 6, 0],
      [x - 114, 120],
      [x - 120, 120],
    ])
    stripes += polygon(view, [
      [-x, 0],
      [-x - 6, 0],
      [-x + 114, 120],
      [-x + 120, 120],
    ])
  }
  const disc = (x: number, y: number, radius: number) => polygon(view, arc(x, y, radius, 0, 360, 40))
  const h = HALF_DIAGONAL
  const clay = polygon(view, [...arc(0, 18.4, 28.9, -20, 200, 60), [-6, -6], [6, -6]]) + disc(0, 0, 3.96)
  const infield = polygon(view, [
    [0, 3.2],
    [h - 3, h],
    [0, 2 * h - 3.4],
    [-h + 3, h],
  ])
  const edge = arc(0, 0, FENCE, 45, 135, 40)
  const corners = [
    ...edge.map(([x, y]) => view.project([x, y, 3])),
    ...edge.map(([x, y]) => view.project([x, y, 0])).reverse(),
  ]
  const fence = `M${corners.map(([x, y]) => `${px(x)} ${px(y)}`).join('L')}Z`
  const poles = [-62.2, 62.2].map((x) => wire(view, [x, 62.2, 0], [x, 62.2, 13])).join('')
  return {
    camera: view,
    ground: 'turf',
    light: 'field',
    bank: view.project([0, 90])[1],
    stripes,
    chalk: chalkOf(view),
    below: `<path d="${clay}" fill="var(--clay)"/><path d="${infield}" fill="var(--turf-2)"/><path d="${disc(0, 18.4, 2.74)}${disc(0, 0, 3.96)}" fill="var(--clay-2)"/>`,
    above: `<path d="${fence}" fill="var(--board)" stroke="var(--bulb)" stroke-width="1.4"/><path d="${poles}" stroke="var(--bulb)" stroke-width="2.4"/>`,
  }
}
