/** The API client handles every failure of a server: real sockets, and the platform's own fetch. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Api, createApi } from './api.ts'
import { ApiError, bodyOf, NetworkError } from './api-error.ts'
import { createQueryClient } from './query-client.ts'

type Behavior = (request: IncomingMessage, response: ServerResponse) => void

const json =
  (status: number, body: unknown, reason?: string): Behavior =>
  (_, response) => {
    if (reason !== undefined) response.statusMessage = reason
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
const page =
  (status: number, reason: string): Behavior =>
  (_, response) => {
    response.statusMessage = reason
    response.writeHead(status, { 'content-type': 'text/html' }).end('<html><h1>Sign in to the Wi-Fi</h1>')
  }
const hangUp: Behavior = (request) => request.socket.destroy()
const cutMidBody: Behavior = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
  response.write('{"half":', () => response.socket?.destroy())
}
/** Accepts the request and never answers. */
const silent: Behavior = () => {}
/** Begins a good response and never finishes it. */
const endless: Behavior = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.write('[')
}

const TOKEN = '/api/identity/token'
let server: Server
let api: Api
/** What each path responds with, in order; the last response repeats. */
let behaviors: Record<string, Behavior[]>
let requests: {
  path: string
  method: string
  authorization: string | undefined
  key: unknown
  body: string
}[]
let waits: number[]
let clock: number
/** Ends requests that have taken too long, in the order they were sent. */
let deadlines: { milliseconds: number; run: () => void }[]

