/**
 * The built browser files and the drawn pictures, in memory: a request can only name what existed at the start, so no path
 * can escape the folder.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, posix, relative, sep } from 'node:path'
import { brotliCompress, brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Context, Hono } from 'hono'
import { accepts, WORTH_COMPRESSING_BYTES } from '#server/platform/http/public-answer.ts'
import { picture, VARIANT_COUNT } from '#web/art/picture.ts'
import { statisticIconSheet } from '#web/art/statistic-icons.ts'

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.txt': 'text/plain; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
}
const FOREVER = 'public, max-age=31536000, immutable'
const AN_HOUR = 'public, max-age=3600'
const A_DAY = 'public, max-age=86400'
const SVG = 'image/svg+xml'
const SHEET = 'statistics.svg'
type Asset = {
  type: string
  cacheControl: string
  body: Uint8Array<ArrayBuffer>
  encoded: Map<string, Uint8Array<ArrayBuffer>>
}

const copy = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes)

function asset(type: string, cacheControl: string, bytes: Uint8Array): Asset {
  return { type, cacheControl, body: copy(bytes), encoded: new Map() }
}

function readAll(folder: string): Map<string, Asset> {
  const assets = new Map<string, Asset>()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const type = TYPES[extname(entry.name)]
    if (!entry.isFile() || !type) continue
    const file = join(entry.parentPath, entry.name)
    const path = posix.join('/', relative(folder, file).split(sep).join('/'))
    // Names under /assets contain a hash of the content.
    assets.set(path, asset(type, path.startsWith('/assets/') ? FOREVER : AN_HOUR, readFileSync(file)))
  }
  return assets
}

const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
const quickBrotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }

/**
 * Compressed at the first request: quickly for that request, and then as small as possible in the background, for all later
 * ones. The smallest takes a second for the largest script, and saves a tenth of its size.
 */
function encode(item: Asset, encoding: 'br' | 'gzip'): Uint8Array<ArrayBuffer> {
  const known = item.encoded.get(encoding)
  if (known) return known
  const made = copy(
    encoding === 'br' ? brotliCompressSync(item.body, quickBrotli) : gzipSync(item.body, { level: 9 }),
  )
  item.encoded.set(encoding, made)
  if (encoding === 'br') {
    brotliCompress(item.body, brotli, (error, smallest) => {
      if (!error) item.encoded.set(encoding, copy(smallest))
    })
  }
  return made
}

function answer(c: Context, item: Asset): Response {
  const headers: Record<string, string> = {
    'content-type': item.type,
    'cache-control': item.cacheControl,
    'x-content-type-options': 'nosniff',
  }
  const isText = /text|svg|json/.test(item.type)
  if (!isText || item.body.length < WORTH_COMPRESSING_BYTES) return new Response(item.body, { headers })
  headers.vary = 'Accept-Encoding'
  const encoding = accepts(c, 'br') ? 'br' : accepts(c, 'gzip') ? 'gzip' : null
  if (!encoding) return new Response(item.body, { headers })
  headers['content-encoding'] = encoding
  return new Response(encode(item, encoding), { headers })
}

/** `/art/soccer-3.svg`, `/art/soccer-3-wide.svg`, and `/art/statistics.svg` with all icons: drawn on demand, a bounded number. */
function drawnPictures() {
  const drawn = new Map<string, Asset>()
  return (name: string): Asset | undefined => {
    if (name === SHEET) {
      const sheet = drawn.get(name) ?? asset(SVG, A_DAY, new TextEncoder().encode(statisticIconSheet()))
      drawn.set(name, sheet)
      return sheet
    }
    const parts = /^([a-z]{1,20})-(\d)(-wide)?\.svg$/.exec(name)
    if (!parts?.[1] || Number(parts[2]) >= VARIANT_COUNT) return undefined
    const known = drawn.get(name)
    if (known) return known
    const svg = picture(parts[1], Number(parts[2]), parts[3] ? 'wide' : 'card')
    if (svg === null) return undefined
    const made = asset(SVG, A_DAY, new TextEncoder().encode(svg))
    drawn.set(name, made)
    return made
  }
}

export function mountArt(app: Hono): void {
  const drawn = drawnPictures()
  app.get('/art/:name', (c, next) => {
    const item = drawn(c.req.param('name'))
    return item ? Promise.resolve(answer(c, item)) : next()
  })
}

/** Files of earlier builds by address, each read at the first request. */
function keptFiles(folder: string): (path: string) => Asset | undefined {
  const names = existsSync(folder) ? readdirSync(folder) : []
  const files = new Map(names.map((name) => [`/assets/${name}`, join(folder, name)]))
  const read = new Map<string, Asset>()
  return (path) => {
    const file = files.get(path)
    const type = file && TYPES[extname(file)]
    if (!type) return undefined
    const item = read.get(path) ?? asset(type, FOREVER, readFileSync(file))
    read.set(path, item)
    return item
  }
}

/** `kept`: files that open pages of earlier builds still request (`scripts/kept-assets.mjs`). */
export function mountAssets(app: Hono, { folder, kept }: { folder: string; kept: string }): void {
  const assets = readAll(folder)
  const earlier = keptFiles(kept)
  // A file of an even older build is gone: answer without rendering a page.
  app.get('/assets/*', (c) => {
    const item = assets.get(c.req.path) ?? earlier(c.req.path)
    return item ? answer(c, item) : c.text('There is no such file', 404)
  })
  app.get('*', (c, next) => {
    const item = assets.get(c.req.path)
    return item ? Promise.resolve(answer(c, item)) : next()
  })
}
