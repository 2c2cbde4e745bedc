/**
 * One camera model for all template art. The ground is a plane in meters: x to the right, y away from the viewer,
 * z up. Real dimensions through one projection, so a line gets thinner with distance.
 */
export type Point = readonly [x: number, y: number, z?: number]
type Projected = readonly [x: number, y: number, depth: number]

type View = {
  x: number
  y: number
  z: number
  /** Degrees. */
  yaw: number
  pitch: number
  /** Focal length in pixels of the picture. */
  focal: number
  width: number
  height: number
  /** Where the optical axis meets the picture, as shares of width and height. */
  centerX: number
  centerY: number
}

/** `eye`: the viewer's distance from the middle, and height. */
export type Camera = {
  project: (point: Point) => Projected
  width: number
  height: number
  eye: readonly [x: number, z: number]
}

/** Nothing nearer than this is drawn. */
const NEAR_METRES = 1.2
/** The cosine of the sharpest turn at which two pieces of a line still share a corner. */
const SHARPEST = -0.6

export function camera(view: View): Camera {
  const radians = Math.PI / 180
  const sinYaw = Math.sin(view.yaw * radians)
  const cosYaw = Math.cos(view.yaw * radians)
  const sinPitch = Math.sin(view.pitch * radians)
  const cosPitch = Math.cos(view.pitch * radians)
  const project = ([px, py, pz = 0]: Point): Projected => {
    const dx = px - view.x
    const dy = py - view.y
    const dz = pz - view.z
    const right = dx * cosYaw - dy * sinYaw
    const ahead = dx * sinYaw + dy * cosYaw
    const depth = ahead * cosPitch - dz * sinPitch
    const up = ahead * sinPitch + dz * cosPitch
    return [
      view.width * view.centerX + (view.focal * right) / depth,
      view.height * view.centerY - (view.focal * up) / depth,
      depth,
    ]
  }
  return { project, width: view.width, height: view.height, eye: [view.x, view.z] }
}

/** One decimal is finer than any screen shows, and halves the bytes. */
export const px = (value: number): string => String(Math.round(value * 10) / 10)

const between = (a: Point, b: Point, t: number): Point => [
  a[0] + (b[0] - a[0]) * t,
  a[1] + (b[1] - a[1]) * t,
  (a[2] ?? 0) + ((b[2] ?? 0) - (a[2] ?? 0)) * t,
]

/** A filled polygon, clipped where it would pass behind the viewer. */
export function polygon({ project }: Camera, points: readonly Point[]): string {
  const seen: Projected[] = []
  points.forEach((point, index) => {
    const next = points[(index + 1) % points.length] as Point
    const here = project(point)
    const there = project(next)
    if (here[2] > NEAR_METRES) seen.push(here)
    if (here[2] > NEAR_METRES === there[2] > NEAR_METRES) return
    seen.push(project(between(point, next, (NEAR_METRES - here[2]) / (there[2] - here[2]))))
  })
  if (seen.length < 3) return ''
  return `M${seen.map(([x, y]) => `${px(x)} ${px(y)}`).join('L')}Z`
}

type Across = readonly [dx: number, dy: number]

/** At a corner, the offset of half the line's width to its left: adjoining pieces share an edge, unless it is sharp. */
function corner(before: Across, after: Across): [Across, Across] {
  const along = before[0] * after[0] + before[1] * after[1]
  if (along < SHARPEST) return [before, after]
  const shared: Across = [(before[0] + after[0]) / (1 + along), (before[1] + after[1]) / (1 + along)]
  return [shared, shared]
}

