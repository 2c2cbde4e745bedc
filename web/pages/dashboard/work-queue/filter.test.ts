import { expect, it } from 'vitest'
import { WORK_QUEUE_SORTS, WORK_QUEUE_STAGES } from '#domain/schemas/work-queue.ts'
import { filterOf, ORDERS, STAGE_WORDS, workQueueAddress, workQueueFilterOf } from './filter.ts'

const of = (query: string) => workQueueFilterOf(new URLSearchParams(query))
const FIRST = { show: 'mine_if_any', stage: 'open', search: '', by: 'end', page: 1 }

it('the work queue opens with the default filter for an empty or invalid address', () => {
  expect(of('')).toEqual(FIRST)
  for (const nonsense of [
    'stage=lost',
    'by=luck',
    'page=0',
    'page=1.5',
    'page=x',
    'page=99999',
    'show=theirs',
  ])
    expect(of(nonsense)).toEqual(FIRST)
})

it('a work queue filter is read back from its own address, which omits defaults', () => {
  const filter = { show: 'all', stage: 'collecting', search: 'Harbor & sons', by: 'failed', page: 3 } as const
  const address = workQueueAddress(filter, { page: 3 })
  expect(of(address.split('?')[1] ?? '')).toEqual(filter)
  expect(workQueueAddress(of(''))).toBe('/dashboard')
  expect(workQueueAddress(of('page=4'), { search: 'x' })).toBe('/dashboard?search=x')
  expect(of(`search=${encodeURIComponent('a\u0000b')}${'y'.repeat(300)}`).search).toHaveLength(200)
})

it('every work queue stage and sort order is known to the server', () => {
  expect(WORK_QUEUE_STAGES).toEqual(['open', 'all', ...Object.keys(STAGE_WORDS)])
  for (const { value, sort, order } of ORDERS) {
    expect(WORK_QUEUE_SORTS).toContain(sort)
    expect(filterOf(of(`by=${value}`))).toMatchObject({ sort, order })
  }
})
