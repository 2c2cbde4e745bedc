import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { COLOR_PAIRS, contrast, crestOf, initialsOf, inkOn, proposedColors } from './crest.ts'

describe('the look of an organization (R63)', () => {
  it('has readable text on any color', () => {
    const byte = fc.integer({ min: 0, max: 255 }).map((value) => value.toString(16).padStart(2, '0'))
    fc.assert(
      fc.property(byte, byte, byte, (red, green, blue) => {
        const color = `#${red}${green}${blue}`
        expect(contrast(color, inkOn(color))).toBeGreaterThanOrEqual(4.5)
      }),
    )
  })

  it.each([
    ['Friends of the Harbor', 'FH'],
    ['Westbrook Mustangs Football Boosters', 'WM'],
    ['4-H', '4H'],
    ['The Of', 'TO'],
    ['école Ávila', 'ÉÁ'],
    ['東京 サッカー', '東サ'],
    ['Kaʻiulani', 'K'],
    ['🐯', '🐯'],
    ['', ''],
  ])('%j has the initials %j', (name, initials) => {
    expect(initialsOf(name)).toBe(initials)
  })

  it('is the same for the same name, and differs between names', () => {
    const names = Array.from({ length: 40 }, (_, index) => `Club number ${index}`)
    const looks = names.map((name) => {
      const [firstColor] = proposedColors(name)
      const { shape, charge } = crestOf({ name, firstColor })
      return JSON.stringify([shape, charge, firstColor])
    })
    expect(new Set(looks).size).toBeGreaterThan(30)
    expect(crestOf({ name: 'A', firstColor: '#000000' })).toEqual(
      crestOf({ name: 'A', firstColor: '#000000' }),
    )
    expect(new Set(COLOR_PAIRS.map(([first]) => first)).size).toBe(COLOR_PAIRS.length)
  })
})
