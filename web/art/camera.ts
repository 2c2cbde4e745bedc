/**
 * One camera model for all template art. The ground is a plane in metres: x to the right, y away from the viewer,
 * z up. True measures through one projection, so a line gets thinner as it goes away.
 */
export type Point = readonly [x: number, y: number, z?: number]
export type Projected = readonly [x: number, y: number, depth: number]

export type View = {
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

export type Camera = { project: (point: Point) => Projected; width: number; height: number }

/** Nothing nearer than this is drawn. */
const NEAR_METRES = 1.2

export function camera(view: View): Camera {
  const radians = Math.PI / 180
  const [sinYaw, cosYaw] = [Math.sin(view.yaw * radians), Math.cos(view.yaw * radians)]
  const [sinPitch, cosPitch] = [Math.sin(view.pitch * radians), Math.cos(view.pitch * radians)]
  const project = ([px, py, pz = 0]: Point): Projected => {
    const [dx, dy, dz] = [px - view.x, py - view.y, pz - view.z]
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
  return { project, width: view.width, height: view.height }
}

/** One decimal is finer than any screen shows, and half the bytes. */
export const px = (value: number): string => String(Math.round(value * 10) / 10)

const between = (a: Point, b: Point, t: number): Point => [
  a[0] + (b[0] - a[0]) * t,
  a[1] + (b[1] - a[1]) * t,
  (a[2] ?? 0) + ((b[2] ?? 0) - (a[2] ?? 0)) * t,
]

/** A filled polygon, cut where it would pass behind the viewer. */
export function polygon({ project }: Camera, points: readonly Point[]): string {
  const seen: Projected[] = []
  points.forEach((point, index) => {
    const next = points[(index + 1) % points.length] as Point
    const [here, there] = [project(point), project(next)]
    if (here[2] > NEAR_METRES) seen.push(here)
    if (here[2] > NEAR_METRES === there[2] > NEAR_METRES) return
    seen.push(project(between(point, next, (NEAR_METRES - here[2]) / (there[2] - here[2]))))
  })
  if (seen.length < 3) return ''
  return `M${seen.map(([x, y]) => `${px(x)} ${px(y)}`).join('L')}Z`
}

/** A painted line on the ground, `width` metres wide. */
export function painted(view: Camera, points: readonly Point[], width: number): string {
  let path = ''
  for (let index = 1; index < points.length; index += 1) {
    const [[x1, y1], [x2, y2]] = [points[index - 1] as Point, points[index] as Point]
    const length = Math.hypot(x2 - x1, y2 - y1) || 1
    const [nx, ny] = [((y1 - y2) / length) * (width / 2), ((x2 - x1) / length) * (width / 2)]
    path += polygon(view, [
      [x1 + nx, y1 + ny],
      [x2 + nx, y2 + ny],
      [x2 - nx, y2 - ny],
      [x1 - nx, y1 - ny],
    ])
  }
  return path
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

const DIGITS: Record<string, readonly (readonly [number, number])[][]> = {
  '0': [
    [
      [0, 0],
      [1, 0],
      [1, 2],
      [0, 2],
      [0, 0],
    ],
  ],
  '1': [
    [
      [0.5, 0],
      [0.5, 2],
      [0.2, 1.7],
    ],
  ],
  '2': [
    [
      [0, 2],
      [1, 2],
      [1, 1],
      [0, 1],
      [0, 0],
      [1, 0],
    ],
  ],
  '3': [
    [
      [0, 2],
      [1, 2],
      [1, 0],
      [0, 0],
    ],
    [
      [0.25, 1],
      [1, 1],
    ],
  ],
  '4': [
    [
      [0, 2],
      [0, 1],
      [1, 1],
    ],
    [
      [1, 2],
      [1, 0],
    ],
  ],
  '5': [
    [
      [1, 2],
      [0, 2],
      [0, 1],
      [1, 1],
      [1, 0],
      [0, 0],
    ],
  ],
  '6': [
    [
      [1, 2],
      [0, 2],
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ],
  ],
  '7': [
    [
      [0, 2],
      [1, 2],
      [0.4, 0],
    ],
  ],
  '8': [
    [
      [0, 0],
      [1, 0],
      [1, 2],
      [0, 2],
      [0, 0],
    ],
    [
      [0, 1],
      [1, 1],
    ],
  ],
}

/** Field numerals are paint too: laid on the ground, never a typeface. `size` is their height in metres. */
export function numeral(view: Camera, text: string, x: number, y: number, size: number): string {
  const unit = size / 2
  const advance = unit * 1.5
  const left = x - (advance * text.length - unit * 0.5) / 2
  return [...text]
    .flatMap((digit, index) =>
      (DIGITS[digit] ?? []).map((stroke) =>
        painted(
          view,
          stroke.map(([dx, dy]) => [left + index * advance + dx * unit, y + dy * unit] as Point),
          unit * 0.32,
        ),
      ),
    )
    .join('')
}
