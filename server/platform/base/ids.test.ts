import { expect, test } from 'vitest'
import { isId, newId } from './ids.ts'

test('ids sort by creation, also within one millisecond, and are unique', () => {
  const clockAt = (time: string) => ({ now: () => new Date(time) })
  const [noon, later] = [clockAt('2026-10-13T12:00:00.000Z'), clockAt('2026-10-13T12:00:00.001Z')]
  const ids = [
    ...Array.from({ length: 500 }, () => newId(noon)),
    ...Array.from({ length: 500 }, () => newId(later)),
  ]
  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.every(isId)).toBe(true)
})
