import { describe, expect, it } from 'vitest'
import { ours, printable, withoutPictographs, writable } from './names.ts'
import { canSystemWrite, systemLines } from './system-type.ts'
import { facesFor, runsOf } from './typefaces.ts'

const written = (text: string) => runsOf(text, facesFor('text', 700))?.map((run) => [run.face.name, run.text])

describe('the embedded fonts', () => {
  it('cover a name in runs, each letter by a family that has it', () => {
    expect(written('Łukasz')).toEqual([['text 700', 'Łukasz']])
    expect(written('Спартак')).toEqual([['display 700', 'Спартак']])
    expect(written('FC Спартак')).toEqual([
      ['text 700', 'FC '],
      ['display 700', 'Спартак'],
    ])
    expect(written('東京')).toBeUndefined()
  })
})

describe('a name in a document', () => {
  it('loses control and invisible characters, and for a picture its emoji', () => {
    expect(printable(' Go\u0000  Tigers 🐯!\u202e\n2026 👩‍👧 ')).toBe('Go Tigers 🐯! 2026 👩👧')
    expect(withoutPictographs('Go Tigers 🐯! 2026 👩‍👧')).toBe('Go Tigers ! 2026')
    expect(printable('Cafe\u0301')).toBe('Café')
  })

  it('falls back to the first one that can be drawn', () => {
    const names = ['東京', 'Harbor High', 'Soccer campaign']
    expect(writable(names, () => false)).toEqual({ text: 'Harbor High', by: 'us' })
    expect(writable(names, () => true)).toEqual({ text: '東京', by: 'system' })
    expect(writable(['🐯', '\u200b', 'Soccer campaign'], () => true).text).toBe('Soccer campaign')
    expect(ours('العربية', 'So far')).toBe('So far')
  })

  it('is not drawn by a system font that lacks its letters', () => {
    expect(canSystemWrite('a\u{10fffe}')).toBe(false)
  })

  it('of any length takes at most two lines', () => {
    const box = { width: 900, most: 76, least: 40 }
    expect(systemLines('abc', box)).toEqual({ lines: ['abc'], size: 76 })
    for (const name of ['a word '.repeat(28).trim(), 'W'.repeat(200)]) {
      const { lines, size } = systemLines(name, box)
      expect(lines.length).toBe(2)
      expect(size).toBeGreaterThanOrEqual(40)
    }
  })
})
