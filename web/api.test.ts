import { describe, expect, test } from 'vitest'
import { createApi } from './api.ts'
import { ApiError, isUnauthorized } from './api-error.ts'

type Answer = Response | Error | (() => Response)
const json = (body: unknown, status = 200, statusText = '') =>
  new Response(JSON.stringify(body), { status, statusText })
const jwt = (payload: object) => `x.${btoa(JSON.stringify(payload))}.y`

/** An API client whose fetch responds from lists, one per path, and records its calls. */
function apiWith(answers: Record<string, Answer[]>) {
  const calls: { path: string; headers: Headers; init: RequestInit }[] = []
  const waits: number[] = []
  let clock = 1_700_000_000_000
  const api = createApi({
    fetch: async (path, init = {}) => {
      calls.push({ path, headers: new Headers(init.headers), init })
      const list = answers[path] ?? []
      const answer = list.length > 1 ? list.shift() : list[0]
      if (answer === undefined) throw new TypeError('Failed to fetch')
      if (answer instanceof Error) throw answer
      return typeof answer === 'function' ? answer() : answer.clone()
    },
    now: () => clock,
    deadline: () => new AbortController().signal,
    wait: async (ms) => {
      waits.push(ms)
      clock += ms
    },
  })
  const to = (path: string) => calls.filter((call) => call.path === path)
  return { api, calls, to, waits, pass: (ms: number) => (clock += ms), now: () => clock }
}
const TOKEN = '/api/identity/token'
const token = (value: string | null) => json({ token: value })

describe('the API token', () => {
  test('is fetched once and sent with every call', async () => {
    const { api, to } = apiWith({ [TOKEN]: [token('abc')], '/api/a': [json(1)] })
    await Promise.all([api.read('/api/a'), api.read('/api/a')])
    expect(to(TOKEN)).toHaveLength(1)
    expect(to('/api/a').map((call) => call.headers.get('authorization'))).toEqual([
      'Bearer abc',
      'Bearer abc',
    ])
  })
  test('is not sent without a session', async () => {
    const { api, to } = apiWith({ [TOKEN]: [token(null)], '/api/a': [json(1)] })
    await api.read('/api/a')
    expect(to('/api/a')[0]?.headers.has('authorization')).toBe(false)
  })
  test('is kept for at most five minutes', async () => {
    const { api, to, pass } = apiWith({ [TOKEN]: [token('abc')], '/api/a': [json(1)] })
    await api.read('/api/a')
    pass(299_000)
    await api.read('/api/a')
    expect(to(TOKEN)).toHaveLength(1)
    pass(1_000)
    await api.read('/api/a')
    expect(to(TOKEN)).toHaveLength(2)
  })
  test('is fetched again five seconds before it expires', async () => {
    const start = 1_700_000_000
    const { api, to, pass } = apiWith({
      [TOKEN]: [token(jwt({ iat: start, exp: start + 60 }))],
      '/api/a': [json(1)],
    })
    await api.read('/api/a')
    pass(54_000)
    await api.read('/api/a')
    expect(to(TOKEN)).toHaveLength(1)
    // Five seconds before it expires: a call takes a while to arrive.
    pass(1_000)
    await api.read('/api/a')
    expect(to(TOKEN)).toHaveLength(2)
  })
  test('is not kept if it was requested before the session changed', async () => {
    let answer = (_: Response) => {}
    const slow = new Promise<Response>((resolve) => (answer = resolve))
    const answers = [() => slow, async () => token('new')]
    const sent: (string | null)[] = []
    const api = createApi({
      fetch: async (path, init) => {
        if (path === TOKEN) return (answers.shift() ?? (async () => token('third')))()
        sent.push(new Headers(init?.headers).get('authorization'))
        return json(1)
      },
      now: () => 0,
      wait: async () => {},
      deadline: () => new AbortController().signal,
    })
    const before = api.read('/api/a')
    api.clearToken()
    await api.read('/api/a')
    answer(token('old'))
    await before
    await api.read('/api/a')
    expect(sent).toEqual(['Bearer new', 'Bearer old', 'Bearer new'])
  })
  test.each([401, 403])('is discarded after a %i', async (status) => {
    const { api, to } = apiWith({
      [TOKEN]: [token('old'), token('new')],
      '/api/a': [json({}, status, 'No'), json(1)],
    })
    await expect(api.read('/api/a')).rejects.toThrow(`HTTP ${status}: No`)
    await api.read('/api/a')
    expect(to('/api/a')[1]?.headers.get('authorization')).toBe('Bearer new')
  })
  test('is discarded if a new one cannot be fetched', async () => {
    const { api, to, pass } = apiWith({
      [TOKEN]: [token('old'), new TypeError('down'), json({}, 500), token('new')],
      '/api/a': [json(1)],
    })
    const sent = () => to('/api/a').at(-1)?.headers.get('authorization')
    await api.read('/api/a')
    pass(300_000)
    await api.read('/api/a')
    expect(sent()).toBeNull()
    await api.read('/api/a')
    expect(sent()).toBeNull()
    await api.read('/api/a')
    expect(sent()).toBe('Bearer new')
  })
  test('is used again after a 429 on fetching a new one, until it expires', async () => {
    const { api, to, pass } = apiWith({ [TOKEN]: [token('kept'), json({}, 429)], '/api/a': [json(1)] })
    await api.read('/api/a')
    pass(300_000)
    await api.read('/api/a')
    expect(to('/api/a')[1]?.headers.get('authorization')).toBe('Bearer kept')
  })
  test('is requested again two seconds after a 429 if the current one has expired', async () => {
    const start = 1_700_000_000
    const { api, to, pass, waits } = apiWith({
      [TOKEN]: [token(jwt({ iat: start, exp: start + 60 })), json({}, 429), token('new')],
      '/api/a': [json(1)],
    })
    await api.read('/api/a')
    pass(60_000)
    await api.read('/api/a')
    expect(waits).toEqual([2000])
    expect(
      to('/api/a')
        .map(({ headers }) => headers.get('authorization'))
        .at(-1),
    ).toBe('Bearer new')
  })
  test('is required: after repeated 429s on fetching it the call fails, and is not sent without one', async () => {
    const { api, to } = apiWith({ [TOKEN]: [json({}, 429)], '/api/a': [json(1)] })
    await expect(api.read('/api/a')).rejects.toThrow(/^Rate limited: 429$/)
    await expect(api.write('POST', '/api/a', {})).rejects.toThrow(
      /^Rate limited: Please try again in a moment$/,
    )
    expect(to('/api/a')).toHaveLength(0)
  })
  test('is requested on a visitor’s page for writes only', async () => {
    const { api, to } = apiWith({ [TOKEN]: [token('abc')], '/api/a': [json(1)] })
    api.assumeVisitor()
    await api.read('/api/a')
    expect(to(TOKEN)).toHaveLength(0)
    await api.write('POST', '/api/a', {})
    expect(to('/api/a')[1]?.headers.get('authorization')).toBe('Bearer abc')
  })
})

