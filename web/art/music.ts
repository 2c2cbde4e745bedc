import { type Camera, type Point, polygon, wire } from './camera.ts'
import type { Framing, Scene } from './solids.ts'
import * as solids from './solids.ts'
import { filled, stroked } from './solids.ts'

const FRONT = 17
const BACK = 25
const STAGE = 1.1
const MIDDLE = 2.5
const HALF = 7.6
const RADIUS = HALF - 0.6
const WOOD = { front: 'var(--wood-near)', side: 'var(--wood-near)', top: 'var(--wood-mid)' }

/** Rings of the shell, each smaller and further back. */
function shell(view: Camera): string {
  const rings = Array.from({ length: 6 }, (_, index) => {
    const y = FRONT + 0.4 + ((BACK - FRONT - 0.4) * index) / 5
    const ring = polygon(view, solids.arch(MIDDLE, y, STAGE, RADIUS - (2.9 * index) / 5, 28))
    return (
      filled(ring, index % 2 ? 'var(--cream)' : 'var(--wood-far)') + filled(ring, '#000', 0.1 + 0.05 * index)
    )
  })
  const rim = wire(view, ...solids.arch(MIDDLE, FRONT + 0.4, STAGE, RADIUS, 32))
  return rings[0] + stroked(rim, 'var(--chalk)', 3) + rings.slice(1).join('')
}

/** Places in a half circle around the conductor. */
const placesIn = (radius: number, count: number): [x: number, y: number][] =>
  Array.from({ length: count }, (_, index) => {
    const angle = Math.PI * (0.12 + (0.76 * index) / (count - 1))
    return [MIDDLE + radius * Math.cos(angle) * 1.35, FRONT + 1.1 + radius * Math.sin(angle)]
  })

function desk(view: Camera, [x, y]: readonly [number, number]): string {
  return polygon(view, [
    [x - 0.28, y - 0.05, STAGE + 0.95],
    [x + 0.28, y - 0.05, STAGE + 0.95],
    [x + 0.28, y + 0.05, STAGE + 1.28],
    [x - 0.28, y + 0.05, STAGE + 1.28],
  ])
}

function orchestra(view: Camera): string {
  const inner = placesIn(2.6, 7)
  const outer = placesIn(4.4, 9)
  const all = [...inner, ...outer]
  const chairs = all.map(([x, y]) => {
    const left = x - 0.22
    const right = x + 0.22
    const behind = y + 0.9
    const back = [STAGE, STAGE + 0.85] as const
    return (
      wire(
        view,
        ...back.map((z): Point => [left, behind, z]),
        ...back.toReversed().map((z): Point => [right, behind, z]),
      ) + wire(view, [left, y + 0.7, STAGE + 0.45], [right, y + 0.7, STAGE + 0.45])
    )
  })
  const stands = all.map((place) => solids.post(view, place, 1, STAGE))
  const desks = all.map((place) => desk(view, place))
  return (
    stroked(chairs.join(''), 'var(--shade)', 1.6) +
    stroked(stands.join(''), 'var(--mast)', 1.4) +
    filled(desks.join(''), 'var(--deep)') +
    filled(desk(view, inner[2] as [number, number]), 'var(--accent)')
  )
}

/** A bandshell on the lawn before the concert: chairs and stands. The score that lies open is orange. */
export function music(framing: Framing): Scene {
  const view = solids.framed(framing, {
    x: -1,
    y: -4,
    z: 2.7,
    yaw: 3,
    pitch: 4,
    focal: 900,
    step: 0.4,
    centerX: [0.48, 0.62],
    centerY: 0.52,
  })
  let stripes = ''
  for (let index = 0; index < 6; index += 1)
    stripes += solids.flat(view, [-60, 60], [-3 + index * 5.6, -0.2 + index * 5.6])
  const edge = wire(view, [MIDDLE - HALF, FRONT, STAGE], [MIDDLE + HALF, FRONT, STAGE])
  return {
    camera: view,
    ground: 'turf',
    light: 'evening',
    bank: view.project([0, 80])[1],
    stripes,
    chalk: '',
    above: [
      shell(view),
      solids.glow(view, [MIDDLE, BACK, 3.2], 6, 0.6),
      solids.block(view, [MIDDLE - HALF, MIDDLE + HALF], [FRONT, BACK], [0, STAGE], WOOD),
      orchestra(view),
      stroked(edge, 'var(--chalk)', 1.6, 0.6),
    ].join(''),
  }
}
