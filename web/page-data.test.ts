/** Which data a page can do without, and which it cannot. */
import { hydrate, QueryClient } from '@tanstack/react-query'
import { describe, expect, test, vi } from 'vitest'
import type { PageContext } from './context.ts'
import { loadOnServer } from './page-data.ts'
import { linkedForecastQuery, pledgeForecastQuery } from './queries/forecasts.ts'
import { linkedPledgeQuery, pledgeQuery } from './queries/pledges.ts'

const answering = (status: (path: string) => number): PageContext =>
  ({
    api: async (path: string) => Response.json({ path }, { status: status(path) }),
  }) as unknown as PageContext
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

  test('is there with its pledge when its forecast is late', async () => {
    vi.useFakeTimers()
    const answers = answering(() => 200)
    const api: PageContext['api'] = (path) =>
      isForecast(path) ? new Promise<never>(() => undefined) : answers.api(path)
    const loading = loadOnServer({ ...answers, api }, [pledge, forecast])
    await vi.advanceTimersByTimeAsync(2_000)
    const { dehydrated } = await loading
    expect(dehydrated.queries.map(({ queryKey }) => queryKey)).toEqual([pledge.queryKey])
    vi.useRealTimers()
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
