import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'

type Listener = (request: IncomingMessage, response: ServerResponse) => void
type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void
type Options = {
  fetch: (request: Request) => Response | Promise<Response>
  host: string
  port: number
  /** In development: answers what is Vite's, and leaves the rest. */
  before?: Middleware
}

/** How long requests may take to finish once we stop; streams that never end are cut then. */
const DRAIN_MS = 3000

/** Listens, and answers how to stop: no new connections, the open requests finish, then the rest is cut. */
export async function serve({ fetch, host, port, before }: Options): Promise<{ stop(): Promise<void> }> {
  const answer = getRequestListener(fetch) as Listener
  const server = createServer(
    before ? (request, response) => before(request, response, () => answer(request, response)) : answer,
  )
  await listen(server, host, port)
  return {
    stop: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      const timer = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
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
