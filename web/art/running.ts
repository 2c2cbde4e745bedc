import { type Camera, type Point, polygon, px, wire } from './camera.ts'
import type { Framing, Scene } from './solids.ts'
import * as solids from './solids.ts'
import { filled, stroked } from './solids.ts'

/** The road's middle at a given distance in metres: it bends to the right. */
const middle = (y: number): number => 1.4 + 0.0042 * (y + 6) ** 2
const HALF = 3.4

const strip = (view: Camera, left: number, right: number, from: number, to: number): string => {
  const ys = Array.from({ length: 15 }, (_, index) => from + ((to - from) * index) / 14)
  return polygon(view, [
    ...ys.map((y): Point => [middle(y) + left, y]),
    ...ys.toReversed().map((y): Point => [middle(y) + right, y]),
  ])
}

function rails(view: Camera): string {
  let path = ''
  for (let y = 6; y < 88; y += 4) {
    path += solids.post(view, [middle(y) + 6.4, y], 1.15)
    for (const z of [0.5, 1]) path += wire(view, [middle(y) + 6.4, y, z], [middle(y + 4) + 6.4, y + 4, z])
  }
  return stroked(path, 'var(--cream)', 1.6, 0.75)
}

/** A range of hills, `rise` pixels at most above the horizon. */
function hills(width: number, horizon: number, rise: number, steps: number, seed: number): string {
  const next = solids.chance(seed)
  let path = `M0 ${px(horizon + 3)}L0 ${px(horizon - rise * 0.4)}`
  for (let index = 1; index <= steps; index += 1) {
    const crest = horizon - rise * (0.35 + next() * 0.7)
    const foot = horizon - rise * (0.3 + next() * 0.4)
    path += `S${px((width * (index - 0.5)) / steps)} ${px(crest)} ${px((width * index) / steps)} ${px(foot)}`
  }
  return `${path}V${px(horizon + 3)}Z`
}

/** A plate without words: two bars stand for the miles. */
function mileBoard(view: Camera, x: number, y: number): string {
  const plate = solids.upright(view, [x - 0.75, x + 0.75], y, [1.1, 2.1])
  const bars =
    solids.upright(view, [x - 0.55, x + 0.5], y, [1.75, 1.89]) +
    solids.upright(view, [x - 0.55, x + 0.05], y, [1.48, 1.62])
  const legs = [-0.6, 0.6].map((dx) => solids.post(view, [x + dx, y], 1.1)).join('')
  return (
    stroked(legs, 'var(--mast)', 2.6) +
    filled(plate, 'var(--board)') +
    stroked(plate, 'var(--chalk)', 1.6) +
    filled(bars, 'var(--chalk)')
  )
}

const cone = (view: Camera, x: number, y: number): string =>
  filled(solids.flat(view, [x - 0.3, x + 0.3], [y - 0.3, y + 0.3]), 'var(--shade)') +
  filled(solids.tapered(view, [x, y], [0.04, 0.2], [0.85, 0.04]), 'var(--accent)') +
  filled(solids.tapered(view, [x, y], [0.32, 0.14], [0.52, 0.1]), 'var(--chalk)')

/** A country road in the evening, with a mile board. The cones are orange. */
export function running(framing: Framing): Scene {
  const view = solids.framed(framing, {
    x: 0.4,
    y: -8,
    z: 2.5,
    yaw: 4,
    pitch: 5,
    focal: 860,
    step: 0.35,
    centerX: [0.5, 0.54],
    centerY: 0.38,
  })
  const { width, height } = framing
  const horizon = view.project([0, 260])[1]
  let paint =
    strip(view, -HALF + 0.19, -HALF + 0.31, -6.5, 90) + strip(view, HALF - 0.31, HALF - 0.19, -6.5, 90)
  for (let y = -6; y < 78; y += 9) paint += strip(view, -0.08, 0.08, y, y + 3.2)
  return {
    camera: view,
    ground: 'turf',
    light: 'evening',
    bank: horizon,
    beyond:
      filled(hills(width, horizon, height * 0.16, 5, 11), 'var(--hill)') +
      filled(hills(width, horizon, height * 0.09, 7, 29), 'var(--bank)'),
    stripes: '',
    chalk: paint,
    below:
      filled(strip(view, -HALF - 0.6, HALF + 0.6, -6.6, 92), 'var(--turf-near)', 0.55) +
      filled(strip(view, -HALF, HALF, -6.6, 92), 'var(--stone-mid)'),
    above:
      rails(view) +
      mileBoard(view, middle(7) + 5, 7) +
      cone(view, middle(13) + 4, 13) +
      cone(view, middle(3) + 4.1, 3),
  }
}
