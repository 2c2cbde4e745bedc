import type { Camera } from './camera.ts'

/** What a template draws into the common picture of sky, lamps and ground. Every text is path data or markup. */
export type Scene = {
  camera: Camera
  ground: 'turf' | 'wood'
  isIndoor?: boolean
  /** The picture's row where the ground ends. */
  bank: number
  stripes: string
  chalk: string
  /** Under the chalk. */
  below?: string
  /** Over it: the landmark, and the one orange detail. */
  above: string
}

export type Framing = {
  width: number
  height: number /** Metres aside and degrees turned, from the campaign. */
  aside: number
  turn: number
}

export const TURF_EDGE = 64
