import { expect, test } from 'vitest'
import { CAUSE_IDS, CAUSES } from '#domain/campaigns/causes.ts'
import { picture, stillPicture, VARIANT_COUNT } from './picture.ts'

/** A hero is fetched before anything is read: at most 1.5 times the largest drawing from before causes other than sports. */
const MAX_BYTES = 45_000
/** Each drawing once: several causes share one. */
const DRAWN = [...new Set(CAUSE_IDS.map((cause) => CAUSES[cause].picture))]
const all = DRAWN.flatMap((cause) =>
  (['card', 'wide'] as const).flatMap((size) =>
    Array.from({ length: VARIANT_COUNT }, (_, variant) => ({ cause, variant, size })),
  ),
)

test.each(DRAWN)('the picture %s is drawn from every camera, with its one orange detail (R63)', (cause) => {
  for (const one of all.filter((other) => other.cause === cause)) {
    const svg = picture(one.cause, one.variant, one.size) ?? ''
    expect(svg).toContain('</svg>')
    expect(svg).not.toMatch(/NaN|undefined|Infinity/)
    expect(svg).toMatch(
      cause === 'custom' ? /var\(--track\)/ : cause === 'baseball' ? /var\(--clay/ : /var\(--accent\)"/,
    )
    expect(svg.length).toBeLessThan(MAX_BYTES)
  }
})

test('neighbors of one cause are drawn from different places (R63)', () => {
  for (const cause of DRAWN)
    expect(new Set([0, 1, 2, 3, 4, 5, 6, 7].map((variant) => picture(cause, variant, 'card'))).size).toBe(8)
})

test('a picture for a renderer without style sheets has every color written out', () => {
  for (const cause of DRAWN) expect(stillPicture(cause, 0, 'wide')).not.toMatch(/var\(|<style/)
})

test('there is no picture of a cause that nobody drew', () => {
  expect(picture('chess', 0, 'card')).toBeNull()
})

test('each kind of cause has a drawing', () => {
  for (const cause of CAUSE_IDS) expect(picture(cause, 0, 'card'), cause).toContain('<svg')
})
