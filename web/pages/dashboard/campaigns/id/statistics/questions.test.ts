import { expect, test } from 'vitest'
import type { Statistic } from '#domain/schemas/statistic.ts'
import { questionsFor } from './statistic-questions.tsx'

const statistic = (id: string, name: string, isActive = true) =>
  ({ id, name, isActive, unitName: null, description: null }) as Statistic
const goals = statistic('1', 'Goals')
const closed = statistic('2', 'Wins', false)
const data = (status: 'draft' | 'active' = 'active') => ({
  statistics: [goals, closed],
  campaign: { status },
})
const saved = (name: string, more = {}) => ({
  name,
  unitName: null,
  description: null,
  isActive: true,
  ...more,
})

test('a change of wording is questioned where there are or may be pledges, and never in a draft', () => {
  const asked = (pledges: number | undefined, more = {}, status: 'draft' | 'active' = 'active') =>
    questionsFor(saved('Goals', more), { data: data(status), statistic: goals, pledges })?.isReworded ?? false
  const unit = { unitName: 'goal' }
  expect([asked(3, unit), asked(undefined, unit), asked(0, unit), asked(3)]).toEqual([
    true,
    true,
    false,
    false,
  ])
  expect([asked(undefined, unit, 'draft'), asked(3, { isActive: false })]).toEqual([false, false])
})

test('a second open statistic with one name is questioned, whether it is added, renamed or opened', () => {
  const asked = (one: Statistic | null, name: string, more = {}) =>
    questionsFor(saved(name, more), { data: data(), statistic: one, pledges: 0 })?.namesake ?? null
  expect([asked(null, 'goals '), asked(null, 'Wins'), asked(null, 'Saves')]).toEqual(['Goals', null, null])
  expect(asked(null, 'Goals', { isActive: false })).toBeNull()
  expect(asked(goals, 'Goals', { description: 'All' })).toBeNull()
  const twin = statistic('3', 'Goals', false)
  expect([asked(twin, 'Goals'), asked(closed, 'Goals')]).toEqual(['Goals', 'Goals'])
})
