/** R55: what a trace collector learns, and what it doesn't. */

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runDueJobs } from '#server/jobs.ts'
import { createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import { BAY, runToChargeDate } from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'

type CollectedSpan = {
  name: string
  kind: number
  traceId: string
  spanId: string
  parentSpanId?: string
  status: { code?: number }
  attributes: { key: string; value: Record<string, unknown> }[]
}
type Sent = { resourceSpans: { scopeSpans: { spans: CollectedSpan[] }[] }[] }

/** A server on this machine that keeps what OTLP sends it. */
async function openCollector() {
  const bodies: string[] = []
  const headers: (string | undefined)[] = []
  const server = createServer(async (request, response) => {
    headers.push(request.headers.authorization)
    bodies.push(request.url === '/v1/traces' ? await text(request) : '')
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    headers,
    /** Everything that arrived, as it was sent. */
    text: () => bodies.join('\n'),
    spans: (): CollectedSpan[] =>
      bodies
        .flatMap((body) => (JSON.parse(body) as Sent).resourceSpans)
        .flatMap(({ scopeSpans }) => scopeSpans)
        .flatMap(({ spans }) => spans),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

let collector: Awaited<ReturnType<typeof openCollector>>
beforeEach(async () => {
  collector = await openCollector()
})
afterEach(() => collector.close())

const open = (env: Record<string, string> = {}) =>
  createTestApp({
    now: '2026-09-10T16:00:00Z',
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint, ...env },
  })

/** As it comes over the network, with these headers. */
const ask = (app: TestApp, path: string, headers: Record<string, string> = {}, trustedProxyHops = 0) =>
  app.app.request(path, { headers }, {
    incoming: { socket: { remoteAddress: '203.0.113.77' } },
    trustedProxyHops,
  } as object)

const childrenOf = (spans: CollectedSpan[], { spanId }: CollectedSpan) =>
  spans.filter(({ parentSpanId }) => parentSpanId === spanId)
const attributesOf = ({ attributes }: CollectedSpan) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
const found = (spans: CollectedSpan[], name: string): CollectedSpan => {
  const span = spans.find((one) => one.name === name)
  if (!span) throw new Error(`no span ${name} among ${spans.map((one) => one.name).join(', ')}`)
  return span
}

describe('a traced request', () => {
  it('is one span by its route with the statements below it, and nothing of who asked or for what', async () => {
    const app = await open({ OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20collector' })
    const { org, season } = await givenSeason({ app })
    const owner = org.representative
    const answer = await ask(app, `/api/search?query=secret-words`, {
      authorization: `Bearer ${owner.token}`,
    })
    expect(answer.status).toBe(200)
    await ask(app, season.path)
    await app.close()

    const spans = collector.spans()
    const search = found(spans, 'GET /api/search')
    expect(attributesOf(search)).toEqual({
      'http.request.method': 'GET',
      'http.route': '/api/search',
      'http.response.status_code': 200,
    })
    const statements = childrenOf(spans, search)
    expect(statements.length).toBeGreaterThan(0)
    for (const statement of statements) {
      expect(statement.name).toMatch(/^(select|with) [\w-]{1,40}$/)
      expect(Object.keys(attributesOf(statement)).sort()).toEqual([
        'db.operation.name',
        'db.query.summary',
        'db.system.name',
      ])
    }
    found(spans, 'GET /api/campaigns/:id')
    for (const secret of ['secret-words', owner.token, owner.userId, owner.email, '203.0.113', season.id])
      expect(collector.text()).not.toContain(secret)
    expect(new Set(collector.headers)).toEqual(new Set(['Bearer collector']))
  })

  it('continues the trace of the proxy that is trusted, and of nobody else', async () => {
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
    const headers = { traceparent: `00-${traceId}-00f067aa0ba902b7-01` }
    for (const [hops, isContinued] of [
      ['1', true],
      ['0', false],
    ] as const) {
      const app = await open({ TRUSTED_PROXY_HOPS: hops })
      await ask(app, '/api/campaigns?limit=1', headers, Number(hops))
      await app.close()
      const span = collector.spans().at(-1)
      expect({ hops, isContinued: span?.traceId === traceId }).toEqual({ hops, isContinued })
    }
  })

  it('is not traced where no part of them is to be', async () => {
    const app = await open({ OTEL_TRACES_SAMPLER_ARG: '0' })
    await ask(app, '/api/campaigns')
    await app.close()
    expect(collector.spans()).toEqual([])
  })
})

describe('a call to a provider', () => {
  it('is a span below the job that makes it; a failed call records only the kind of error', async () => {
    const app = await open()
    const { org } = await givenSeason({
      app,
      pledges: [{ lines: { goals: '5.00' } }],
      matches: [{ ...BAY, goals: 3 }],
      locked: 'progress',
    })
    const { traces } = app.deps
    await traces.span({ name: 'job charges.run', kind: 'internal' }, () => runToChargeDate(org))
    await runDueJobs(app.deps)
    const failing = traces.span({ name: 'job that fails', kind: 'internal' }, async () => {
      throw Object.assign(new Error('dana@example.org is unknown'), { code: 'ECONNREFUSED' })
    })
    await expect(failing).rejects.toThrow('dana@example.org')
    await app.close()

    const spans = collector.spans()
    const job = found(spans, 'job charges.run')
    expect(childrenOf(spans, job).map(({ name }) => name)).toContain('cards.charge')
    const failed = found(spans, 'job that fails')
    expect([failed.status.code, attributesOf(failed)]).toEqual([2, { 'error.type': 'ECONNREFUSED' }])
    expect(collector.text()).not.toContain('@example.org')
  })
})

it('without a collector nothing is traced, and statements run as they are', async () => {
  const app = await createTestApp()
  expect(app.deps.traces.isOn).toBe(false)
  expectStatus(await app.visitor.get('/api/campaigns'), 200)
  await app.close()
})
