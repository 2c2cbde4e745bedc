/**
 * Template art as one stand-alone SVG: light or dark by the page's own color-scheme. Drawn, never photographed;
 * deterministic, so it can be cached forever.
 */
import { CAUSES, type Cause } from '#domain/campaigns/causes.ts'
import { animals } from './animals.ts'
import { baseball } from './baseball.ts'
import { basketball } from './basketball.ts'
import { arc, box, camera, type Point, painted, polygon, px, wire } from './camera.ts'
import { food } from './food.ts'
import { football } from './football.ts'
import { garden } from './garden.ts'
import { music } from './music.ts'
import { reading } from './reading.ts'
import { robotics } from './robotics.ts'
import { running } from './running.ts'
import { scouts } from './scouts.ts'
import type { Framing, Scene } from './solids.ts'
import { swimming } from './swimming.ts'
import { theater } from './theater.ts'
import { track } from './track.ts'

const GOAL_LINE = 52.5
const LINE = 0.16

/** From inside the half, toward goal: stripes of 5.5 m, box, net, corner flags. */
function soccer({ width, height, aside, turn }: Framing): Scene {
  const view = camera({
    x: -4 + aside,
    y: width < 1000 ? 17 : 12,
    z: width < 1000 ? 6.4 : 7.4,
    yaw: turn,
    pitch: 10,
    focal: 1020 * (width / 1440),
    width,
    height,
    centerX: 0.6,
    centerY: 0.36,
  })
  let stripes = ''
  for (let index = -1; index < 9; index += 1) {
    const near = GOAL_LINE - 11 * (index + 1)
    stripes += polygon(view, [
      [-90, near],
      [90, near],
      [90, near + 5.5],
      [-90, near + 5.5],
    ])
  }
  const lines: Point[][] = [
    box(-34, -GOAL_LINE, 34, GOAL_LINE),
    [
      [-34, 0],
      [34, 0],
    ],
    arc(0, 0, 9.15, 0, 360, 72),
    box(-20.16, 36, 20.16, GOAL_LINE),
    box(-9.16, 47, 9.16, GOAL_LINE),
    arc(0, 41.5, 9.15, 217, 323, 30),
    arc(-34, GOAL_LINE, 1, 270, 360, 8),
    arc(34, GOAL_LINE, 1, 180, 270, 8),
  ]
  const chalk =
    lines.map((line) => painted(view, line, LINE)).join('') + polygon(view, arc(0, 41.5, 0.26, 0, 360, 12))
  let net = ''
  for (let index = 0; index <= 16; index += 1) {
    const x = -3.66 + (7.32 * index) / 16
    net += wire(view, [x, GOAL_LINE, 2.44], [x, GOAL_LINE + 1, 2.44], [x, GOAL_LINE + 2.4, 0])
  }
  for (let index = 0; index <= 6; index += 1) {
    const y = GOAL_LINE + 1 + (1.4 * index) / 6
    const z = 2.44 * (1 - index / 6)
    net += wire(view, [-3.66, y, z], [3.66, y, z])
  }
  const posts = wire(
    view,
    [-3.66, GOAL_LINE, 0],
    [-3.66, GOAL_LINE, 2.44],
    [3.66, GOAL_LINE, 2.44],
    [3.66, GOAL_LINE, 0],
  )
  const flags = [-34, 34].map((x) => {
    const top = view.project([x, GOAL_LINE, 1.9])
    const out = x < 0 ? 1 : -1
    return `<path d="${wire(view, [x, GOAL_LINE, 0], [x, GOAL_LINE, 1.9])}" stroke="var(--chalk)" stroke-width="1.6"/><path d="M${px(top[0])} ${px(top[1])}l${14 * out} 4l${-14 * out} 5z" fill="var(--accent)"/>`
  })
  return {
    camera: view,
    ground: 'turf',
    light: 'field',
    bank: view.project([0, 62])[1],
    stripes,
    chalk,
    above: `<path d="${net}" stroke="var(--chalk)" stroke-opacity=".38" stroke-width=".8" fill="none"/><path d="${posts}" stroke="var(--chalk)" stroke-width="3.2" stroke-linecap="round" fill="none"/>${flags.join('')}`,
  }
}

