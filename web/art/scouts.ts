import { type Camera, type Point, polygon, px, wire } from './camera.ts'
import type { Framing, Scene } from './solids.ts'
import * as solids from './solids.ts'
import { filled, stroked } from './solids.ts'

const SHORE = 17
const FAR = 70
/** The far ones first. */
const PINES = [
  [9.6, 16, 4.2],
  [-9, 15.5, 4.4],
  [11.5, 15, 5.2],
  [-11.5, 14, 5.2],
  [13.4, 13, 6],
] as const

type Mountains = { width: number; horizon: number; rise: number; count: number; seed: number }

/** A range with sharp peaks, and its reflection in the water. */
function mountains({ width, horizon, rise, count, seed }: Mountains): { above: string; mirrored: string } {
  const next = solids.chance(seed)
  const tops = Array.from(
    { length: count + 1 },
    (_, index) => [(width * index) / count, rise * (0.35 + next() * 0.65)] as const,
  )
  const line = (sign: number): string =>
    `M0 ${px(horizon)}${tops.map(([x, up]) => `L${px(x)} ${px(horizon + sign * up)}`).join('')}V${px(horizon)}Z`
  return { above: line(-1), mirrored: line(0.55) }
}

function pine(view: Camera, x: number, y: number, tall: number): string {
  let crown = ''
  for (let tier = 0; tier < 4; tier += 1) {
    const base = 0.4 + tier * tall * 0.21
    const half = tall * 0.17 * (1 - tier * 0.2)
    crown += solids.tapered(view, [x, y], [base, half], [base + tall * 0.36, 0])
  }
  return stroked(solids.post(view, [x, y], 0.5), 'var(--wood-near)', 2) + filled(crown, 'var(--bank)')
}

function tent(view: Camera, x: number, y: number, isLit: boolean): string {
  const half = 1.3
  const tall = 1.8
  const long = 2.7
  const lean = 0.4
  const ridge: [Point, Point] = [
    [x, y, tall],
    [x + lean, y + long, tall],
  ]
  const side = (sign: number): string =>
    polygon(view, [[x + sign * half, y, 0], ...ridge, [x + sign * half + lean, y + long, 0]])
  const ropes =
    wire(view, [x, y, tall], [x - 0.1, y - 1.2, 0]) +
    wire(view, [x - half * 0.6, y + 1, tall * 0.5], [x - half - 0.8, y + 1, 0])
  return [
    filled(side(1), 'var(--leaf-2)'),
    filled(side(-1), 'var(--leaf-2)'),
    filled(solids.tapered(view, [x, y], [0, half], [tall, 0]), 'var(--leaf)'),
    filled(
      solids.tapered(view, [x, y - 0.02], [0, half * 0.42], [tall * 0.86, 0]),
      isLit ? 'var(--lamp)' : 'var(--shade)',
      isLit ? 0.85 : 1,
    ),
    stroked(wire(view, ...ridge), 'var(--cream)', 1.2, 0.6),
    stroked(ropes, 'var(--cream)', 1, 0.7),
  ].join('')
}

function fire(view: Camera, x: number, y: number): string {
  const [cx, cy] = view.project([x, y, 0.3])
  const unit = view.project([x + 1, y, 0.3])[0] - cx
  const at = (dx: number, up: number): string => `${px(cx + unit * dx)} ${px(cy - unit * up)}`
  const flame = (half: number, up: number): string =>
    `M${at(-half, -0.1)}Q${at(-half * 1.1, up * 0.4)} ${at(0, up)}Q${at(half * 1.1, up * 0.4)} ${at(half, -0.1)}Z`
  const logs = [-1, 1].map((sign) =>
    wire(view, [x - sign * 0.5, y - 0.1, 0.05], [x + sign * 0.45, y + 0.2, 0.28]),
  )
  const stones = Array.from({ length: 10 }, (_, index) => {
    const angle = (index * Math.PI) / 5
    const [sx, sy] = view.project([x + 0.75 * Math.cos(angle), y + 0.75 * Math.sin(angle), 0.08])
    return `<ellipse cx="${px(sx)}" cy="${px(sy)}" rx="${px(unit * 0.14)}" ry="${px(unit * 0.1)}"/>`
  })
  return `${solids.glow(view, [x, y, 0.3], 3.4, 0.6)}${stroked(logs.join(''), 'var(--wood-near)', Math.max(2, unit * 0.09))}${filled(flame(0.34, 1.15), 'var(--accent)')}${filled(flame(0.16, 0.62), 'var(--bulb)')}<g fill="var(--stone-far)">${stones.join('')}</g>`
}

function glints(view: Camera): string {
  const next = solids.chance(41)
  const lines = Array.from({ length: 16 }, () => {
    const x = -26 + next() * 60
    const y = SHORE + 2 + next() * 30
    return wire(view, [x, y, 0], [x + 2 + next() * 4, y, 0])
  })
  return stroked(lines.join(''), 'var(--chalk)', 1, 0.35)
}

/** A camp by a lake at dusk: tents, pines, mountains in the water. The fire is orange. */
export function scouts(framing: Framing): Scene {
  const view = solids.framed(framing, {
    x: -1.6,
    y: -5,
    z: 2.1,
    yaw: 3,
    pitch: 3,
    focal: 900,
    step: 0.35,
    centerX: [0.5, 0.64],
    centerY: 0.42,
  })
  const { width, height } = framing
  const horizon = view.project([0, FAR])[1]
  const far = mountains({ width, horizon, rise: height * 0.2, count: 7, seed: 23 })
  const near = mountains({ width, horizon, rise: height * 0.1, count: 12, seed: 57 })
  return {
    camera: view,
    ground: 'turf',
    light: 'evening',
    bank: horizon,
    beyond: filled(far.above, 'var(--hill)') + filled(near.above, 'var(--bank)'),
    stripes: '',
    chalk: '',
    below:
      filled(solids.flat(view, [-140, 160], [SHORE, FAR]), 'url(#pond)') +
      filled(near.mirrored, 'var(--bank)', 0.5) +
      glints(view),
    above: [
      ...PINES.map(([x, y, tall]) => pine(view, x, y, tall)),
      tent(view, 7, 11, false),
      tent(view, 3.4, 8.4, true),
      fire(view, -0.4, 6.2),
    ].join(''),
  }
}
