/** A document for one reader, as a response that is never cached. */
import type { Context } from 'hono'
import { NO_SNIFFING } from '#server/platform/http/http.ts'
import type { Deps } from './deps.ts'
import type { Order } from './studio.ts'

export async function answerDocument(
  c: Context,
  { studio }: Pick<Deps, 'studio'>,
  order: Order,
  name: string,
): Promise<Response> {
  const isHead = c.req.raw.method === 'HEAD'
  return new Response(isHead ? null : await studio.draw(null, order), {
    headers: {
      ...NO_SNIFFING,
      'Content-Type': 'application/pdf',
      'Content-Disposition': `attachment; filename="${name}.pdf"`,
      'Cache-Control': 'private, no-store',
      'Referrer-Policy': 'no-referrer',
      'X-Robots-Tag': 'noindex, nofollow',
      Vary: 'Authorization',
    },
  })
}
