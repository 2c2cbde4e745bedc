import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'

type Listener = (request: IncomingMessage, response: ServerResponse) => void
type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void
type Options = {
  fetch: (request: Request, connection: object) => Response | Promise<Response>
  host: string
  port: number
  /** Our proxies in front of the program, each of which appends its caller to X-Forwarded-For. */
  trustedProxyHops: number
  /** The public address is https: browsers are told to use nothing else for a year. */
  isSecure?: boolean
  /** In development: handles Vite's requests, and passes on the rest. */
  before?: Middleware
}

export type Listening = {
  /** From here on every response closes its connection, so that the next request goes to another instance. */
  announceEnd(): void
  /** Accepts no new connections; open requests may take this long to finish, then the rest is cut off. */
  stop(withinMs: number): Promise<void>
}

/** Longer than a proxy keeps an idle connection (nginx: 60 s): it must not use one that we just closed. */
const KEEP_ALIVE_MS = 75_000

/** Listens. @returns how to stop. */
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
      // After arrived connections have been accepted: closing refuses those not accepted yet.
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
