import { expect, test } from 'vitest'
import { idFrom, isId, newId } from './ids.ts'

test('ids sort by creation, also within one millisecond, and are unique', () => {
  const clockAt = (time: string) => ({ now: () => new Date(time) })
  const noon = clockAt('2026-10-13T12:00:00.000Z')
  const later = clockAt('2026-10-13T12:00:00.001Z')
  const ids = [
    ...Array.from({ length: 500 }, () => newId(noon)),
    ...Array.from({ length: 500 }, () => newId(later)),
  ]
  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.every(isId)).toBe(true)
})

test('the same text makes the same id, and another text another one', () => {
  expect(idFrom('one')).toBe(idFrom('one'))
  expect(idFrom('one')).not.toBe(idFrom('two'))
  expect(idFrom('one')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(isId(idFrom('one'))).toBe(true)
})
