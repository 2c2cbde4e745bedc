/** Things that stand on the ground, drawn from the side that faces the viewer. Lengths in metres. */
import { type Camera, camera, type Point, painted, polygon, px, wire } from './camera.ts'

const WIDE = 1440
const WIDE_FROM = 1000
type Framed = Record<'x' | 'y' | 'z' | 'yaw' | 'pitch' | 'focal' | 'step' | 'centerY', number> & {
  /** On a card, and in a hero, whose left side is under its text. */
  centerX: Span
}
type Span = readonly [from: number, to: number]
type Faces = { front: string; side: string; top: string }

export const filled = (path: string, fill: string, opacity = 1): string =>
  path ? `<path d="${path}" fill="${fill}"${opacity < 1 ? ` fill-opacity="${opacity}"` : ''}/>` : ''

export const stroked = (path: string, color: string, width: number, opacity = 1): string =>
  path
    ? `<path d="${path}" stroke="${color}" stroke-width="${px(width)}"${opacity < 1 ? ` stroke-opacity="${opacity}"` : ''} fill="none"/>`
    : ''

/** A rectangle on the ground, or at a height above it. */
export const flat = (view: Camera, [x0, x1]: Span, [y0, y1]: Span, z = 0): string =>
  polygon(view, [
    [x0, y0, z],
    [x1, y0, z],
    [x1, y1, z],
    [x0, y1, z],
  ])

/** A rectangle that faces the viewer. */
export const upright = (view: Camera, [x0, x1]: Span, y: number, [z0, z1]: Span): string =>
  polygon(view, [
    [x0, y, z0],
    [x1, y, z0],
    [x1, y, z1],
    [x0, y, z1],
  ])

/** A rectangle along the line of sight, such as a wall at one side. */
export const along = (view: Camera, x: number, [y0, y1]: Span, [z0, z1]: Span): string =>
  polygon(view, [
    [x, y0, z0],
    [x, y1, z0],
    [x, y1, z1],
    [x, y0, z1],
  ])

/** Which of two sides the viewer sees; null between them. */
const sideSeen = ({ eye }: Camera, [x0, x1]: Span): number | null =>
  eye[0] < x0 ? x0 : eye[0] > x1 ? x1 : null

export function block(view: Camera, x: Span, y: Span, z: Span, { front, side, top }: Faces): string {
  const seen = sideSeen(view, x)
  return [
    view.eye[1] > z[1] ? filled(flat(view, x, y, z[1]), top) : '',
    seen === null ? '' : filled(along(view, seen, y, z), side),
    filled(upright(view, x, y[0], z), front),
  ].join('')
}

/** A straight painted line on the ground. */
export const stripe = (view: Camera, from: Point, to: Point, width: number): string =>
  painted(view, [from, to], width)

/** What faces the viewer and is wider at one end: a cone, a bowl, a lampshade. Half widths at two heights. */
export const tapered = (view: Camera, [x, y]: Span, [z0, half0]: Span, [z1, half1]: Span): string =>
  polygon(view, [
    [x - half0, y, z0],
    [x + half0, y, z0],
    [x + half1, y, z1],
    [x - half1, y, z1],
  ])

/** A thin post, `height` metres tall. */
export const post = (view: Camera, [x, y]: Span, height: number, base = 0): string =>
  wire(view, [x, y, base], [x, y, base + height])

/** A round glow, `reach` metres wide to each side, with the flatness of what it falls on. */
export function glow(
  view: Camera,
  [x, y, z = 0]: Point,
  reach: number,
  flatness: number,
  fill = 'glow',
): string {
  const [cx, cy] = view.project([x, y, z])
  const rx = view.project([x + reach, y, z])[0] - cx
  return `<ellipse cx="${px(cx)}" cy="${px(cy)}" rx="${px(rx)}" ry="${px(rx * flatness)}" fill="url(#${fill})"/>`
}

/** The camera of a scene of a few metres: campaigns vary less here than on a field. */
export const framed = (
  { width, height, aside, turn }: Framing,
  { x, y, z, yaw, pitch, focal, step, centerX, centerY }: Framed,
): Camera =>
  camera({
    y,
    z,
    pitch,
    width,
    height,
    centerY,
    x: x + aside * step,
    yaw: yaw + turn * 0.5,
    focal: focal * (width / WIDE),
    centerX: width < WIDE_FROM ? centerX[0] : centerX[1],
  })

type Gabled = { x: Span; y: Span; wall: number; ridge: number; base?: number }

/** A house with its gable toward the viewer; the roof overhangs a little. */
export function gabled(
  view: Camera,
  { x, y, wall, ridge, base = 0 }: Gabled,
  { front, side, top }: Faces,
): string {
  const middle = (x[0] + x[1]) / 2
  const seen = sideSeen(view, x)
  const out = 0.12 * (x[1] - x[0])
  const roofSide = (edge: number, over: number): string =>
    polygon(view, [
      [edge + over, y[0] - 0.15, wall - (Math.abs(over) * (ridge - wall)) / (middle - x[0])],
      [middle, y[0] - 0.15, ridge],
      [middle, y[1], ridge],
      [edge + over, y[1], wall - (Math.abs(over) * (ridge - wall)) / (middle - x[0])],
    ])
  const gable = polygon(view, [
    [x[0], y[0], base],
    [x[1], y[0], base],
    [x[1], y[0], wall],
    [middle, y[0], ridge],
    [x[0], y[0], wall],
  ])
  return [
    seen === null ? '' : filled(along(view, seen, y, [base, wall]), side),
    filled(roofSide(x[0], -out), top),
    filled(roofSide(x[1], out), top),
    filled(gable, front),
  ].join('')
}

/** An upright half circle, from right to left. */
export const arch = (cx: number, y: number, base: number, radius: number, parts = 20): Point[] =>
  Array.from({ length: parts + 1 }, (_, index): Point => {
    const angle = (Math.PI * index) / parts
    return [cx + radius * Math.cos(angle), y, base + radius * Math.sin(angle)]
  })

/** A lamp that hangs, with its glow. `size` in metres. */
export function pendant(view: Camera, [x, y, z = 0]: Point, cord: number, size: number): string {
  const [cx, cy] = view.project([x, y, z])
  const radius = view.project([x + size, y, z])[0] - cx
  return `${glow(view, [x, y, z], size * 7, 0.7)}${stroked(wire(view, [x, y, z], [x, y, z + cord]), 'var(--mast)', 1.2)}<ellipse cx="${px(cx)}" cy="${px(cy)}" rx="${px(radius)}" ry="${px(radius * 0.55)}" fill="var(--lamp)"/>`
}

/** Pseudorandom numbers that are the same every time, from 0 up to 1. */
export function chance(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 73 + 41) % 1009
    return state / 1009
  }
}

/** What a template draws into the shared picture of sky, lamps and ground. Every text is path data or markup. */
export type Scene = {
  camera: Camera
  ground: 'turf' | 'wood' | 'water' | 'stone'
  /** A field's floodlights, a gym's lamps, an evening without lamps, or a room that brings its own. */
  light: 'field' | 'gym' | 'evening' | 'room'
  /** The picture's row where the ground ends. */
  bank: number
  stripes: string
  chalk: string
  /** Behind the ground's edge, before the sky or the wall. */
  beyond?: string
  /** Under the chalk lines. */
  below?: string
  /** Over them: the landmark, and the one orange detail. */
  above: string
}

export type Framing = {
  width: number
  height: number /** Metres aside and degrees turned, from the campaign. */
  aside: number
  turn: number
}
