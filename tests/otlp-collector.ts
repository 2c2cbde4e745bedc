/** A collector of spans on this machine: an HTTP server that keeps what OTLP sends it. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export type CollectedSpan = {
  name: string
  kind: number
  traceId: string
  spanId: string
  parentSpanId?: string
  status: { code?: number }
  attributes: { key: string; value: Record<string, unknown> }[]
}
type Sent = { resourceSpans: { scopeSpans: { spans: CollectedSpan[] }[] }[] }

export async function openCollector() {
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
