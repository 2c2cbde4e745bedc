import { describe, expect, it } from 'vitest'
import { imageFolder, imagePath, imageWidths, mainImagePath, readImagePath } from './image.ts'

const id = '0199a4c2-1111-7222-8333-444455556666'
const hash = 'a'.repeat(32)

describe('an uploaded picture', () => {
  it('is kept in the widths that pages use, and never wider than it was', () => {
    expect(imageWidths({ width: 4000 })).toEqual([480, 960, 1600])
    expect(imageWidths({ width: 1600 })).toEqual([480, 960, 1600])
    expect(imageWidths({ width: 1200 })).toEqual([480, 960, 1200])
    expect(imageWidths({ width: 480 })).toEqual([480])
  })

  it('says its size in its address', () => {
    const size = { width: 1200, height: 800 }
    const folder = imageFolder(id, hash, size)
    expect(mainImagePath({ folder, ...size })).toBe(`/images/${id}/${hash}-1200x800/1200.webp`)
    expect(readImagePath(imagePath(folder, 960, 'avif'))).toEqual({
      folder,
      ...size,
      shownWidth: 960,
      format: 'avif',
    })
  })

  it.each([
    '',
    'https://example.org/a.webp',
    '/images/../../etc/passwd',
    `/images/${id}/${hash}-1200x800/original.jpeg`,
    `/images/${id}/${hash}-1200x800/../${hash}-1x1/480.webp`,
    `/images/${id}/${hash}-1200x800/480.svg`,
    `/images/${id}/${hash}-1200x800/480.webp\n`,
    `/images/${id}/%2e%2e-1200x800/480.webp`,
  ])('is not found under the address %j', (path) => {
    expect(readImagePath(path)).toBeNull()
  })
})
