import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { contrast } from '#domain/campaigns/crest.ts'
import { EDGE, type Stop, stopsOf, TEXT, whiteBehind } from './contrast.ts'

const css = readFileSync(join(import.meta.dirname, 'hero.css'), 'utf8')
/** The first gradient of a rule, and the color of all text on a hero. */
const gradientOf = (rule: string, part: string): Stop[] => {
  const from = part.lastIndexOf(rule)
  return stopsOf(part.slice(from, part.indexOf(';', from)).split('linear-gradient(')[1] ?? '')
}
const [phone = '', wide = ''] = css.split('@media (min-width: 64rem)')
const color = /\.hero \{[^}]*?color: (#[0-9a-f]{6})/.exec(css)?.[1] ?? ''

/** Pixels: the content is 1264 wide with gutters of 32, and text under a heading takes 640, or 56 % of the screen. */
const CONTENT = 1264
const GUTTER = 32
const leftOf = (width: number): number => Math.max(GUTTER, (width - CONTENT) / 2)
const wordsEnd = (width: number): number => leftOf(width) + Math.min(640, width * 0.56)
/** The longer a name, the smaller its type: 14 characters of 84 pixels, 18 of 64, 30 of 48 in a narrow face. */
const headingEnd = (width: number): number => leftOf(width) + Math.min(600, width - 2 * GUTTER)

describe('words on a white photograph in a hero', () => {
  it.each([1024, 1280, 1440, 1920, 2560])('are readable up to their right edge at %i pixels', (width) => {
    const stops = gradientOf('.hero.photo::after', wide)
    expect(stops).toHaveLength(5)
    const ground = (x: number) => whiteBehind(stops, (x / width) * 100)
    expect(contrast(color, ground(wordsEnd(width)))).toBeGreaterThanOrEqual(TEXT)
    expect(contrast(color, ground(headingEnd(width)))).toBeGreaterThanOrEqual(EDGE)
  })

  it('are readable on a phone from their first line on', () => {
    const stops = gradientOf('.hero::after', phone)
    const WORDS_FROM = 120
    for (let y = WORDS_FROM; y < 335; y += 5)
      expect(contrast(color, whiteBehind(stops, y))).toBeGreaterThanOrEqual(TEXT)
  })
})
