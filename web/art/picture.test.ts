import { expect, test } from 'vitest'
import { SCENES } from '#domain/campaigns/scenes.ts'
import { picture, stillPicture, VARIANT_COUNT } from './picture.ts'

/** A hero is fetched before anything is read: at most 1.5 times the largest drawing from before causes other than sports. */
const MAX_BYTES = 45_000
const all = SCENES.flatMap((scene) =>
  (['card', 'wide'] as const).flatMap((size) =>
    Array.from({ length: VARIANT_COUNT }, (_, variant) => ({ scene, variant, size })),
  ),
)

test.each(SCENES)('the picture %s is drawn from every camera, with its one orange detail (R63)', (scene) => {
  for (const one of all.filter((other) => other.scene === scene)) {
    const svg = picture(one.scene, one.variant, one.size) ?? ''
    expect(svg).toContain('</svg>')
    expect(svg).not.toMatch(/NaN|undefined|Infinity/)
    expect(svg).toMatch(
      scene === 'custom' ? /var\(--track\)/ : scene === 'baseball' ? /var\(--clay/ : /var\(--accent\)"/,
    )
    expect(svg.length).toBeLessThan(MAX_BYTES)
  }
})

test('neighbors of one cause are drawn from different places (R63)', () => {
  for (const scene of SCENES)
    expect(new Set([0, 1, 2, 3, 4, 5, 6, 7].map((variant) => picture(scene, variant, 'card'))).size).toBe(8)
})

test('a picture for a renderer without style sheets has every color written out', () => {
  for (const scene of SCENES) expect(stillPicture(scene, 0, 'wide')).not.toMatch(/var\(|<style/)
})

test('there is no picture of a cause that nobody drew', () => {
  expect(picture('chess', 0, 'card')).toBeNull()
})
