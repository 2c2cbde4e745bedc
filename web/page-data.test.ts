/** Which data a page can do without, and which it cannot. */
import { hydrate, QueryClient } from '@tanstack/react-query'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { PageContext } from './page-data.ts'
import { loadOnServer, optional } from './page-data.ts'
import { linkedForecastQuery, pledgeForecastQuery } from './queries/forecasts.ts'
import { linkedPledgeQuery, pledgeQuery } from './queries/pledges.ts'

const answering = (status: (path: string) => number): PageContext =>
  ({
    api: async (path: string) => Response.json({ path }, { status: status(path) }),
  }) as unknown as PageContext
afterEach(() => {
  vi.useRealTimers()
})

const isForecast = (path: string) => path.endsWith('/forecast')

describe.each([
  ['a pledge’s page', pledgeQuery('17'), pledgeForecastQuery('17')],
  ['its page by a link', linkedPledgeQuery('token'), linkedForecastQuery('token')],
])('%s', (_, pledge, forecast) => {
  test('is there with its pledge when only its forecast fails', async () => {
    const page = answering((path) => (isForecast(path) ? 500 : 200))
    const { dehydrated } = await loadOnServer(page, [pledge, forecast])
    const client = new QueryClient()
    hydrate(client, dehydrated)
    expect(client.getQueryData(pledge.queryKey)).toMatchObject({ path: pledge.meta?.path })
    expect(client.getQueryState(forecast.queryKey)).toBeUndefined()
  })

  test('waits a second for its forecast, and is there without it then', async () => {
    vi.useFakeTimers()
    const answers = answering(() => 200)
    const api: PageContext['api'] = (path) =>
      isForecast(path) ? new Promise<never>(() => undefined) : answers.api(path)
    const arrived = vi.fn()
    const loading = loadOnServer({ ...answers, api }, [pledge, forecast]).then((page) => {
      arrived()
      return page
    })
    await vi.advanceTimersByTimeAsync(999)
    expect(arrived).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    const { dehydrated } = await loading
    expect(dehydrated.queries.map(({ queryKey }) => queryKey)).toEqual([pledge.queryKey])
  })

  test('is missing when its pledge is, and fails when its pledge does, which is reported', async () => {
    const reported = vi.fn()
    console.error = reported
    for (const status of [404, 500]) {
      const page = answering((path) => (isForecast(path) ? 200 : status))
      await expect(loadOnServer(page, [pledge, forecast])).rejects.toMatchObject({ init: { status } })
    }
    expect(reported).toHaveBeenCalledTimes(1)
  })
})

describe('a page that needs more once its first data is known', () => {
  const pledge = pledgeQuery('17')
  const other = pledgeQuery('18')

  test('reads it after its first data, and each path once', async () => {
    const api = vi.fn(answering(() => 200).api)
    const page = { ...answering(() => 200), api }
    const { dehydrated } = await loadOnServer(page, [pledge], (client) =>
      client.getQueryData(pledge.queryKey) ? [other] : [],
    )
    expect(dehydrated.queries.map(({ queryKey }) => queryKey)).toEqual([pledge.queryKey, other.queryKey])
    await loadOnServer(page, [pledge])
    expect(api.mock.calls.map(([path]) => path)).toEqual([pledge.meta?.path, other.meta?.path])
  })

  test('is not delayed by optional data before it reads it', async () => {
    vi.useFakeTimers()
    const api = vi.fn((path: string) =>
      path === pledge.meta?.path ? new Promise<never>(() => undefined) : answering(() => 200).api(path),
    )
    void loadOnServer({ ...answering(() => 200), api }, [optional(pledge)], () => [other])
    await vi.advanceTimersByTimeAsync(0)
    expect(api).toHaveBeenCalledTimes(2)
  })
})
