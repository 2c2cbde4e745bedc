/** `npm run dev`: pages and browser files straight from Vite, reloaded on save. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { DevelopmentPages } from './pages.ts'

type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void
type DevelopmentServer = DevelopmentPages & { middleware: Middleware; close: () => Promise<void> }

/** `middleware` runs before the application: it handles Vite's requests and passes on the rest. */
export async function startDevelopmentPages(): Promise<DevelopmentServer> {
  const { createServer } = await import('vite')
  const vite = await createServer({ server: { middlewareMode: true }, appType: 'custom' })
  return {
    middleware: vite.middlewares as unknown as Middleware,
    load: () => vite.ssrLoadModule('virtual:react-router/server-build'),
    close: () => vite.close(),
  }
}
