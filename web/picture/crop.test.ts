import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { reasonAgainstSize } from '#domain/campaigns/image-limits.ts'
import { drawnSize, firstArea, isLargeEnough, maxZoom, offsetOf, placeOf } from './read-picture.ts'

const PHONE = { width: 3024, height: 4032 }
const WIDE = { width: 4000, height: 1000 }

describe('a chosen picture', () => {
  it('shows as much of itself as fits at first, a little above its middle', () => {
    const { y, ...area } = firstArea(PHONE)
    expect(area).toEqual({ x: 0, width: 3024, height: 1344 })
    expect(y).toBeCloseTo(4032 * 0.42 - 672)
    expect(firstArea(WIDE)).toEqual({ x: 875, y: 0, width: 2250, height: 1000 })
  })

  it('is drawn in whole pixels, at most as wide as pages show it or as it was', () => {
    expect(drawnSize(firstArea(PHONE))).toEqual({ width: 1600, height: 711 })
    expect(drawnSize({ x: 50, y: 144, width: 700, height: 311 })).toEqual({ width: 700, height: 311 })
  })

  it('is drawn as large as the server asks where its part is a pixel short of that', () => {
    expect(drawnSize({ x: 0, y: 0, width: 539, height: 240 })).toEqual({ width: 540, height: 240 })
  })

  it('is refused if the part that pages show would be too small', () => {
    expect(isLargeEnough({ width: 540, height: 240 })).toBe(true)
    expect(isLargeEnough({ width: 539, height: 900 })).toBe(false)
    expect(isLargeEnough({ width: 900, height: 239 })).toBe(false)
  })

  it('can be zoomed until its part is as small as may be, and not at all if it is that small', () => {
    expect(maxZoom(PHONE)).toBeCloseTo(3024 / 540)
    expect(maxZoom({ width: 540, height: 900 })).toBe(1)
  })
})

const size = fc.record({
  width: fc.integer({ min: 540, max: 8000 }),
  height: fc.integer({ min: 240, max: 8000 }),
})

describe('the part of a picture', () => {
  it('lies inside it at first, and has a size that the server accepts at every zoom', () => {
    fc.assert(
      fc.property(size, fc.double({ min: 0, max: 1, noNaN: true }), (whole, share) => {
        const area = firstArea(whole)
        expect(area.x).toBeGreaterThanOrEqual(0)
        expect(area.y).toBeGreaterThanOrEqual(0)
        expect(area.x + area.width).toBeLessThanOrEqual(whole.width + 1e-6)
        expect(area.y + area.height).toBeLessThanOrEqual(whole.height + 1e-6)
        const zoom = 1 + share * (maxZoom(whole) - 1)
        expect(reasonAgainstSize(drawnSize({ ...area, width: area.width / zoom }))).toBeNull()
      }),
    )
  })
})

describe('the place of a picture behind its frame', () => {
  it('is 0 at the left or top edge, 1 at the other, and restored by what its slider shows', () => {
    expect(placeOf(100, 200)).toBe(0)
    expect(placeOf(-100, 200)).toBe(1)
    expect(offsetOf(placeOf(37, 200), 200)).toBeCloseTo(37)
  })

  it('is the middle where the picture cannot move', () => {
    expect(placeOf(0, 0)).toBe(0.5)
    expect(placeOf(0.3, 0.6)).toBe(0.5)
    expect(offsetOf(1, 0)).toBeCloseTo(0)
  })
})
