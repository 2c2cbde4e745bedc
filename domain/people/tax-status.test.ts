import { describe, expect, it } from 'vitest'
import { taxStatusesToRecord } from './tax-status.ts'

const TODAY = '2027-01-15'
const EIN = '12-3456789'
const YES = { is501c3: true, ein: EIN }
const NO = { is501c3: false, ein: null }
const never = { ...NO, since: null, recordedOn: null }
const held = { ...YES, since: '2026-05-01', recordedOn: '2026-06-01' }
const asked = { since: null, checkedOn: TODAY }
const OTHER = { is501c3: true, ein: '98-7654321' }

describe('recording a 501(c)(3) (R70)', () => {
  const record = (since: string | null, checkedOn: string | null = TODAY) =>
    taxStatusesToRecord([never], { ...YES, since, checkedOn }, TODAY)

  it('holds from the day that is given, else from the day of the check', () => {
    expect(record('2026-03-01')).toEqual([{ ...YES, since: '2026-03-01' }])
    expect(record(null, '2027-01-10')).toEqual([{ ...YES, since: '2027-01-10' }])
    expect(record(null, null)).toEqual([{ ...YES, since: TODAY }])
  })

  it('changes nothing if it is recorded already', () => {
    expect(taxStatusesToRecord([never, held], { ...YES, ...asked }, TODAY)).toEqual([])
    expect(taxStatusesToRecord([never, held], { ...YES, ...asked, since: '2026-05-01' }, TODAY)).toEqual([])
    expect(taxStatusesToRecord([never], { ...NO, ...asked }, TODAY)).toEqual([])
  })

  it('again after its end holds from a check since then, else from today', () => {
    const ended = { ...NO, since: '2026-09-01', recordedOn: '2026-09-01' }
    const restore = (wanted: object) =>
      taxStatusesToRecord([never, held, ended], { ...YES, ...asked, ...wanted }, TODAY)
    expect(restore({ checkedOn: '2020-01-15' })).toEqual([{ ...YES, since: TODAY }])
    expect(restore({ checkedOn: '2026-12-01' })).toEqual([{ ...YES, since: '2026-12-01' }])
    expect(restore({ since: '2026-08-01' })).toEqual([{ ...YES, since: '2026-08-01' }])
  })
})

describe('changing a 501(c)(3) (R70)', () => {
  const change = (wanted: object, current: typeof held | (typeof held & { since: null }) = held) =>
    taxStatusesToRecord([never, current], { ...YES, ...asked, ...wanted }, TODAY)

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

  it('to none on the day on which its day was moved is no mistake: it had held before', () => {
    const moved = [
      { ...NO, since: '2026-05-01', recordedOn: TODAY },
      { ...YES, since: '2026-07-01', recordedOn: TODAY },
    ]
    expect(taxStatusesToRecord([never, held, ...moved], { ...NO, ...asked }, TODAY)).toEqual([
      { ...NO, since: TODAY },
    ])
    expect(taxStatusesToRecord([never, held, ...moved], { ...OTHER, ...asked }, TODAY)).toEqual([
      { ...OTHER, since: TODAY },
    ])
  })
})

describe('an EIN that followed another one (R70)', () => {
  const other = { ...OTHER, since: '2026-08-01', recordedOn: '2026-08-01' }
  const change = (history: readonly (typeof held)[], wanted: object) =>
    taxStatusesToRecord([never, ...history], { ...OTHER, ...asked, ...wanted }, TODAY)

  it('moved to a later day leaves the days before to the one that held then', () => {
    expect(change([held, other], { since: '2026-10-01' })).toEqual([
      { ...YES, since: '2026-08-01' },
      { ...OTHER, since: '2026-10-01' },
    ])
  })

  it('moved to an earlier day and then to a later one leaves each day to what held then', () => {
    const earlier = { ...other, since: '2026-04-01', recordedOn: '2026-09-01' }
    expect(change([held, other, earlier], { since: '2026-10-01' })).toEqual([
      { ...NO, since: '2026-04-01' },
      { ...YES, since: '2026-05-01' },
      { ...OTHER, since: '2026-10-01' },
    ])
  })

  it('given with a later day takes no day away from the one before it', () => {
    expect(change([held], { since: '2026-08-01' })).toEqual([{ ...OTHER, since: '2026-08-01' }])
  })

  it('taken back on the day on which it was recorded never held', () => {
    const mistake = { ...other, since: '2026-03-01', recordedOn: TODAY }
    expect(change([held, mistake], YES)).toEqual([
      { ...NO, since: '2026-03-01' },
      { ...YES, since: '2026-05-01' },
    ])
  })
})
