import { Writable } from 'node:stream'
import { type RenderToPipeableStreamOptions, renderToPipeableStream } from 'react-dom/server'
import {
  createContext,
  createRequestHandler,
  type EntryContext,
  RouterContextProvider,
  type ServerBuild,
  ServerRouter,
} from 'react-router'
import { afterPaintScript, holdScripts } from './after-paint.ts'
import { newMark, sourceOf, takeMarks } from './own-scripts.ts'
import { type PageContext, pageContext, type RenderedPage } from './page-data.ts'
import { preHydrationScript } from './pre-hydration.ts'
import { deferredLayoutScript } from './site/deferred-layout.ts'

type Mode = 'production' | 'development'
const RENDER_TIMEOUT_MS = 10_000

/** The page's HTML, beside the router's response: passing it through a response would encode and copy it three more times. */
const htmlContext = createContext<Pick<RenderedPage, 'html' | 'scripts'> & { mode: Mode }>()

/** Collects what the renderer writes; all of it is ready at once, so nothing needs to stream. */
function collector(done: (html: Buffer) => void): Writable {
  const chunks: Buffer[] = []
  return new Writable({
    write(chunk: Buffer, _encoding, next) {
      chunks.push(chunk)
      next()
    },
    final(next) {
      done(Buffer.concat(chunks))
      next()
    },
  })
}

/**
 * The router requests all scripts of a page at once, in its head: on a phone they compete with the style sheet and
 * fonts, and the page's first paint comes a second later (measured with Lighthouse, mobile). The scripts import one
 * another anyway; the page is there, and readable, before them.
 */
const withoutPreloads = (html: string): string => html.replace(/<link rel="modulepreload"[^>]*>/g, '')

/** After everything the page itself puts in its head, which is what the client hydrates. */
const headScript = `${deferredLayoutScript};${preHydrationScript};${afterPaintScript}`
const headSource = sourceOf(headScript)

/** Only the head is read as text. Vite's own scripts keep their order by starting at once. */
function withOwnScripts(html: Buffer, mode: Mode): Buffer<ArrayBuffer> {
  const end = html.indexOf('</head>')
  const head = `${withoutPreloads(html.toString('utf8', 0, end))}<script>${headScript}</script>`
  const rest = html.subarray(end)
  return Buffer.concat([Buffer.from(head), ...(mode === 'production' ? holdScripts(rest) : [rest])])
}

/** Renders the whole page before sending: the page cache needs all of it, and a late failure can still be a 500. */
export default async function render(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  headers.set('content-type', 'text/html; charset=utf-8')
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  let failed: unknown
  const mark = newMark()
  const marked = await new Promise<Buffer>((resolve, reject) => {
    const options: RenderToPipeableStreamOptions = {
      nonce: mark,
      onAllReady() {
        clearTimeout(timer)
        pipe(collector(resolve))
      },
      onShellError: reject,
      onError(error) {
        failed = error
        console.error(error)
      },
    }
    const { pipe, abort } = renderToPipeableStream(
      <ServerRouter context={routerContext} url={request.url} nonce={mark} />,
      options,
    )
    const timer = setTimeout(() => abort(new Error('the page took too long')), RENDER_TIMEOUT_MS)
  })
  const rendered = context.get(htmlContext)
  const { html, sources } = takeMarks(marked, mark)
  rendered.html = withOwnScripts(html, rendered.mode)
  rendered.scripts = [headSource, ...sources]
  return new Response(null, { status: failed ? 500 : status, headers })
}

/** The entry point for server/platform/pages/pages.ts, which must use this bundle's own copy of the router. */
export function createPageHandler(build: ServerBuild, mode: Mode) {
  const handle = createRequestHandler(build, mode)
  return async (request: Request, page: PageContext): Promise<RenderedPage> => {
    const context = new RouterContextProvider()
    const rendered = { html: null, scripts: [], mode }
    context.set(pageContext, page)
    context.set(htmlContext, rendered)
    const response = await handle(request, context)
    return { response, html: rendered.html, scripts: rendered.scripts }
  }
}
