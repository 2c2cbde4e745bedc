import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'

type Listener = (request: IncomingMessage, response: ServerResponse) => void
type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void
type Options = {
  fetch: (request: Request, connection: object) => Response | Promise<Response>
  host: string
  port: number
  /** Proxies of ours before the program, each of which appends to X-Forwarded-For who called it. */
  trustedProxyHops: number
  /** The public address is https: browsers are told to use no other for a year. */
  isSecure?: boolean
  /** In development: answers what is Vite's, and leaves the rest. */
  before?: Middleware
}

export type Listening = {
  /** From here on every response closes its connection: whoever calls again calls somebody else. */
  announceEnd(): void
  /** No new connections; open requests may take this long to finish, then the rest is cut. */
  stop(withinMs: number): Promise<void>
}

/** Longer than a proxy keeps a connection that nobody uses (nginx: 60 s): it must not send on one that we just closed. */
const KEEP_ALIVE_MS = 75_000

/** Listens, and answers how to stop. */
export async function serve(options: Options): Promise<Listening> {
  const { fetch, host, port, trustedProxyHops, isSecure = false, before } = options
  const answer = getRequestListener((request, connection) =>
    fetch(request, Object.assign(connection as object, { trustedProxyHops })),
  ) as Listener
  const open = new Set<ServerResponse>()
  let isEnding = false
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    open.add(response)
    response.once('close', () => open.delete(response))
    if (isEnding) response.shouldKeepAlive = false
    if (isSecure) response.setHeader('strict-transport-security', 'max-age=31536000')
    if (before) before(request, response, () => answer(request, response))
    else answer(request, response)
  })
  await listen(server, host, port)
  const announceEnd = () => {
    isEnding = true
    for (const response of open) response.shouldKeepAlive = false
  }
  return {
    announceEnd,
    stop: async (withinMs) => {
      announceEnd()
      // Right after what has arrived was taken: connections that nobody has taken yet are refused by the close.
      await new Promise((resolve) => setImmediate(resolve))
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      const timer = setTimeout(() => server.closeAllConnections(), withinMs)
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