describe('an API read', () => {
  test('is retried two seconds after a 429', async () => {
    const { api, waits } = apiWith({
      [TOKEN]: [token(null)],
      '/api/a': [json({}, 429), json({ ok: true })],
    })
    expect(await api.read('/api/a')).toEqual({ ok: true })
    expect(waits).toEqual([2000])
  })
  test('fails after a second 429', async () => {
    const { api, to } = apiWith({ [TOKEN]: [token(null)], '/api/a': [json({}, 429)] })
    await expect(api.read('/api/a')).rejects.toThrow(/^Rate limited: 429$/)
    expect(to('/api/a')).toHaveLength(2)
  })
  test('reports any other status in words', async () => {
    const { api } = apiWith({ [TOKEN]: [token(null)], '/api/a': [json({}, 404, 'Not Found')] })
    await expect(api.read('/api/a')).rejects.toThrow(/^HTTP 404: Not Found$/)
  })
  test.each([400, 409])(
    'of what someone typed that is refused with a %i says the server’s reason and its field',
    async (status) => {
      const refusal = {
        message: 'Invalid input',
        fields: { pledgeAmount: 'Enter more than the current $3.00' },
      }
      const { api } = apiWith({ [TOKEN]: [token('t')], '/api/a': [json(refusal, status, 'Bad Request')] })
      await expect(api.readAnswer('/api/a', undefined, { isQuestion: true })).rejects.toMatchObject({
        ...refusal,
        status,
      })
      await expect(api.read('/api/a')).rejects.toThrow(/^HTTP \d+: Bad Request$/)
    },
  )
})