beforeEach(async () => {
  behaviors = { [TOKEN]: [json(200, { token: 'session' })] }
  ;[requests, waits, deadlines, clock] = [[], [], [], 0]
  server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const { url: path = '', method = '', headers } = request
    requests.push({
      path,
      method,
      authorization: headers.authorization,
      key: headers['idempotency-key'],
      body,
    })
    const list = behaviors[path] ?? []
    const behave = list.length > 1 ? list.shift() : list[0]
    behave?.(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  api = createApi({
    fetch: (path, init) => fetch(base + path, init),
    now: () => clock,
    wait: async (milliseconds) => {
      waits.push(milliseconds)
      clock += milliseconds
    },
    deadline: (milliseconds) => {
      const controller = new AbortController()
      deadlines.push({
        milliseconds,
        run: () => controller.abort(new DOMException('too long', 'TimeoutError')),
      })
      return controller.signal
    },
  })
})
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const to = (path: string) => requests.filter((one) => one.path === path)
const behave = (...list: Behavior[]): void => {
  behaviors['/api/a'] = list
}
const refusal = async (work: Promise<unknown>): Promise<ApiError> => {
  const error = await work.then(
    () => new Error('it went well'),
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(ApiError)
  return error as ApiError
}
const write = () => api.write('POST', '/api/a', { amount: '3.00' })
const NETWORK = 'Network error - please check your connection'
const UNREADABLE = 'We could not read the server’s response. Try again in a moment.'

describe('the API client on a 429', () => {
  test('retries a read once, two seconds later', async () => {
    behave(json(429, {}), json(200, { goals: 3 }))
    expect(await api.read('/api/a')).toEqual({ goals: 3 })
    expect(waits).toEqual([2000])
    expect(to('/api/a')).toHaveLength(2)
  })
  test('reports a read that is refused twice, without a third attempt', async () => {
    behave(json(429, {}), json(429, {}), json(200, {}))
    const error = await refusal(api.read('/api/a'))
    expect([error.message, error.status]).toEqual(['Rate limited: 429', 429])
    expect(to('/api/a')).toHaveLength(2)
  })
  test('retries a write once with the same idempotency key and body', async () => {
    behave(json(429, { message: 'Slow down' }), json(201, { id: 'p1' }))
    const response = await write()
    expect([response.status, await bodyOf(response)]).toEqual([201, { id: 'p1' }])
    const [first, second] = to('/api/a')
    expect(second).toEqual(first)
    expect(waits).toEqual([2000])
  })
  test('says what to do where a limit has words of its own', async () => {
    behave(json(429, { code: 'rate_limited', message: 'Pay by card, or try again tomorrow.' }))
    expect(await refusal(write())).toMatchObject({
      message: 'Pay by card, or try again tomorrow.',
      status: 429,
    })
    behave(json(429, { code: 'rate_limited', message: 'Please try again in a moment' }))
    expect((await refusal(write())).message).toBe('Rate limited: Please try again in a moment')
  })
  test('asks for patience when a write is refused twice', async () => {
    behave(json(429, { message: 'Slow down' }))
    expect((await refusal(write())).message).toBe('Rate limited: Please try again in a moment')
    expect(to('/api/a')).toHaveLength(2)
  })
  test('of the token request sends the token it already has', async () => {
    behaviors[TOKEN] = [json(200, { token: 'kept' }), json(429, {})]
    behave(json(200, 1))
    await api.read('/api/a')
    clock += 5 * 60_000
    await api.read('/api/a')
    expect(to('/api/a').map(({ authorization }) => authorization)).toEqual(['Bearer kept', 'Bearer kept'])
    expect(waits).toEqual([])
  })
  test('of the token request retries after two seconds if it has no token', async () => {
    behaviors[TOKEN] = [json(429, {}), json(200, { token: 'late' })]
    behave(json(200, 1))
    await api.read('/api/a')
    expect(to('/api/a').map(({ authorization }) => authorization)).toEqual(['Bearer late'])
    expect(waits).toEqual([2000])
  })
})

describe('the API token', () => {
  test.each([
    ['401', 401],
    ['403', 403],
  ])('is discarded after a %s, on reads and writes', async (_, status) => {
    behaviors[TOKEN] = [
      json(200, { token: 'one' }),
      json(200, { token: 'two' }),
      json(200, { token: 'three' }),
    ]
    behave(json(status, {}, 'Unauthorized'), json(status, {}), json(200, 1))
    await refusal(api.read('/api/a'))
    await refusal(write())
    await api.read('/api/a')
    expect(to('/api/a').map(({ authorization }) => authorization)).toEqual([
      'Bearer one',
      'Bearer two',
      'Bearer three',
    ])
  })
  test.each([
    ['a 500', json(500, {})],
    ['a web page instead of JSON', page(200, 'OK')],
    ['a connection that breaks', hangUp],
    ['an answer cut in half', cutMidBody],
  ])('is discarded after %s on fetching it, and fetched again by the next call', async (_, broken) => {
    behaviors[TOKEN] = [json(200, { token: 'old' }), broken, json(200, { token: 'new' })]
    behave(json(200, 1))
    await api.read('/api/a')
    clock += 5 * 60_000
    await api.read('/api/a')
    await api.read('/api/a')
    expect(to('/api/a').map(({ authorization }) => authorization)).toEqual([
      'Bearer old',
      undefined,
      'Bearer new',
    ])
  })
})

describe('the message of a failed API call', () => {
  test.each([
    ['a 500', json(500, { message: 'inside' }, 'Internal Server Error'), 'HTTP 500: Internal Server Error'],
    ['a 503 of a proxy', page(503, 'Service Unavailable'), 'HTTP 503: Service Unavailable'],
    ['a 404', json(404, { message: 'Not there' }, 'Not Found'), 'HTTP 404: Not Found'],
    ['a web page instead of JSON', page(200, 'OK'), UNREADABLE],
    ['a connection that breaks', hangUp, NETWORK],
    ['an answer cut in half', cutMidBody, NETWORK],
  ])('for a read that meets %s', async (_, behavior, words) => {
    behave(behavior)
    expect((await refusal(api.read('/api/a'))).message).toBe(words)
  })
  test.each([
    ['a message', json(409, { message: 'The campaign is paused' }), 'The campaign is paused'],
    ['JSON without a message', json(500, { requestId: '7' }, 'Internal Server Error'), 'HTTP 500'],
    ['a message that is not text', json(400, { message: { deep: true } }), 'HTTP 400'],
    ['JSON that is not an object', json(400, 'no'), 'HTTP 400'],
    ['a web page instead of JSON', page(502, 'Bad Gateway'), 'Bad Gateway'],
    ['a connection that breaks', hangUp, NETWORK],
  ])('for a write that meets %s', async (_, behavior, words) => {
    behave(behavior)
    expect((await refusal(write())).message).toBe(words)
    expect(to('/api/a')).toHaveLength(1)
  })
  test('for a write whose good answer is cut in half or is a web page', async () => {
    behave(cutMidBody, page(200, 'OK'))
    expect(await refusal(write().then(bodyOf))).toBeInstanceOf(NetworkError)
    expect((await refusal(write().then(bodyOf))).message).toBe(UNREADABLE)
  })
  test('does not appear for a write answered without a body', async () => {
    behave((_, response) => response.writeHead(204).end())
    expect(await bodyOf(await write())).toBeNull()
  })
})

describe('an API call that is never answered', () => {
  /** Lets the deadlines pass once the request has reached the server. */
  const overdue = async (path: string, call: Promise<unknown>): Promise<ApiError> => {
    const result = refusal(call)
    await expect.poll(() => to(path).length).toBe(1)
    for (const { run } of deadlines) run()
    return result
  }
  test.each([
    ['never begins', silent],
    ['never ends', endless],
  ])('ends as a network error after 30 seconds when a read’s answer %s', async (_, behavior) => {
    behave(behavior)
    expect((await overdue('/api/a', api.read('/api/a'))).message).toBe(NETWORK)
    expect(deadlines.map(({ milliseconds }) => milliseconds)).toEqual([30_000, 30_000])
  })
  test('ends as a network error after 60 seconds when it is a write', async () => {
    behave(silent)
    expect((await overdue('/api/a', write())).message).toBe(NETWORK)
    expect(deadlines.at(-1)?.milliseconds).toBe(60_000)
  })
  test('goes on without a token if it is the token request', async () => {
    behaviors[TOKEN] = [silent]
    behave(json(401, {}, 'Unauthorized'))
    expect((await overdue(TOKEN, api.read('/api/a'))).message).toBe('HTTP 401: Unauthorized')
  })
  test('keeps its own reason if it was aborted, so no failure is shown', async () => {
    behave(silent)
    const controller = new AbortController()
    const call = api.read('/api/a', controller.signal).catch((error: unknown) => error)
    await expect.poll(() => to('/api/a').length).toBe(1)
    controller.abort(new Error('another page'))
    expect(await call).toEqual(new Error('another page'))
  })
})

describe('reading through the query cache', () => {
  /** Reads as a screen does, without the pauses between attempts. */
  async function screen(path: string) {
    const client = createQueryClient(api.readAnswer)
    const observer = new QueryObserver(client, { queryKey: [path], meta: { path }, retryDelay: 0 })
    const stop = observer.subscribe(() => {})
    await expect.poll(() => observer.getCurrentResult().status).not.toBe('pending')
    const result = observer.getCurrentResult()
    stop()
    client.clear()
    return result
  }
  test('makes three more attempts after a 500', async () => {
    behave(json(500, {}, 'Internal Server Error'))
    expect((await screen('/api/a')).error?.message).toBe('HTTP 500: Internal Server Error')
    expect(to('/api/a')).toHaveLength(4)
  })
  test('succeeds on the third additional attempt', async () => {
    behave(json(500, {}), hangUp, cutMidBody, json(200, { goals: 3 }))
    expect((await screen('/api/a')).data).toEqual({ goals: 3 })
  })
  test('makes no more attempts after two 429s', async () => {
    behave(json(429, {}))
    expect((await screen('/api/a')).error?.message).toBe('Rate limited: 429')
    expect(to('/api/a')).toHaveLength(2)
  })
  test('treats an answer as fresh for 30 seconds', () => {
    const { queries } = createQueryClient(api.readAnswer).getDefaultOptions()
    expect(queries?.staleTime).toBe(30_000)
  })
})
