import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { CampaignDetail } from '../schemas/campaign.ts'
import { changeBetween, withChange } from './live.ts'

const ids = fc.uniqueArray(fc.uuid(), { maxLength: 8 })
const rows = (sorted: 'newest' | 'start') =>
  ids.chain((all) =>
    fc.tuple(...all.map(() => fc.nat(3))).map((values) =>
      all
        .map((id, index) => ({
          id,
          startTime: `2026-0${(values[index] ?? 0) + 1}-01`,
          state: values[index],
        }))
        .sort((a, b) =>
          sorted === 'newest'
            ? a.id > b.id
              ? -1
              : 1
            : `${a.startTime}${a.id}` < `${b.startTime}${b.id}`
              ? -1
              : 1,
        ),
    ),
  )
const detail = fc.record({
  revision: fc.uuid(),
  campaigns: fc.record({ totalPledged: fc.nat(2) }),
  organizations: fc.record({ name: fc.nat(2) }),
  statistics: fc.array(fc.nat(2)),
  rewards: fc.array(fc.nat(2)),
  commentsCount: fc.nat(2),
  pledgesCount: fc.nat(2),
  events: rows('start'),
  results: rows('newest'),
  pledges: rows('newest'),
  comments: rows('newest'),
}) as unknown as fc.Arbitrary<CampaignDetail>

it('applying a live update gives the new campaign, for any two states of it', () => {
  fc.assert(
    fc.property(detail, detail, (before, after) => {
      const sent = JSON.parse(JSON.stringify(changeBetween(before, after)))
      expect(withChange(before, sent)).toEqual(after)
    }),
  )
})

it('a live update carries only the rows that changed, and keeps the rest', () => {
  const row = (id: string, state: string) => ({ id, state })
  const before = {
    revision: 'a',
    pledgesCount: 1,
    commentsCount: 0,
    statistics: [],
    events: [],
    pledges: [],
    comments: [],
    results: [row('3', 'entered'), row('2', 'confirmed'), row('1', 'confirmed')],
  } as unknown as CampaignDetail
  const after = {
    ...before,
    revision: 'b',
    results: [row('4', 'entered'), row('3', 'confirmed'), row('2', 'confirmed')],
  }
  const change = changeBetween(before, after as unknown as CampaignDetail)
  expect(change).toEqual({
    from: 'a',
    to: 'b',
    values: {},
    lists: { results: { rows: [row('4', 'entered'), row('3', 'confirmed')], gone: ['1'] } },
  })
  expect(withChange(before, change).statistics).toBe(before.statistics)
})
