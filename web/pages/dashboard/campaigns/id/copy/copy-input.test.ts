import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Management } from '#domain/schemas/campaign.ts'
import { CampaignCopyForm } from '#domain/schemas/campaign-copy.ts'
import {
  copyIntent,
  followedWeeks,
  forgetCopy,
  keepCopy,
  nextName,
  outsideText,
  payloadOf,
  proposedCopy,
  readCopy,
  weeksIn,
} from './copy-input.ts'

const GOALS = '0198c0de-0000-7000-8000-000000000001'
const WINS = '0198c0de-0000-7000-8000-000000000002'
const CHAMPION = '0198c0de-0000-7000-8000-000000000003'
const MILESTONE = '0198c0de-0000-7000-8000-000000000004'
const season = (open: boolean[] = [true, true]) =>
  ({
    campaign: {
      name: 'Fall 2025',
      goal: '10000.00',
      startDate: '2025-09-05',
      endDate: '2025-12-12',
      imageUrl: null,
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
      name: 'Fall 2026',
      goal: '10000',
      startDate: '2026-09-04',
      endDate: '2026-12-11',
      scheduleWeeks: '52',
      statisticIds: [GOALS, WINS],
      rewardIds: [CHAMPION, MILESTONE],
      ambassadorIds: [],
      withSchedule: true,
      withPicture: false,
    })
  })

  it('leaves out inactive statistics, unless all are inactive', () => {
    expect(proposedCopy(season([true, false]), '2026-06-01')).toMatchObject({
      statisticIds: [GOALS],
      rewardIds: [CHAMPION],
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

  it('has the goal as people write it', () => {
    const sent = payloadOf({ ...copy, goal: '$12,000' }, data)
    expect(CampaignCopyForm.parse(sent).goal).toBe(1_200_000)
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

describe('the proposed name of a copy', () => {
  const autumn = { startDate: '2025-09-05', endDate: '2025-12-12' }
  const winter = { startDate: '2025-11-20', endDate: '2026-03-01' }
  const named = (name: string, season = winter, years = 1) => nextName(name, season, years)

  it('has the years of the next season, as they are written', () => {
    expect(named('Fall 2025', autumn)).toBe('Fall 2026')
    expect(named('Fall 2025', autumn, 2)).toBe('Fall 2027')
    expect(named('Fall ’25', autumn)).toBe('Fall ’26')
    expect(named('Winter 2025-26')).toBe('Winter 2026-27')
    expect(named('Winter 2025/26')).toBe('Winter 2026/27')
    expect(named('Winter 2025–2026')).toBe('Winter 2026–2027')
    expect(named('Spring trip 2026')).toBe('Spring trip 2027')
  })

  it('keeps other years and gets the season’s where it has none', () => {
    expect(named('Class of 2030 trip', autumn)).toBe('Class of 2030 trip 2026')
    expect(named('Hoops', autumn)).toBe('Hoops 2026')
    expect(named('Hoops')).toBe('Hoops 2026-27')
    expect(named('H'.repeat(198), autumn)).toBe('H'.repeat(198))
  })
})

describe('the schedule of a copy', () => {
  const campaign = { startDate: '2025-09-05' }
  const follow = (startDate: string, scheduleWeeks: string, chosen: string) =>
    followedWeeks({ startDate, scheduleWeeks }, campaign, chosen)

  it('follows the start date in whole weeks, until somebody types other weeks', () => {
    expect(follow('2026-09-04', '52', '2027-08-13')).toBe('101')
    expect(follow('2026-09-04', '52', '2026-09-06')).toBe('52')
    expect(follow('2026-09-04', '50', '2027-08-13')).toBe('50')
    // A day that is being typed is no start to follow, and typing goes on from it.
    expect(follow('2026-09-04', '52', '02/30')).toBe('52')
    expect(follow('02/30', '52', '2027-08-13')).toBe('101')
  })

  it('says how many events are outside the dates', () => {
    const dates = { startDate: '2027-08-14', endDate: '2027-08-20', scheduleWeeks: '52' }
    const at = (startTime: string) => ({ startTime })
    const of = (...events: { startTime: string }[]) =>
      outsideText(dates, { campaign: { timeZone: 'America/New_York' }, events })
    const inside = at('2026-08-18T23:00:00Z')
    // The evening of the last day, in the campaign's zone.
    expect(of(inside, at('2026-08-22T01:00:00Z'))).toBeNull()
    expect(of(inside, at('2026-08-22T23:00:00Z'))).toBe('1 of the 2 events is outside these dates.')
    expect(of(at('2026-11-30T01:00:00Z'))).toBe('The event is outside these dates.')
    expect(
      outsideText({ ...dates, endDate: '02/30' }, { campaign: { timeZone: 'UTC' }, events: [inside] }),
    ).toBe(null)
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
