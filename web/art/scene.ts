import type { Camera } from './camera.ts'

/** What a template draws into the common picture of sky, lamps and ground. Every text is path data or markup. */
export type Scene = {
  camera: Camera
  ground: 'turf' | 'wood' | 'water' | 'stone'
  /** Floodlights of a field, the lamps of a gym, an evening without lamps, or a room that brings its own. */
  light: 'field' | 'gym' | 'evening' | 'room'
  /** The picture's row where the ground ends. */
  bank: number
  stripes: string
  chalk: string
  /** Behind the ground's edge, before the sky or the wall. */
  beyond?: string
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