const DRAWINGS: Record<(typeof CAUSES)[Cause]['picture'], (framing: Framing) => Scene> = {
  football,
  baseball,
  soccer,
  basketball,
  custom: track,
  reading,
  running,
  swimming,
  music,
  robotics,
  animals,
  food,
  garden,
  theater,
  scouts,
}
/** Neighboring values differ: metres aside and degrees turned, for each variant. */
const VARIANTS = [
  [0, 0],
  [5, -7],
  [-5, 6],
  [2.5, 4],
  [-3, -5],
  [6, 3],
  [-6, 8],
  [1, -9],
] as const
const SIZES = { card: [756, 344], wide: [1440, 640] } as const

const LIGHT =
  '--sky-1:#0E2B44;--sky-2:#2C5570;--sky-3:#FF9A5A;--sky-3o:.85;--beam:.12;--gym-1:#24160E;--gym-2:#5A3519;--mast:#0A1C22;--lamp:#FFF3CE;--bank:#0B2420;--chalk:#F6FAF3;--turf-far:#1E6B46;--turf-mid:#17603E;--turf-near:#0C3D2B;--turf-2:#1A6A45;--stripe:.075;--wood-far:#B4763C;--wood-mid:#9A5F2C;--wood-near:#5A3216;--key:#8c2a0e8c;--clay:#8A4F2A;--clay-2:#A0602F;--track:#A8492A;--water-far:#2F8A8F;--water-mid:#1E6F79;--water-near:#0B3D49;--stone-far:#5E6F70;--stone-mid:#495A5C;--stone-near:#222F33;--wall:#123A33;--shade:#0A2620;--cream:#E9DFC4;--velvet:#6E2430;--velvet-2:#8A3240;--leaf:#3E8A4C;--leaf-2:#2C6E3E;--hill:#1B4450;--accent:#FF6A2B;--bulb:#FFD36B;--board:#0C3A2D;--deep:#072A20'
const DARK =
  '--sky-1:#040D14;--sky-2:#0C2733;--sky-3:#2F6F7A;--sky-3o:.4;--beam:.19;--gym-1:#0C0907;--gym-2:#2E1C10;--mast:#3E5A60;--bank:#040F13;--turf-far:#175A3C;--turf-mid:#124A33;--turf-near:#06231B;--turf-2:#14573A;--stripe:.06;--wood-far:#8E5A2B;--wood-mid:#744522;--wood-near:#331B0C;--key:#6e200a99;--clay:#69391D;--clay-2:#7C4723;--track:#7D3520;--water-far:#1D5E66;--water-mid:#124752;--water-near:#06222B;--stone-far:#33434A;--stone-mid:#27353B;--stone-near:#0F181C;--wall:#0C2723;--shade:#06171A;--cream:#B9B098;--velvet:#451721;--velvet-2:#5A1F2B;--leaf:#2C6B3A;--leaf-2:#1F5230;--hill:#0C2A34;--accent:#FF7A3F;--board:#0D3F31;--deep:#062219'

/** A floodlight: lattice mast and three rows of five lamps. */
function mast(x: number, base: number, height: number, scale: number): string {
  const top = base - height
  let lamps = ''
  for (let lamp = 0; lamp < 15; lamp += 1) {
    lamps += `<circle cx="${px(x + ((lamp % 5) - 2) * 9 * scale)}" cy="${px(top + (Math.floor(lamp / 5) - 1) * 9 * scale)}" r="${px(3.3 * scale)}"/>`
  }
  let lattice = ''
  for (let rung = 0; rung < 9; rung += 1) {
    const from = top + 16 * scale
    const y = (at: number) => px(from + ((height - 16 * scale) * at) / 9)
    const half = (rung % 2 ? 3 : -3) * scale
    lattice += `M${px(x - half)} ${y(rung)}L${px(x + half)} ${y(rung + 1)}`
  }
  const rails = `M${px(x - 3 * scale)} ${px(top + 12 * scale)}V${px(base)}M${px(x + 3 * scale)} ${px(top + 12 * scale)}V${px(base)}`
  return `<ellipse cx="${px(x)}" cy="${px(top)}" rx="${px(150 * scale)}" ry="${px(110 * scale)}" fill="url(#glow)"/><path d="${rails}${lattice}" stroke="var(--mast)" stroke-width="${px(1.3 * scale)}" fill="none"/><rect x="${px(x - 27 * scale)}" y="${px(top - 15 * scale)}" width="${px(54 * scale)}" height="${px(30 * scale)}" rx="2" fill="var(--mast)"/><g fill="var(--lamp)">${lamps}</g>`
}

