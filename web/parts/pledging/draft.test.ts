import { beforeEach, expect, test, vi } from 'vitest'
import { keepDraft, readDraft } from './draft.ts'
import { forgetDraft, isOpening, keepOpening } from './opening.ts'
import { pledgeIntent } from './pledge-intent.ts'

const kept = new Map<string, string>()
beforeEach(() => {
  kept.clear()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
})

const answers = {
  pledgerId: 'sam',
  ambassadorId: null,
  isAnonymous: true,
  note: 'Go!',
  paymentMethod: 'check' as const,
  card: null,
  profile: { city: 'Bend' },
}
const draft = { userId: 'sam', isOpen: true, step: 3, answers, sent: null }

test('a pledge draft is read back only by its user for its campaign', () => {
  keepDraft('a', draft)
  expect(readDraft('a', 'sam')).toEqual(draft)
  expect(readDraft('a', 'somebody else')).toMatchObject({ isOpen: false, step: 1, answers: null })
  expect(readDraft('another campaign', 'sam')).toMatchObject({ isOpen: false, step: 1 })
  forgetDraft('a')
  expect(readDraft('a', 'sam')).toMatchObject({ isOpen: false, answers: null })
})

test('the pledge dialog that a visitor opened reopens after they sign in', () => {
  keepOpening('a')
  expect(readDraft('a', 'sam')).toMatchObject({ isOpen: true, step: 1, answers: null })
  expect(isOpening('a', 'sam')).toBe(true)
  keepDraft('a', { ...draft, isOpen: false })
  keepOpening('a')
  expect(readDraft('a', 'sam')).toEqual(draft)
  expect(isOpening('a', 'somebody else')).toBe(false)
  expect(isOpening('b', 'sam')).toBe(false)
})

test.each(['', '{', '[]', '{"userId":"sam","step":9}', JSON.stringify({ ...draft, step: 6 })])(
  'an unreadable pledge draft is ignored: %s',
  (text) => {
    kept.set('pledging:a', text)
    expect(readDraft('a', 'sam')).toMatchObject({ isOpen: false, step: 1, answers: null })
  },
)

test('a pledge request keeps its idempotency key across reloads until it changes or is answered', () => {
  keepDraft('a', draft)
  const first = pledgeIntent('a', 'sam').keyFor('one')
  expect(pledgeIntent('a', 'sam').keyFor('one')).toBe(first)
  const second = pledgeIntent('a', 'sam').keyFor('two')
  expect(second).not.toBe(first)
  pledgeIntent('a', 'sam').answered()
  expect(pledgeIntent('a', 'sam').keyFor('two')).not.toBe(second)
  expect(readDraft('a', 'sam').answers).toEqual(answers)
})

test('a pledge request of another user, or one that is unreadable, gets a key of its own', () => {
  const first = pledgeIntent('a', 'sam').keyFor('one')
  expect(pledgeIntent('a', 'kim').keyFor('one')).not.toBe(first)
  for (const text of ['', '[]', '7', '{"sent":7}', '{"sent":{"body":"one","key":7}}']) {
    kept.set('pledging:a', text)
    expect(pledgeIntent('a', 'sam').keyFor('one')).toMatch(/^[0-9a-f-]{36}$/)
    expect(readDraft('a', 'sam')).toMatchObject({ isOpen: false, step: 1 })
  }
})

test('pledging works in a browser without storage', () => {
  const refuse = () => {
    throw new Error('denied')
  }
  vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
  keepDraft('a', draft)
  expect(readDraft('a', 'sam').step).toBe(1)
  expect(pledgeIntent('a', 'sam').keyFor('one')).toMatch(/^[0-9a-f-]{36}$/)
  forgetDraft('a')
})
