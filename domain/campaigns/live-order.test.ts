import { describe, expect, it } from 'vitest'
import type { CampaignDetail } from '../schemas/campaign.ts'
import { changeBetween, withChange } from './live.ts'

const EMPTY = {
  revision: 'a',
  campaigns: {},
  organizations: {},
  statistics: [],
  rewards: [],
  commentsCount: 0,
  pledgesCount: 0,
  events: [],
  results: [],
  pledges: [],
  comments: [],
}
const detail = (change: object) => ({ ...EMPTY, ...change }) as unknown as CampaignDetail
const follow = (before: object, after: object) => {
  const from = detail(before)
  const to = detail({ revision: 'b', ...after })
  return withChange(from, changeBetween(from, to))
}

describe('an open page that applies a live update', () => {
  it('has events in the order of their start, equal ones by id', () => {
    const a = { id: 'a', startTime: '2026-09-02' }
    const b = { id: 'b', startTime: '2026-09-01' }
    const c = { id: 'c', startTime: '2026-09-01' }
    expect(follow({ events: [c, a] }, { events: [b, c, a] }).events).toEqual([b, c, a])
    expect(follow({ events: [b, a] }, { events: [b, c, a] }).events).toEqual([b, c, a])
    expect(follow({ events: [] }, { events: [b, c, a] }).events).toEqual([b, c, a])
  })

  it.each(['results', 'pledges', 'comments'] as const)('has the newest of the %s first', (list) => {
    const rows = ['3', '2', '1'].map((id) => ({ id }))
    expect(follow({ [list]: [rows[1]] }, { [list]: rows })[list]).toEqual(rows)
    expect(follow({ [list]: [rows[0], rows[2]] }, { [list]: rows })[list]).toEqual(rows)
  })

  it.each([
    ['campaigns', { totalPledged: '5.00' }],
    ['organizations', { name: 'Harbor High' }],
    ['statistics', [{ id: 'g' }]],
    ['rewards', [{ id: 'r' }]],
    ['commentsCount', 7],
    ['pledgesCount', 7],
  ])('has the new %s', (name, value) => {
    expect(follow({}, { [name]: value })).toMatchObject({ revision: 'b', [name]: value })
  })

  it('drops rows that were removed', () => {
    expect(follow({ results: [{ id: '2' }, { id: '1' }] }, { results: [{ id: '2' }] }).results).toEqual([
      { id: '2' },
    ])
  })
})

it('a live update between equal states carries no values and no lists', () => {
  expect(changeBetween(detail({}), detail({ revision: 'b' }))).toEqual({
    from: 'a',
    to: 'b',
    values: {},
    lists: {},
  })
})
