import type { MouseEvent } from 'react'

/** Where the press was that opened the review; a key presses at no place. */
export type Place = { x: number; y: number } | null
export const placeOf = ({ clientX: x, clientY: y, detail }: MouseEvent): Place =>
  detail > 0 ? { x, y } : null

const NEAR_PX = 48
export const isNear = (one: Place, other: Place): boolean =>
  one !== null && other !== null && Math.hypot(one.x - other.x, one.y - other.y) < NEAR_PX