/** The far bank: a treeline that is the same every time. */
function treeline(width: number, y: number, height: number): string {
  let path = `M0 ${px(y)}V${px(y - height * 0.5)}`
  let seed = 3
  for (let x = 0; x < width; ) {
    seed = (seed * 73 + 41) % 97
    const crown = 18 + (seed % 34)
    path += `Q${px(x + crown / 2)} ${px(y - height * (0.38 + (seed % 13) / 22) * 1.25)} ${px(x + crown)} ${px(y - height * 0.42 - (seed % 7))}`
    x += crown
  }
  return `${path}V${px(y)}Z`
}

const MASTS = [
  [0.16, 0.9],
  [0.84, 1],
] as const
const WIDE_MASTS = [
  [0.47, 0.82],
  [0.85, 1.05],
] as const

function outdoor(
  { camera: { width, height } }: Scene,
  horizon: number,
  isWide: boolean,
  hasMasts: boolean,
): { sky: string; beams: string } {
  const scale = Math.max(0.5, height / 640)
  const spots = hasMasts ? (isWide ? WIDE_MASTS : MASTS) : []
  const reach = (share: number) => horizon * 0.65 * share
  const masts = spots
    .map(([x, share]) => mast(width * x, horizon + 2, reach(share), scale * share * 1.15))
    .join('')
  const beams = spots.map(([x, share]) => {
    const cx = width * x
    const top = horizon + 2 - reach(share)
    const half = 18 * scale * share
    const foot = cx + (x < 0.5 ? 1 : -1) * width * 0.2
    const y = px(horizon + (height - horizon) * 0.62)
    return `<path d="M${px(cx - half)} ${px(top)}L${px(cx + half)} ${px(top)}L${px(foot + width * 0.19)} ${y}L${px(foot - width * 0.12)} ${y}Z" fill="url(#beam)"/>`
  })
  const sky = `<rect width="${width}" height="${height}" fill="url(#sky)"/><rect y="${px(horizon - height * 0.3)}" width="${width}" height="${px(height * 0.32)}" fill="url(#haze)"/>${masts}<path d="${treeline(width, horizon + 2, 42 * scale)}" fill="var(--bank)"/>`
  return { sky, beams: beams.join('') }
}

/** A wall without its own lamps: the scene adds them. */
const room = ({ camera: { width, height } }: Scene): string =>
  `<rect width="${width}" height="${height}" fill="url(#room)"/>`

function indoor({ camera: { width, height } }: Scene, horizon: number): string {
  const scale = Math.max(0.5, height / 640)
  const lamps = [0.14, 0.38, 0.62, 0.86].map((x, index) => {
    const y = px(height * 0.06 + (index % 2) * 6)
    return `<ellipse cx="${px(width * x)}" cy="${y}" rx="${px(120 * scale)}" ry="${px(60 * scale)}" fill="url(#glow)"/><path d="M${px(width * x - 34 * scale)} ${y}h${px(68 * scale)}" stroke="var(--lamp)" stroke-width="${px(6 * scale)}" stroke-linecap="round"/>`
  })
  const rows = [0, 1, 2, 3].map(
    (row) =>
      `<path d="M0 ${px(horizon - 10 * scale - row * 12 * scale)}H${width}" stroke="var(--mast)" stroke-opacity=".35"/>`,
  )
  return `<rect width="${width}" height="${height}" fill="url(#gym)"/>${lamps.join('')}<path d="M0 ${px(horizon)}V${px(horizon - 54 * scale)}H${width}V${px(horizon)}Z" fill="var(--bank)"/>${rows.join('')}`
}

const stop = (offset: number, color: string, opacity?: string): string =>
  `<stop offset="${offset}" style="stop-color:${color}${opacity ? `;stop-opacity:${opacity}` : ''}"/>`
