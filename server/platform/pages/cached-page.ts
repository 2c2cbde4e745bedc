/** A visitor's page as one value that never changes: its bytes in every encoding, each compressed once, with the headers. */
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Context } from 'hono'
import type { CachedPage, Sent } from '#server/platform/cache/cache.ts'
import { accepts } from '#server/platform/http/compress.ts'

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
