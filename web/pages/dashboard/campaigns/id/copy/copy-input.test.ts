import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Management } from '#domain/schemas/campaign.ts'
import { CampaignCopyForm } from '#domain/schemas/campaign-copy.ts'
import { payloadOf, proposedCopy, weeksIn } from './copy-input.ts'
import { copyIntent, forgetCopy, keepCopy, readCopy } from './draft.ts'

const [GOALS, WINS] = ['0198c0de-0000-7000-8000-000000000001', '0198c0de-0000-7000-8000-000000000002']
const [CHAMPION, MILESTONE] = ['0198c0de-0000-7000-8000-000000000003', '0198c0de-0000-7000-8000-000000000004']
const season = (open: boolean[] = [true, true]) =>
  ({
    campaign: {
      ...{
        name: 'Fall 2025',
        goal: '10000.00',
        startDate: '2025-09-05',
        endDate: '2025-12-12',
        imageUrl: null,
      },
    },
    statistics: [
      { id: GOALS, isActive: open[0] },
      { id: WINS, isActive: open[1] },
    ],
    rewards: [
      { id: CHAMPION, statisticId: null },
      { id: MILESTONE, statisticId: WINS },
    ],
    events: [{ id: 'a game' }],
  }) as unknown as Management

describe('the proposed copy of a campaign', () => {
  it('is a year later, without any ambassadors preselected', () => {
    expect(proposedCopy(season(), '2026-06-01')).toEqual({
      ...{
        name: 'Fall 2026',
        goal: '10000',
        startDate: '2026-09-04',
        endDate: '2026-12-11',
        scheduleWeeks: '52',
      },
      ...{ statisticIds: [GOALS, WINS], rewardIds: [CHAMPION, MILESTONE], ambassadorIds: [] },
      ...{ withSchedule: true, withPicture: false },
    })
  })

  it('leaves out inactive statistics, unless all are inactive', () => {
    expect(proposedCopy(season([true, false]), '2026-06-01')).toMatchObject({
      ...{ statisticIds: [GOALS], rewardIds: [CHAMPION] },
    })
    expect(proposedCopy(season([false, false]), '2026-06-01').statisticIds).toEqual([GOALS, WINS])
  })

  it('is accepted by the API unchanged', () => {
    const data = season()
    const sent = payloadOf(proposedCopy(data, '2026-06-01'), data)
    expect(CampaignCopyForm.parse(sent)).toMatchObject({ goal: 1_000_000, scheduleWeeks: 52 })
  })
})

describe('the payload of a campaign copy', () => {
  const data = season()
  const copy = proposedCopy(data, '2026-06-01')

  it('has no reward whose statistic is left out', () => {
    expect(payloadOf({ ...copy, statisticIds: [GOALS] }, data).rewardIds).toEqual([CHAMPION])
  })

  it('omits the schedule if not wanted, and is refused for invalid weeks', () => {
    expect(payloadOf({ ...copy, withSchedule: false, scheduleWeeks: 'many' }, data).scheduleWeeks).toBeNull()
    for (const scheduleWeeks of ['', 'many', '1.5', '521']) {
      const read = CampaignCopyForm.safeParse(payloadOf({ ...copy, scheduleWeeks }, data))
      expect(read.error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
        ['scheduleWeeks', 'Enter whole weeks, at most ten years'],
      ])
    }
    expect(['52', '-1', ' 3 ', '', 'x', '1.5'].map(weeksIn)).toEqual([52, -1, 3, null, null, null])
  })
})

describe('a campaign copy kept in the browser tab', () => {
  const kept = new Map<string, string>()
  beforeEach(() => {
    kept.clear()
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
      removeItem: (key: string) => kept.delete(key),
    })
  })
  const copy = proposedCopy(season(), '2026-06-01')

  it('is read back only by its user for its campaign, until it is sent', () => {
    keepCopy('a', 'ada', copy)
    expect([readCopy('a', 'ada'), readCopy('b', 'ada'), readCopy('a', 'bob')]).toEqual([copy, null, null])
    forgetCopy('a')
    expect(readCopy('a', 'ada')).toBeNull()
    kept.set('copying-campaign a', '{"userId":"ada","copy":{"name":7}}')
    expect(readCopy('a', 'ada')).toBeNull()
  })

  it('keeps its idempotency key until it is answered', () => {
    keepCopy('a', 'ada', copy)
    const key = copyIntent('a', 'ada').keyFor('one')
    expect(copyIntent('a', 'ada').keyFor('one')).toBe(key)
    expect(copyIntent('b', 'ada').keyFor('one')).not.toBe(key)
    expect(readCopy('a', 'ada')).toEqual(copy)
    copyIntent('a', 'ada').answered()
    expect(copyIntent('a', 'ada').keyFor('one')).not.toBe(key)
  })
})
