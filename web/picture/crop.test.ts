import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { reasonAgainstSize } from '#domain/image-limits.ts'
import {
  behind,
  type Crop,
  cutOf,
  firstCrop,
  heightOf,
  isLargeEnough,
  moved,
  placed,
  placeOf,
  zoomed,
  zoomOf,
} from './crop.ts'

const PHONE = { width: 3024, height: 4032 }
const WIDE = { width: 4000, height: 1000 }

describe('a chosen picture', () => {
  it('shows as much of itself as fits at first', () => {
    expect(firstCrop(PHONE)).toMatchObject({ width: 3024, x: 1512 })
    expect(firstCrop(WIDE)).toEqual({ width: 2250, x: 2000, y: 500 })
  })

  it('is cropped to whole pixels, at most as wide as pages show it or as it was', () => {
    expect(cutOf(firstCrop(PHONE)).drawn).toEqual({ width: 1600, height: 711 })
    expect(cutOf({ x: 400, y: 300, width: 700.9 }).drawn).toEqual({ width: 700, height: 311 })
  })

  it('is refused if the part that pages show would be too small', () => {
    expect(isLargeEnough({ width: 540, height: 240 })).toBe(true)
    expect(isLargeEnough({ width: 539, height: 900 })).toBe(false)
    expect(isLargeEnough({ width: 900, height: 239 })).toBe(false)
  })

  it('is positioned whole behind its frame', () => {
    const { width, left, top } = behind({ x: 2000, y: 500, width: 2250 }, WIDE)
    expect(width).toBeCloseTo(4000 / 2250)
    expect(left).toBeCloseTo((1125 - 2000) / 2250)
    expect(top).toBeCloseTo(0)
  })
})

const size = fc.record({
  width: fc.integer({ min: 540, max: 8000 }),
  height: fc.integer({ min: 240, max: 8000 }),
})
const step = fc.oneof(
  fc.record({
    x: fc.double({ min: -9e3, max: 9e3, noNaN: true }),
    y: fc.double({ min: -9e3, max: 9e3, noNaN: true }),
  }),
  fc.double({ min: -1, max: 2, noNaN: true }),
)

describe('a picture that is moved and zoomed', () => {
  const after = (whole: typeof PHONE, steps: (number | { x: number; y: number })[]): Crop =>
    steps.reduce<Crop>(
      (crop, one) => (typeof one === 'number' ? zoomed(crop, one, whole) : moved(crop, one, whole)),
      firstCrop(whole),
    )

  it('keeps its crop inside itself, at a size that the server accepts', () => {
    fc.assert(
      fc.property(size, fc.array(step, { maxLength: 8 }), (whole, steps) => {
        const crop = after(whole, steps)
        const { left, top, width, height, drawn } = cutOf(crop)
        expect(left).toBeGreaterThanOrEqual(-1e-6)
        expect(top).toBeGreaterThanOrEqual(-1e-6)
        expect(left + width).toBeLessThanOrEqual(whole.width + 1e-6)
        expect(top + height).toBeLessThanOrEqual(whole.height + 1e-6)
        expect(reasonAgainstSize(drawn)).toBeNull()
      }),
    )
  })

  it('is restored by the values that its sliders show', () => {
    fc.assert(
      fc.property(size, fc.array(step, { maxLength: 8 }), (whole, steps) => {
        const crop = after(whole, steps)
        const again = placed(
          placed(zoomed(crop, zoomOf(crop, whole), whole), 'x', placeOf(crop, 'x', whole), whole),
          ...(['y', placeOf(crop, 'y', whole), whole] as const),
        )
        for (const side of ['x', 'y', 'width'] as const) expect(again[side]).toBeCloseTo(crop[side], 0)
        expect(heightOf(again)).toBeCloseTo(heightOf(crop), 0)
      }),
    )
  })
})
