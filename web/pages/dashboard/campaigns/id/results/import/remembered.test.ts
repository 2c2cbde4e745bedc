import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { rememberMeanings, withRemembered } from './remembered.ts'

const GOALS = '0198a000-0000-7000-8000-000000000001'
const WINS = '0198a000-0000-7000-8000-000000000002'
const known = new Set(['date', 'opponent', 'ignore', GOALS, WINS])
const columns = (meanings: Record<string, string>) =>
  Object.entries(meanings).map(([header, meaning]) => ({ header, meaning, samples: [] }))
const again = (proposed: Record<string, string>) =>
  Object.fromEntries(
    withRemembered('c', columns(proposed), known).map(({ header, meaning }) => [header, meaning]),
  )

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
})
afterEach(() => vi.unstubAllGlobals())

it('a column that was left out before its statistic was there is proposed once it is', () => {
  const proposed = columns({ Date: 'date', Win: 'ignore' })
  rememberMeanings('c', proposed, proposed)
  expect(again({ Date: 'date', Win: WINS })).toEqual({ Date: 'date', Win: WINS })
})

it('a column that was left out on purpose stays so, and a chosen meaning stays chosen', () => {
  rememberMeanings(
    'c',
    columns({ Goals: 'ignore', Tally: GOALS }),
    columns({ Goals: GOALS, Tally: 'ignore' }),
  )
  expect(again({ goals: GOALS, Tally: 'ignore' })).toEqual({ goals: 'ignore', Tally: GOALS })
})

it('a statistic that is gone is not chosen', () => {
  rememberMeanings('c', columns({ Saves: 'gone' }), columns({ Saves: 'ignore' }))
  expect(again({ Saves: 'ignore' })).toEqual({ Saves: 'ignore' })
})
