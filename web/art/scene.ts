import type { Camera } from './camera.ts'

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