describe('an API write', () => {
  const failing = (answer: Answer) =>
    apiWith({ [TOKEN]: [token('t')], '/api/a': [answer] }).api.write('POST', '/api/a', { a: 1 })

  test('sends JSON and an idempotency key that a retry repeats', async () => {
    const { api, to } = apiWith({
      [TOKEN]: [token('t')],
      '/api/a': [json({}, 429), json({ id: 1 }, 201)],
    })
    const response = await api.write('POST', '/api/a', { a: 1 })
    expect(response.status).toBe(201)
    const [first, second] = to('/api/a')
    expect(first?.headers.get('content-type')).toBe('application/json')
    expect(first?.init.body).toBe('{"a":1}')
    expect(first?.headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/)
    expect(second?.headers.get('idempotency-key')).toBe(first?.headers.get('idempotency-key'))
  })
  test('has no Content-Type without a payload', async () => {
    const { api, to } = apiWith({
      [TOKEN]: [token('t')],
      '/api/a': [new Response(null, { status: 204 })],
    })
    await api.write('DELETE', '/api/a')
    expect(to('/api/a')[0]?.headers.has('content-type')).toBe(false)
  })
  test('names the version that it changes in If-Match', async () => {
    const { api, to } = apiWith({ [TOKEN]: [token('t')], '/api/a': [json({})] })
    await api.write('PUT', '/api/a', {}, { version: 7, idempotencyKey: 'mine' })
    expect(to('/api/a')[0]?.headers.get('if-match')).toBe('"7"')
    expect(to('/api/a')[0]?.headers.get('idempotency-key')).toBe('mine')
  })
  test('reports every kind of failure in words', async () => {
    await expect(failing(json({}, 429))).rejects.toThrow(/^Rate limited: Please try again in a moment$/)
    await expect(failing(json({ message: 'The maximum must be greater than 0' }, 400))).rejects.toThrow(
      /^The maximum must be greater than 0$/,
    )
    await expect(failing(json({ nothing: 1 }, 409))).rejects.toThrow(/^HTTP 409$/)
    await expect(failing(new Response('<html>', { status: 502, statusText: 'Bad Gateway' }))).rejects.toThrow(
      /^Bad Gateway$/,
    )
    await expect(failing(new TypeError('Failed to fetch'))).rejects.toThrow(
      /^Network error - please check your connection$/,
    )
  })
  test('reports invalid fields with their messages', async () => {
    const error = await failing(
      json({ message: 'Wrong', code: 'invalid', fields: { name: 'Required' } }, 400),
    ).catch((e) => e)
    expect(error).toBeInstanceOf(ApiError)
    expect(error.fields).toEqual({ name: 'Required' })
  })
  test('discards the token on a 401 and counts as unauthorized', async () => {
    const { api, to } = apiWith({
      [TOKEN]: [token('old'), token('new')],
      '/api/a': [json({}, 401, 'Unauthorized'), json({})],
    })
    const error = await api.write('POST', '/api/a', {}).catch((e) => e)
    expect(isUnauthorized(error)).toBe(true)
    await api.write('POST', '/api/a', {})
    expect(to('/api/a')[1]?.headers.get('authorization')).toBe('Bearer new')
  })
})

describe('a file from the API', () => {
  const named = (name: string) =>
    new Response('a,b', { headers: { 'content-disposition': `attachment; filename="${name}"` } })

  test('is fetched with the token and has the name that the server gave it', async () => {
    const { api, to } = apiWith({ [TOKEN]: [token('abc')], '/a.csv': [named('lions-2026.csv')] })
    const { file, name } = await api.readFile('/a.csv')
    expect([await file.text(), name]).toEqual(['a,b', 'lions-2026.csv'])
    expect(to('/a.csv')[0]?.headers.get('authorization')).toBe('Bearer abc')
  })
  test('reports in words why it failed or came in part', async () => {
    const broken = new ReadableStream({ pull: (controller) => controller.error(new Error('gone')) })
    const { api } = apiWith({
      [TOKEN]: [token('abc')],
      '/no.csv': [json({ message: 'Only a representative may do that' }, 403)],
      '/half.csv': [() => new Response(broken)],
    })
    await expect(api.readFile('/no.csv')).rejects.toThrow('Only a representative may do that')
    await expect(api.readFile('/half.csv')).rejects.toThrow('Network error - please check your connection')
    await expect(api.readFile('/nowhere.csv')).rejects.toThrow('Network error')
  })
})