/** A painted line on the ground, `width` metres wide, with joined corners. */
export function painted(view: Camera, points: readonly Point[], width: number): string {
  const pieces = points.slice(1).map((to, index) => {
    const from = points[index] as Point
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1
    const across: Across = [(from[1] - to[1]) / length, (to[0] - from[0]) / length]
    return { from, to, across }
  })
  const first = points[0] as Point
  const last = points.at(-1) as Point
  const isClosed = Math.hypot(last[0] - first[0], last[1] - first[1]) < 0.01
  const at = (index: number): Across | undefined =>
    pieces[isClosed ? (index + pieces.length) % pieces.length : index]?.across
  const half = width / 2
  return pieces
    .map(({ from: [x1, y1], to: [x2, y2], across }, index) => {
      const [, start] = corner(at(index - 1) ?? across, across)
      const [end] = corner(across, at(index + 1) ?? across)
      return polygon(view, [
        [x1 + start[0] * half, y1 + start[1] * half],
        [x2 + end[0] * half, y2 + end[1] * half],
        [x2 - end[0] * half, y2 - end[1] * half],
        [x1 - start[0] * half, y1 - start[1] * half],
      ])
    })
    .join('')
}

/** A thin thing in the air: a post, a bar, a cord. */
export function wire({ project }: Camera, ...points: Point[]): string {
  const seen = points.map(project)
  if (seen.some(([, , depth]) => depth <= NEAR_METRES)) return ''
  return `M${seen.map(([x, y]) => `${px(x)} ${px(y)}`).join('L')}`
}

export const box = (x0: number, y0: number, x1: number, y1: number): Point[] => [
  [x0, y0],
  [x1, y0],
  [x1, y1],
  [x0, y1],
  [x0, y0],
]

/** Degrees run counter-clockwise from the right. */
export const arc = (cx: number, cy: number, radius: number, from: number, to: number, parts = 48): Point[] =>
  Array.from({ length: parts + 1 }, (_, index) => {
    const angle = ((from + ((to - from) * index) / parts) * Math.PI) / 180
    return [cx + radius * Math.cos(angle), cy + radius * Math.sin(angle)]
  })

/** Stencil numerals with cut corners, 1 wide and 2 high; each text is the strokes of one digit. */
const STROKES: Record<string, string> = {
  '0': '.28,0 .72,0 1,.35 1,1.65 .72,2 .28,2 0,1.65 0,.35 .28,0',
  '1': '.55,0 .55,2 .15,1.6',
  '2': '0,1.6 .28,2 .72,2 1,1.65 1,1.35 0,.3 0,0 1,0',
  '3': '0,1.65 .28,2 .72,2 1,1.7 1,1.3 .72,1.03 .35,1.03|.72,1.03 1,.75 1,.3 .72,0 .28,0 0,.35',
  '4': '.72,0 .72,2 0,.6 1.1,.6',
  '5': '.95,2 .05,2 .05,1.15 .7,1.15 1,.85 1,.32 .72,0 .28,0 0,.32',
  '6': '1,1.7 .72,2 .28,2 0,1.65 0,.35 .28,0 .72,0 1,.32 1,.82 .72,1.12 0,1.12',
  '7': '0,2 1,2 .35,0',
  '8': '.28,1.03 0,1.32 0,1.7 .28,2 .72,2 1,1.7 1,1.32 .72,1.03 .28,1.03 0,.75 0,.3 .28,0 .72,0 1,.3 1,.75 .72,1.03',
}
type Pair = readonly [number, number]
const DIGITS: Record<string, Pair[][]> = Object.fromEntries(
  Object.entries(STROKES).map(([digit, strokes]) => [
    digit,
    strokes.split('|').map((stroke) =>
      stroke.split(' ').map((pair) => {
        const [x = 0, y = 0] = pair.split(',').map(Number)
        return [x, y] as const
      }),
    ),
  ]),
)
/** Taller than wide, as painters lay them. */
const NARROW = 0.74

/** Field numerals are painted on the ground too, never set in a typeface. `size` is their height in metres. */
export function numeral(view: Camera, text: string, x: number, y: number, size: number): string {
  const unit = size / 2
  const advance = unit * (NARROW + 0.5)
  const left = x - (advance * text.length - unit * 0.5) / 2
  return [...text]
    .flatMap((digit, index) =>
      (DIGITS[digit] ?? []).map((stroke) =>
        painted(
          view,
          stroke.map(([dx, dy]) => [left + index * advance + dx * unit * NARROW, y + dy * unit] as Point),
          unit * 0.3,
        ),
      ),
    )
    .join('')
}
