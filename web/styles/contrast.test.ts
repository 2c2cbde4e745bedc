import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { contrast } from '#domain/campaigns/crest.ts'
import { colorsOf, EDGE, PAIRS, type Scheme } from './contrast.ts'

const colors = colorsOf(readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8'))
const ratio = (front: string, ground: string, scheme: Scheme): number => {
  const one = colors[scheme][front]
  const other = colors[scheme][ground]
  if (!one || !other) throw new Error(`tokens.css has no ${one ? ground : front}`)
  return contrast(one, other)
}

describe('color contrast', () => {
  it('is the ratio that WCAG defines', () => {
    expect(contrast('#000000', '#ffffff')).toBe(21)
    expect(contrast('#ffffff', '#ffffff')).toBe(1)
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  })

  for (const scheme of ['light', 'dark'] as const)
    for (const [front, ground, minRatio] of PAIRS)
      it(`${front} on ${ground}, ${scheme}, is at least ${minRatio}`, () => {
        expect(ratio(front, ground, scheme)).toBeGreaterThanOrEqual(minRatio)
      })

  it('gives the button a visible edge in both color schemes', () => {
    expect(ratio('accent-edge', 'surface', 'light')).toBeGreaterThanOrEqual(EDGE)
    expect(ratio('accent-edge', 'page', 'light')).toBeGreaterThanOrEqual(EDGE)
    expect(ratio('accent', 'surface', 'dark')).toBeGreaterThanOrEqual(EDGE)
  })

  it('has the ratios that the colors were chosen for', () => {
    const drawn = (front: string, ground: string) =>
      (['light', 'dark'] as const).map((scheme) => Number(ratio(front, ground, scheme).toFixed(2)))
    expect(drawn('ink', 'surface')).toEqual([17.1, 14.64])
    expect(drawn('ink2', 'sunken')).toEqual([6.19, 8.71])
    expect(drawn('control', 'surface')).toEqual([4.26, 4.44])
    expect(drawn('onaccent', 'accent')).toEqual([6.72, 7.41])
    expect(drawn('focus', 'page')).toEqual([6.39, 10.01])
    expect(drawn('boardmuted', 'board')).toEqual([7.53, 7.05])
    expect(drawn('activefg', 'activebg')).toEqual([6.34, 7.88])
  })
})
