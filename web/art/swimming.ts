import { type Camera, polygon, wire } from './camera.ts'
import type { Framing, Scene } from './solids.ts'
import * as solids from './solids.ts'
import { filled, stroked } from './solids.ts'

const LANE = 2.5
const LEFT = -10
const END = 25
const WALL = 30
/** Where the flags hang. */
const FLAGS = END - 5
const PANES = [-17.5, -13.1, -8.7, -4.3, 0.1, 4.5, 8.9, 13.3] as const
const BLOCK = { front: 'var(--cream)', side: 'var(--stone-mid)', top: 'var(--chalk)' }

/** The marks of each lane on the floor. */
function floor(view: Camera): string {
  let path = ''
  for (let lane = 0; lane < 8; lane += 1) {
    const x = LEFT + (lane + 0.5) * LANE
    path += solids.stripe(view, [x, 1.5], [x, END - 2], 0.25)
    path += solids.stripe(view, [x - 0.5, END - 2], [x + 0.5, END - 2], 0.25)
  }
  return filled(path, 'var(--water-near)', 0.7)
}

function ropes(view: Camera): string {
  let cords = ''
  let floats = ''
  for (let lane = 0; lane <= 8; lane += 1) {
    const x = LEFT + lane * LANE
    cords += solids.stripe(view, [x, 0], [x, END], 0.14)
    for (let y = 0.6; y < END; y += y < 10 ? 1.1 : 2.2)
      floats += solids.flat(view, [x - 0.07, x + 0.07], [y, y + (y < 10 ? 0.55 : 1.1)], 0.03)
  }
  const orange = LEFT + 5 * LANE
  return (
    filled(cords, 'var(--water-near)', 0.45) +
    filled(floats, 'var(--chalk)', 0.9) +
    filled(solids.stripe(view, [orange, 0.2], [orange, 5], 0.17), 'var(--accent)')
  )
}

function flags(view: Camera): string {
  let path = ''
  for (let index = 0; index < 26; index += 1) {
    const x = LEFT - 0.4 + index * 0.8
    path += polygon(view, [
      [x, FLAGS, 1.85],
      [x + 0.5, FLAGS, 1.85],
      [x + 0.25, FLAGS, 1.4],
    ])
  }
  const from = LEFT - 0.6
  const to = -LEFT + 0.6
  const posts = [from, to].map((x) => solids.post(view, [x, FLAGS], 1.9)).join('')
  const cord = wire(view, [from, FLAGS, 1.86], [to, FLAGS, 1.86])
  return (
    stroked(posts, 'var(--mast)', 2) +
    stroked(cord, 'var(--chalk)', 1, 0.7) +
    filled(path, 'var(--chalk)', 0.9)
  )
}

function windows(view: Camera): string {
  const panes = PANES.map((x) => filled(solids.upright(view, [x, x + 3.6], WALL, [1.7, 7.4]), 'url(#dusk)'))
  const bars = PANES.map(
    (x) => solids.post(view, [x + 1.8, WALL], 5.7, 1.7) + wire(view, [x, WALL, 4.5], [x + 3.6, WALL, 4.5]),
  )
  return panes.join('') + stroked(bars.join(''), 'var(--shade)', 1.6)
}

/** A pool from its near end: eight lanes, flags, starting blocks, tall windows. Five metres of one rope are orange. */
export function swimming(framing: Framing): Scene {
  const view = solids.framed(framing, {
    x: -0.6,
    y: -6.5,
    z: 3.5,
    yaw: 2,
    pitch: 7,
    focal: 840,
    step: 0.3,
    centerX: [0.52, 0.56],
    centerY: 0.4,
  })
  const blocks = Array.from({ length: 8 }, (_, lane) => {
    const x = LEFT + (lane + 0.5) * LANE
    return solids.block(view, [x - 0.32, x + 0.32], [END + 0.1, END + 0.7], [0, 0.75], BLOCK)
  })
  return {
    camera: view,
    ground: 'stone',
    light: 'room',
    bank: view.project([0, WALL])[1],
    beyond: windows(view),
    stripes: '',
    chalk: '',
    below:
      filled(solids.flat(view, [LEFT - 0.25, -LEFT + 0.25], [-0.3, END + 0.2]), 'var(--chalk)', 0.8) +
      filled(solids.flat(view, [LEFT, -LEFT], [0, END]), 'url(#pond)') +
      floor(view),
    above: blocks.join('') + ropes(view) + flags(view),
  }
}
