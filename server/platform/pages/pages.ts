/**
 * The site's pages on the API's own server. A page reads the product's API in process, as the person who requested it, and
 * returns HTML. A visitor's page is cached between changes.
 */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Context, Hono } from 'hono'
import type { Clock } from '#server/platform/base/clock.ts'
import { TRY_AGAIN_SECONDS, Unavailable } from '#server/platform/base/unavailable.ts'
import type { CachedPage, Sent } from '#server/platform/cache/cache.ts'
import { clientAddress, isFromNetwork } from '#server/platform/http/client-address.ts'
import { translated } from '#server/platform/http/errors.ts'
import { accepts, gzipOf } from '#server/platform/http/public-answer.ts'
import { type Limits, RateLimited } from '#server/platform/limits/limits.ts'
import type { PageContext, PublicConfig, RenderedPage } from '#web/page-data.ts'
import { mountArt, mountAssets } from './page-assets.ts'
import { openingsFor, pageSecurity } from './page-security.ts'

/** A visitor's page as one value that never changes: its bytes in every encoding, each compressed once, with the headers. */
const compressed = { gzip: promisify(gzip), br: promisify(brotliCompress) }

/** Up to a sixth smaller than gzip; the best quality takes twenty times as long to save another eighth. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

const sent = (bytes: Buffer<ArrayBuffer>, headers: Record<string, string>): Sent =>
  Object.freeze({ bytes, headers: Object.freeze(headers) })

/** Compressed beside the thread that answers requests. */
export async function cachedPage(
  plain: Buffer<ArrayBuffer>,
  headers: Record<string, string>,
): Promise<CachedPage> {
  const encoded = async (encoding: 'gzip' | 'br', bytes: Promise<Buffer>) =>
    // A copy is as long as it says; what is handed out may be a part of a longer buffer.
    sent(Buffer.from(await bytes), { ...headers, 'content-encoding': encoding })
  const [gzip, br] = await Promise.all([
    encoded('gzip', compressed.gzip(plain)),
    encoded('br', compressed.br(plain, BROTLI)),
  ])
  return Object.freeze({ plain: sent(plain, headers), gzip, br })
}

export function answerWith(c: Context, page: CachedPage): Response {
  const { bytes, headers } = accepts(c, 'br') ? page.br : accepts(c, 'gzip') ? page.gzip : page.plain
  return new Response(bytes, { headers })
}

/** Visitors' pages by path and search. Tags: `campaign:<id>`, `campaigns`. */
export type PageCache = {
  get(key: string): CachedPage | undefined
  set(key: string, page: CachedPage, tags: string[]): void
  /** Grows with every change: nothing rendered before a change is cached after it. */
  generation(): number
}

type RenderPage = (request: Request, page: PageContext) => Promise<RenderedPage>

type PageBuild = {
  entry: { module: { createPageHandler: (build: unknown, mode: 'production' | 'development') => RenderPage } }
}

/** Development: the current pages from Vite. */
export type DevelopmentPages = { load: () => Promise<unknown> }

type PageDeps = {
  /** The product's own API, in process. */
  api: { request(path: string, init?: RequestInit): Response | Promise<Response> }
  /** The identity, which keeps sessions: a bearer token for the cookie of a request, or null. */
  identity: { tokenForCookie(headers: Headers): Promise<string | null> }
  clock: Clock
  /** A visitor's requests are counted together per address, pages and API alike. */
  limits: Pick<Limits, 'takePublic'>
  /** Null: every page is rendered for its request. */
  pageCache: PageCache | null
  publicConfig: PublicConfig
  development?: DevelopmentPages
  /** Reports errors; the page itself reveals no internals. */
  onError?: (error: unknown) => void
}

const BUILD_FOLDER = join(import.meta.dirname, '..', '..', '..', 'build')

/** A cached page's "days left" is at most this old; the browser's own clock corrects it. */
const BUCKET_MS = 10 * 60_000

