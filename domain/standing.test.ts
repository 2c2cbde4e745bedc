import { describe, expect, it } from 'vitest'
import { standingsToRecord } from './standing.ts'

const TODAY = '2027-01-15'
const EIN = '12-3456789'
const YES = { is501c3: true, ein: EIN }
const NO = { is501c3: false, ein: null }
const never = { ...NO, since: null, recordedOn: null }
const held = { ...YES, since: '2026-05-01', recordedOn: '2026-06-01' }
const asked = { since: null, checkedOn: TODAY }

describe('recording a 501(c)(3) (R70)', () => {
  const record = (since: string | null, checkedOn: string | null = TODAY) =>
    standingsToRecord({ current: never, previous: null }, { ...YES, since, checkedOn }, TODAY)

  it('holds from the day that is given, else from the day of the check', () => {
    expect(record('2026-03-01')).toEqual([{ ...YES, since: '2026-03-01' }])
    expect(record(null, '2027-01-10')).toEqual([{ ...YES, since: '2027-01-10' }])
    expect(record(null, null)).toEqual([{ ...YES, since: TODAY }])
  })

  it('changes nothing if it is recorded already', () => {
    const latest = { current: held, previous: NO }
    expect(standingsToRecord(latest, { ...YES, ...asked }, TODAY)).toEqual([])
    expect(standingsToRecord(latest, { ...YES, ...asked, since: '2026-05-01' }, TODAY)).toEqual([])
    expect(standingsToRecord({ current: never, previous: null }, { ...NO, ...asked }, TODAY)).toEqual([])
  })
})

describe('changing a 501(c)(3) (R70)', () => {
  const change = (wanted: object, current: typeof held | (typeof held & { since: null }) = held) =>
    standingsToRecord({ current, previous: NO }, { ...YES, ...asked, ...wanted }, TODAY)

  it('to an earlier day adds the days before', () => {
    expect(change({ since: '2026-01-01' })).toEqual([{ ...YES, since: '2026-01-01' }])
  })

  it('to a later day takes the days before away', () => {
    expect(change({ since: '2026-07-01' })).toEqual([
      { ...NO, since: '2026-05-01' },
      { ...YES, since: '2026-07-01' },
    ])
    const always = { ...held, since: null as never }
    expect(change({ since: '2026-07-01' }, always)[0]).toEqual({ ...NO, since: null })
  })

  it('to another EIN holds from today, and from its first day if it was recorded today', () => {
    const ein = '98-7654321'
    expect(change({ ein })).toEqual([{ ...YES, ein, since: TODAY }])
    expect(change({ ein }, { ...held, recordedOn: TODAY })).toEqual([{ ...YES, ein, since: '2026-05-01' }])
  })

  it('to none holds from today; what was recorded today was a mistake and never held', () => {
    expect(change(NO)).toEqual([{ ...NO, since: TODAY }])
    expect(change(NO, { ...held, recordedOn: TODAY })).toEqual([{ ...NO, since: '2026-05-01' }])
  })
})
