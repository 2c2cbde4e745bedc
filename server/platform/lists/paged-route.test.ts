import { OpenAPIHono } from '@hono/zod-openapi'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { PageQuery } from '#domain/schemas/error.ts'
import { ManualClock } from '#server/platform/base/clock.ts'
import type { Deps } from '#server/platform/deps.ts'
import { mountRoutes } from '#server/platform/http/http.ts'
import { pagedRoutesWith } from './paged-route.ts'

const A = '00000000-0000-7000-8000-00000000000a'
const B = '00000000-0000-7000-8000-00000000000b'
const Thing = z.object({ id: z.uuid(), name: z.string(), isOld: z.boolean() })
const THINGS = [
  { id: A, name: 'a & b', isOld: false },
  { id: B, name: 'c', isOld: true },
]

const routes = pagedRoutesWith<Deps>()({
  path: '/api/shelves/{shelf}/things',
  who: 'anyone',
  summary: 'Things',
  params: z.object({ shelf: z.string() }),
  query: PageQuery.extend({ search: z.string().default(''), age: z.enum(['all', 'old']).default('all') }),
  row: Thing,
  open: ({ query: { search, age } }) => {
    const found = THINGS.filter(({ name, isOld }) => name.includes(search) && (age === 'all' || isOld))
    return {
      read: async ({ limit, beforeId }) => found.filter(({ id }) => id > (beforeId ?? '')).slice(0, limit),
      count: async () => found.length,
    }
  },
  file: {
    summary: 'Things as a file',
    table: 'things',
    query: z.object({ search: z.string().default('') }),
    columns: (timeZone) => [[`Name (${timeZone})`, ({ name }) => name]],
  },
})

const app = new OpenAPIHono()
mountRoutes(app, { clock: new ManualClock('2026-09-01T16:00:00Z'), db: {} } as unknown as Deps, routes)

async function get(path: string) {
  const answer = await app.request(`/api/shelves/top/things${path}`)
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

describe('a list in pages', () => {
  it('says how many there are, and where the next page is for the same filters', async () => {
    const page = await get('?limit=1&age=all&search=')
    expect(JSON.parse(page.text)).toEqual([THINGS[0]])
    expect(page.headers.get('x-total-count')).toBe('2')
    expect(page.headers.get('link')).toBe(`</api/shelves/top/things?age=all&limit=1&cursor=${A}>; rel="next"`)
    const filtered = await get(`?limit=1&search=${encodeURIComponent('a &')}`)
    expect(filtered.headers.get('link')).toContain('?search=a+%26&age=all&limit=1&')
  })

  it('names no page after one that is not full', async () => {
    const page = await get(`?limit=2&cursor=${A}`)
    expect(JSON.parse(page.text)).toEqual([THINGS[1]])
    expect([page.headers.get('x-total-count'), page.headers.get('link')]).toEqual(['2', null])
  })

  it('refuses a limit that is too large and a cursor that is none', async () => {
    expect([(await get('?limit=201')).status, (await get('?cursor=x')).status]).toEqual([400, 400])
  })
})

describe('the file of a list', () => {
  it('has all of it, with the filters that the file has too and no other', async () => {
    const file = await get('.csv?search=c&age=no-such')
    expect(file.text.split('\r\n').slice(1)).toEqual(['c', ''])
    expect(file.text).toContain('Name (UTC)')
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="things-2026-09-01.csv"')
    expect((await get('.csv')).text.split('\r\n')).toHaveLength(4)
  })
})
