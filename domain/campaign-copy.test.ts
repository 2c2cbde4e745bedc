import { describe, expect, it } from 'vitest'
import { proposedDates, sameTimeLater } from './campaign-copy.ts'

describe('the proposed dates of a copied campaign', () => {
  const season = { startDate: '2025-09-05', endDate: '2025-12-12' }

  it('are 52 weeks later, on the same days of the week', () => {
    expect(proposedDates(season, '2026-02-01')).toEqual({
      ...{ startDate: '2026-09-04', endDate: '2026-12-11', weeks: 52 },
    })
    expect(new Date('2025-09-05').getUTCDay()).toBe(new Date('2026-09-04').getUTCDay())
  })

  it('are moved on by whole years until they are in the future', () => {
    expect(proposedDates(season, '2026-12-11').weeks).toBe(52)
    expect(proposedDates(season, '2026-12-12').weeks).toBe(104)
    expect(proposedDates({ startDate: '1999-01-01', endDate: '1999-02-01' }, '2026-01-01').weeks).toBe(520)
  })
})

describe('a game of a copied schedule', () => {
  const zone = 'America/New_York'

  it('keeps its local time across a daylight saving change', () => {
    // The last Friday of daylight time in 2025, and a Friday of standard time in 2026.
    const friday = new Date('2025-10-31T23:00:00Z')
    expect(sameTimeLater(friday, { weeks: 53, from: zone, to: zone })).toEqual(
      new Date('2026-11-07T00:00:00Z'),
    )
    expect(sameTimeLater(friday, { weeks: 0, from: zone, to: zone })).toEqual(friday)
  })

  it('keeps its local time when the organization changed its time zone', () => {
    const evening = new Date('2025-09-12T23:00:00Z')
    const moved = { weeks: 52, from: zone, to: 'America/Los_Angeles' }
    expect(sameTimeLater(evening, moved)).toEqual(new Date('2026-09-12T02:00:00Z'))
  })
})