const LONGEST_CACHED_URL = 200

/** Mounts pictures, files and pages: after every other route, since it answers all that remain. */
export async function mountPages(app: Hono, deps: PageDeps): Promise<void> {
  mountArt(app)
  const files = { folder: join(BUILD_FOLDER, 'client'), kept: join(BUILD_FOLDER, 'kept-assets') }
  if (!deps.development) mountAssets(app, files)
  const renderer = deps.development ? developmentRenderer(deps.development) : await builtRenderer()
  const pages = createPages(deps, renderer)
  app.get('*', (c) => pages(c))
}

async function builtRenderer(): Promise<() => Promise<RenderPage>> {
  const build = (await import(pathToFileURL(join(BUILD_FOLDER, 'server', 'index.js')).href)) as PageBuild
  const render = build.entry.module.createPageHandler(build, 'production')
  return () => Promise.resolve(render)
}

const developmentRenderer = (development: DevelopmentPages) => async (): Promise<RenderPage> => {
  const build = (await development.load()) as PageBuild
  return build.entry.module.createPageHandler(build, 'development')
}

/** `campaign:<id>` and `campaigns`, from the addresses that a page has read. */
function tagOf(path: string): string | null {
  const campaign = /^\/api\/campaigns\/([0-9a-f-]{36})/.exec(path)
  if (campaign) return `campaign:${campaign[1]}`
  return /^\/api\/campaigns(\/summary)?(\?|$)/.test(path) ? 'campaigns' : null
}

/** What a page read: its tags, and whether any of it must not be cached. */
type Seen = { tags: Set<string>; isPrivate: boolean }

const nothingSeen = (): Seen => ({ tags: new Set(), isPrivate: false })

type Render = (request: Request, token: string | null, seen: Seen) => Promise<RenderedPage>

/** Renders a page as the caller with this token sees it, and records in `seen` what it read. */
function renderingOf(deps: PageDeps, renderer: () => Promise<RenderPage>): Render {
  return async (request, token, seen) => {
    const handle = await renderer()
    const api: PageContext['api'] = async (path, init = {}) => {
      const tag = tagOf(path)
      if (tag) seen.tags.add(tag)
      const headers = new Headers(init.headers)
      if (token) headers.set('authorization', `Bearer ${token}`)
      // Whether it is the browser in which a mailed link was begun.
      const cookie = request.headers.get('cookie')
      if (cookie) headers.set('cookie', cookie)
      // Under the requested host name: some responses are only for this machine's own names.
      const response = await deps.api.request(new URL(path, request.url).href, { ...init, headers })
      if (/no-store|private/.test(response.headers.get('cache-control') ?? '')) seen.isPrivate = true
      return response
    }
    const now = deps.clock.now().getTime()
    return handle(request, { api, isSignedIn: token !== null, now, config: deps.publicConfig })
  }
}

/** What a rendered page is answered with. */
function answersOf(deps: PageDeps) {
  const isDevelopment = deps.development !== undefined
  const openings = openingsFor(deps.publicConfig)

  /** For every visitor. */
  const shared = (html: Buffer<ArrayBuffer>, scripts: readonly string[]): Promise<CachedPage> =>
    cachedPage(html, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      vary: 'Cookie, Accept-Encoding',
      ...pageSecurity(scripts, isDevelopment, openings),
    })

  /** Redirects, errors and signed-in pages are never cached. */
  function personal(c: Context, { response, html, scripts }: RenderedPage): Response {
    const headers = new Headers(response.headers)
    headers.set('cache-control', 'private, no-store')
    if (response.status === 503) headers.set('retry-after', String(TRY_AGAIN_SECONDS))
    for (const [name, value] of Object.entries(pageSecurity(scripts, isDevelopment, openings))) {
      // A page that asks for a stricter referrer policy gets it.
      if (name !== 'referrer-policy' || headers.get(name) !== 'no-referrer') headers.set(name, value)
    }
    if (html === null) return new Response(response.body, { status: response.status, headers })
    headers.set('vary', 'Cookie, Accept-Encoding')
    const gzip = accepts(c, 'gzip') ? gzipOf(html) : null
    if (gzip) headers.set('content-encoding', 'gzip')
    return new Response(gzip ?? html, { status: response.status, headers })
  }

  return { shared, personal }
}

