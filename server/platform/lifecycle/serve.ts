import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'

type Listener = (request: IncomingMessage, response: ServerResponse) => void
type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void
type Fetch = (request: Request, connection: object) => Response | Promise<Response>
type Options = {
  fetch: Fetch
  host: string
  port: number
  /** Proxies of ours before the program, each of which appends to X-Forwarded-For who called it. */
  trustedProxyHops: number
  shutdown: {
    /** Seconds in which everything is still answered while `/readyz` says no: until proxies have noticed. */
    noticeSeconds: number
    /** Seconds that requests in flight have after that. */
    drainSeconds: number
  }
  /** In development: answers what is Vite's, and leaves the rest. */
  before?: Middleware
}

export type Listening = {
  /** Begins a shutdown. `endStreams` is called once proxies send nobody here any more. */
  stop(endStreams: () => void): Promise<void>
}

/**
 * Listens, and answers how to stop: every answer tells its connection to close, proxies get the time to notice, no new
 * connections are taken, the requests in flight finish, then the rest is cut.
 */
export async function serve(options: Options): Promise<Listening> {
  const { fetch, host, port, trustedProxyHops, shutdown, before } = options
  const answer = getRequestListener((request, connection) =>
    fetch(request, Object.assign(connection as object, { trustedProxyHops })),
  ) as Listener
  let isStopping = false
  const server = createServer((request, response) => {
    if (isStopping) response.setHeader('connection', 'close')
    if (before) before(request, response, () => answer(request, response))
    else answer(request, response)
  })
  await listen(server, host, port)
  return {
    stop: async (endStreams) => {
      isStopping = true
      await delay(shutdown.noticeSeconds * 1000)
      endStreams()
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      const timer = setTimeout(() => server.closeAllConnections(), shutdown.drainSeconds * 1000)
      await closed
      clearTimeout(timer)
    },
  }
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE')
        reject(new Error(`Port ${port} is taken: stop what uses it, or set PORT`))
      else reject(new Error(`Cannot listen on ${host}, port ${port}: ${error.message}`, { cause: error }))
    })
    server.listen(port, host, () => {
      server.removeAllListeners('error')
      resolve()
    })
  })
}