const down = (id: string, stops: string): string =>
  `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${stops}</linearGradient>`

function gradients(ground: Scene['ground']): string {
  return [
    down('sky', stop(0, 'var(--sky-1)') + stop(0.42, 'var(--sky-2)') + stop(1, 'var(--sky-2)')),
    down('gym', stop(0, 'var(--gym-1)') + stop(1, 'var(--gym-2)')),
    down('room', stop(0, 'var(--shade)') + stop(1, 'var(--wall)')),
    down('dusk', stop(0, 'var(--sky-1)') + stop(0.55, 'var(--sky-2)') + stop(1, 'var(--sky-3)')),
    down('haze', stop(0, 'var(--sky-3)', '0') + stop(1, 'var(--sky-3)', 'var(--sky-3o)')),
    down(
      'ground',
      stop(0, `var(--${ground}-far)`) + stop(0.35, `var(--${ground}-mid)`) + stop(1, `var(--${ground}-near)`),
    ),
    down('pond', stop(0, 'var(--water-far)') + stop(0.4, 'var(--water-mid)') + stop(1, 'var(--water-near)')),
    down('beam', stop(0, '#FFF3CE', 'var(--beam)') + stop(1, '#FFF3CE', '0')),
    `<radialGradient id="glow">${stop(0, 'var(--lamp)', '.55')}${stop(0.25, 'var(--lamp)', '.2')}${stop(1, 'var(--lamp)', '0')}</radialGradient>`,
    `<radialGradient id="pool">${stop(0, '#FFF6D8', '.26')}${stop(0.6, '#FFF6D8', '.07')}${stop(1, '#FFF6D8', '0')}</radialGradient>`,
  ].join('')
}

function lightOf(scene: Scene, horizon: number, isWide: boolean): { sky: string; beams: string } {
  if (scene.light === 'gym') return { sky: indoor(scene, horizon), beams: '' }
  if (scene.light === 'room') return { sky: room(scene), beams: '' }
  return outdoor(scene, horizon, isWide, scene.light === 'field')
}

/** Null for an unknown cause. `variant` wraps around. */
export function picture(cause: string, variant: number, size: keyof typeof SIZES): string | null {
  if (!Object.hasOwn(CAUSES, cause)) return null
  const draw = DRAWINGS[CAUSES[cause as Cause].picture]
  const [width, height] = SIZES[size]
  const [aside, turn] = VARIANTS[variant % VARIANTS.length] ?? [0, 0]
  const scene = draw({ width, height, aside, turn })
  const horizon = Math.max(20, scene.bank)
  const { sky, beams } = lightOf(scene, horizon, size === 'wide')
  const below = height - horizon
  const depth = scene.below ?? ''
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" preserveAspectRatio="xMidYMid slice"><style>:root{${LIGHT}}@media(prefers-color-scheme:dark){:root{${DARK}}}</style><defs>${gradients(scene.ground)}</defs>${sky}${scene.beyond ?? ''}<rect y="${px(horizon)}" width="${width}" height="${px(below)}" fill="url(#ground)"/><path d="${scene.stripes}" fill="#fff" style="fill-opacity:var(--stripe)"/>${depth}<ellipse cx="${px(width * 0.6)}" cy="${px(horizon + below * 0.42)}" rx="${px(width * 0.42)}" ry="${px(below * 0.42)}" fill="url(#pool)"/><path d="${scene.chalk}" fill="var(--chalk)" fill-opacity=".92"/>${scene.above}${beams}</svg>`
}

/**
 * The same picture by day, with every color inlined and no style sheet: for renderers without CSS variables, such as
 * those of share pictures. Null for an unknown template.
 */
export function stillPicture(template: string, variant: number, size: keyof typeof SIZES): string | null {
  const svg = picture(template, variant, size)
  if (svg === null) return null
  const colors = new Map(LIGHT.split(';').map((pair) => pair.split(':') as [string, string]))
  return svg
    .replace(/<style>.*?<\/style>/s, '')
    .replace(/var\((--[\w-]+)\)/g, (variable, name: string) => colors.get(name) ?? variable)
}

export const VARIANT_COUNT = VARIANTS.length
