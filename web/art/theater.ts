import { type Camera, type Point, polygon, px, wire } from './camera.ts'
import type { Framing, Scene } from './solids.ts'
import * as solids from './solids.ts'
import { filled, stroked, upright } from './solids.ts'

const FRONT = 6
const BACK = 13
const STAGE = 1.1
const OPEN = 6.4
const TOP = 6.6
const APRON = { front: 'var(--wood-near)', side: 'var(--wood-near)', top: 'var(--wood-mid)' }

/** Two curtains, each in nine folds. */
function curtains(view: Camera): string {
  let dark = ''
  let lit = ''
  for (const sign of [-1, 1])
    for (let index = 0; index < 9; index += 1) {
      const x = sign * (OPEN - (index * 2.5) / 9)
      const fold = (-sign * 2.5) / 9
      dark += upright(view, [x, x + fold], FRONT + 0.5, [STAGE, TOP + 1.6])
      lit += upright(view, [x, x + fold * 0.45], FRONT + 0.5, [STAGE, TOP + 1.6])
    }
  return filled(dark, 'var(--velvet)') + filled(lit, 'var(--velvet-2)')
}

/** The cloth above, in eight swags. */
function valance(view: Camera): string {
  let path = ''
  for (let index = 0; index < 8; index += 1) {
    const x = -OPEN + index * 1.6
    const swag = Array.from({ length: 9 }, (_, at): Point => {
      const angle = (Math.PI * at) / 8
      return [x + 0.8 - 0.8 * Math.cos(angle), FRONT + 0.4, TOP - 0.15 - 0.75 * Math.sin(angle)]
    })
    path += polygon(view, [[x, FRONT + 0.4, TOP + 1.6], ...swag, [x + 1.6, FRONT + 0.4, TOP + 1.6]])
  }
  return filled(path, 'var(--velvet-2)') + stroked(path, 'var(--velvet)', 2)
}

function chair(view: Camera, x: number, y: number): string {
  const legs = [-0.25, 0.25].map(
    (dx) => solids.post(view, [x + dx, y], 0.5, STAGE) + solids.post(view, [x + dx, y + 0.5], 1.15, STAGE),
  )
  const seat = solids.flat(view, [x - 0.28, x + 0.28], [y - 0.05, y + 0.5], STAGE + 0.52)
  const back = upright(view, [x - 0.27, x + 0.27], y + 0.5, [STAGE + 0.8, STAGE + 1.15])
  return stroked(legs.join(''), 'var(--accent)', 2.4) + filled(seat + back, 'var(--accent)')
}

/** The light that stays on an empty stage all night. */
function ghostLight(view: Camera, x: number, y: number): string {
  const [cx, cy] = view.project([x, y, STAGE + 1.5])
  const foot = wire(view, [x - 0.25, y, STAGE], [x + 0.25, y, STAGE])
  return `${solids.glow(view, [x + 1, y, STAGE], 3.6, 0.2, 'pool')}${solids.glow(view, [x, y, STAGE + 1.5], 4.2, 0.8)}${stroked(solids.post(view, [x, y], 1.45, STAGE) + foot, 'var(--mast)', 2.4)}<circle cx="${px(cx)}" cy="${px(cy)}" r="5" fill="var(--lamp)"/>`
}

/** Rows of seats seen from behind, darker the nearer they are. */
function seats(view: Camera): string {
  const rows = [2.6, 0.6, -1.6, -3.6].map((y, row) => {
    let backs = ''
    for (let index = -16; index <= 13; index += 1) {
      const x = index * 0.92 + (row % 2) * 0.46
      backs +=
        upright(view, [x - 0.38, x + 0.38], y, [0.2, 0.92]) +
        solids.tapered(view, [x, y], [0.92, 0.38], [1.02, 0.28])
    }
    return (
      filled(backs, row % 2 ? 'var(--velvet)' : 'var(--velvet-2)') + filled(backs, '#000', 0.24 + row * 0.1)
    )
  })
  return rows.join('')
}

/** The walls beside the opening, the apron, its lamps, and the dark of the house. */
function house(view: Camera): string {
  const lamps = Array.from({ length: 11 }, (_, index) => {
    const [cx, cy] = view.project([-OPEN + 0.9 + index * 1.1, FRONT + 0.05, STAGE + 0.08])
    return `<ellipse cx="${px(cx)}" cy="${px(cy)}" rx="3.4" ry="2.2"/>`
  })
  const walls = upright(view, [-30, -OPEN], FRONT, [0, 12]) + upright(view, [OPEN, 30], FRONT, [0, 12])
  const edges = [-OPEN, OPEN].map((x) => solids.post(view, [x, FRONT], 11, STAGE)).join('')
  return `${filled(walls, 'var(--shade)')}${stroked(edges, 'var(--bulb)', 2, 0.7)}${solids.block(view, [-30, 30], [FRONT - 0.3, FRONT], [0, STAGE], APRON)}${filled(solids.flat(view, [-30, 30], [-6, FRONT - 0.3]), 'var(--shade)')}<g fill="var(--lamp)">${lamps.join('')}</g>`
}

/** A stage before the show, from the seats: curtains, footlights, a ghost light. The one chair is orange. */
export function theater(framing: Framing): Scene {
  const view = solids.framed(framing, {
    x: -0.6,
    y: -7,
    z: 3.1,
    yaw: 1,
    pitch: 1,
    focal: 840,
    step: 0.25,
    centerX: [0.5, 0.64],
    centerY: 0.5,
  })
  let planks = ''
  for (let x = -OPEN; x <= OPEN; x += 0.5) planks += solids.flat(view, [x, x + 0.03], [FRONT, BACK], STAGE)
  return {
    camera: view,
    ground: 'wood',
    light: 'room',
    bank: view.project([0, BACK, STAGE])[1],
    beyond: filled(upright(view, [-OPEN, OPEN], BACK, [STAGE, TOP + 2]), 'var(--hill)', 0.5),
    stripes: '',
    chalk: '',
    below: filled(planks, '#000', 0.25),
    above: [
      ghostLight(view, -0.4, 9.4),
      chair(view, 1.5, 9),
      curtains(view),
      valance(view),
      house(view),
      seats(view),
    ].join(''),
  }
}
