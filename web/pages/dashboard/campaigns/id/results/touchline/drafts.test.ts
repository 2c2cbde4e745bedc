import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ADD, type Count } from './count.ts'
import { draftsOf, dropDraft, firstOf, keepDraft } from './drafts.ts'
import { emptyMatch } from './new-match.tsx'

const SAM = { userId: 'sam', campaignId: 'c1' }
const DAY = 86_400_000
const count = (choice: string, value = '2'): Count => ({
  choice,
  added: { ...emptyMatch, day: '2026-09-12' },
  note: '',
  evidenceUrl: '',
  typed: { g: { value, standing: null } },
})
const choicesOf = (now: number) => draftsOf(SAM, now).map(({ count }) => count.choice)

beforeEach(() => {
  const kept: Record<string, string> = {}
  const methods = {
    getItem: (place: string) => kept[place] ?? null,
    setItem: (place: string, text: string) => void Object.assign(kept, { [place]: text }),
    removeItem: (place: string) => void Reflect.deleteProperty(kept, place),
  }
  // As in a browser: the keys of the storage are its entries.
  const storage = new Proxy(kept, {
    get: (all, name) => Reflect.get(methods, name) ?? Reflect.get(all, name),
  })
  vi.stubGlobal('localStorage', storage)
})

describe('counts in progress', () => {
  it('are kept for each match, the newest first', () => {
    keepDraft(SAM, count('today'), 1)
    keepDraft(SAM, count('last week'), 2)
    keepDraft({ ...SAM, userId: 'olive' }, count('other'), 3)
    expect(choicesOf(4)).toEqual(['last week', 'today'])
    dropDraft(SAM, 'last week')
    expect(draftsOf(SAM, 4)).toEqual([{ count: count('today'), at: 1 }])
  })

  it('are not kept once nothing is typed, or for more than a month', () => {
    keepDraft(SAM, count('today'), 1)
    keepDraft(SAM, { ...count('today'), typed: {} }, 2)
    keepDraft(SAM, count('old'), 3)
    expect([choicesOf(4), choicesOf(31 * DAY)]).toEqual([['old'], []])
  })
})

describe('the match that counting goes on with', () => {
  const choices = [
    { id: 'today', group: 'Today' },
    { id: 'old', group: 'No results yet' },
  ]
  const begun = (...ids: string[]) => ids.map((id, index) => ({ count: count(id), at: -index }))
  it.each([
    ['is the one of today that was begun', begun('old', 'today'), choices, 'today'],
    ['is an unscheduled one of today', begun('old', ADD), choices, ADD],
    ['is today’s match before one of another day', begun('old'), choices, undefined],
    ['is what was begun last where nothing is played today', begun('old'), choices.slice(1), 'old'],
    ['is none that is no longer listed', begun('gone'), choices.slice(1), undefined],
  ])('%s', (_, drafts, listed, expected) => {
    expect(firstOf(drafts, listed, '2026-09-12')?.choice).toBe(expected)
  })
})