function createPages(deps: PageDeps, renderer: () => Promise<RenderPage>) {
  const render = renderingOf(deps, renderer)
  const { shared, personal } = answersOf(deps)
  const rendering = new Map<string, Promise<CachedPage | null>>()

  /** One visitor renders, others meanwhile wait for the same page. Null: this page must not be cached. */
  async function visitorPage(
    { cache, key, request }: { cache: PageCache; key: string; request: Request },
    keep: (other: RenderedPage) => void,
  ): Promise<CachedPage | null> {
    const generation = cache.generation()
    const flight = `${generation} ${key}`
    const waiting = rendering.get(flight)
    if (waiting) return waiting
    const made = (async () => {
      const seen = nothingSeen()
      const rendered = await render(request, null, seen)
      const { response, html, scripts } = rendered
      if (html === null || response.status !== 200 || seen.isPrivate || response.headers.has('set-cookie')) {
        keep(rendered)
        return null
      }
      const page = await shared(html, scripts)
      if (cache.generation() === generation) cache.set(key, page, [...seen.tags])
      return page
    })()
    rendering.set(flight, made)
    try {
      return await made
    } finally {
      rendering.delete(flight)
    }
  }

  async function visitor(c: Context, request: Request, address: string): Promise<Response> {
    const cache = deps.pageCache
    if (cache && address.length <= LONGEST_CACHED_URL && !address.includes('.data')) {
      const key = `${Math.floor(deps.clock.now().getTime() / BUCKET_MS)} ${address}`
      const kept = cache.get(key)
      if (kept) return answerWith(c, kept)
      let other: RenderedPage | undefined
      const page = await visitorPage({ cache, key, request }, (rendered) => {
        other = rendered
      })
      if (page) return answerWith(c, page)
      if (other) return personal(c, other)
    }
    return personal(c, await render(request, null, nothingSeen()))
  }

  return async (c: Context): Promise<Response> => {
    const { pathname, search } = new URL(c.req.url)
    const request =
      c.req.raw.method === 'GET' ? c.req.raw : new Request(c.req.url, { headers: c.req.raw.headers })
    try {
      decodeURI(pathname)
    } catch {
      return c.text('That address cannot be read', 400)
    }
    try {
      const token = c.req.header('cookie') ? await deps.identity.tokenForCookie(c.req.raw.headers) : null
      if (token !== null) return personal(c, await render(request, token, nothingSeen()))
      if (isFromNetwork(c)) await deps.limits.takePublic(clientAddress(c))
      return await visitor(c, request, pathname + search)
    } catch (error) {
      const known = translated(error)
      if (known instanceof RateLimited) return tooMany(c, known)
      if (known instanceof Unavailable) return unavailable(c, known)
      ;(deps.onError ?? console.error)(error)
      return c.text(
        'Something went wrong on our side. Nothing was changed or charged. Load the page again in a moment.',
        500,
      )
    }
  }
}

const unavailable = (c: Context, { retryAfterSeconds }: Unavailable): Response =>
  c.text('This page is not available right now. Nothing was lost. Reload the page in a moment.', 503, {
    'retry-after': String(retryAfterSeconds),
    'cache-control': 'no-store',
  })

function tooMany(c: Context, { retryAfterSeconds }: RateLimited): Response {
  const seconds = retryAfterSeconds === 1 ? '1 second' : `${retryAfterSeconds} seconds`
  const words = `Too many pages were requested from your address. Load this one again in ${seconds}.`
  return c.text(words, 429, { 'retry-after': String(retryAfterSeconds), 'cache-control': 'no-store' })
}
