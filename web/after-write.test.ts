import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { refreshAfterWrite } from './after-write.ts'
import { campaignKey } from './queries/campaigns.ts'
import { openWorkQuery, ownStepsQuery, workQueueStepsQuery } from './queries/work-queue.ts'

const WAITING = [openWorkQuery, ownStepsQuery, workQueueStepsQuery].map(({ queryKey }) => queryKey)

it('after a write that names no query, the lists and counts of what waits are read again', async () => {
  const client = new QueryClient()
  for (const queryKey of WAITING) client.setQueryData(queryKey as readonly unknown[], {})
  client.setQueryData(campaignKey('c'), {})
  await refreshAfterWrite(client)
  expect(WAITING.map((queryKey) => client.getQueryState(queryKey)?.isInvalidated)).toEqual([true, true, true])
  expect(client.getQueryState(campaignKey('c'))?.isInvalidated).toBe(false)
})

it('after a write that names a campaign, all that is known of it is read again as well', async () => {
  const client = new QueryClient()
  client.setQueryData([...campaignKey('c'), 'management'], {})
  client.setQueryData([...campaignKey('d'), 'management'], {})
  await refreshAfterWrite(client, [campaignKey('c')])
  expect(client.getQueryState([...campaignKey('c'), 'management'])?.isInvalidated).toBe(true)
  expect(client.getQueryState([...campaignKey('d'), 'management'])?.isInvalidated).toBe(false)
})

it('a list that was still loading when something was written is read once more', async () => {
  const client = new QueryClient()
  const queryKey = [...campaignKey('c'), 'results', 'waiting']
  const answers: ((waiting: number) => void)[] = []
  const queryFn = () => new Promise<number>((resolve) => answers.push(resolve))
  const stop = new QueryObserver(client, { queryKey, queryFn }).subscribe(() => undefined)
  const refreshed = refreshAfterWrite(client, [campaignKey('c')])
  answers[0]?.(8)
  await expect.poll(() => answers.length).toBe(2)
  answers[1]?.(0)
  await refreshed
  expect(client.getQueryData(queryKey)).toBe(0)
  stop()
})
