import type { Context } from 'hono'
import { notFound } from '#domain/errors.ts'
import type { CampaignDetail } from '#domain/schemas/campaign.ts'
import { isPrivateCampaign } from '#server/accounts/access/index.ts'
import { etagOf } from '#server/platform/cache/cache.ts'
import { publicReads } from '#server/platform/changes/campaign-changes.ts'
import { NO_SNIFFING } from '#server/platform/http/http.ts'
import { answerPublicly, isHeld } from '#server/platform/http/public-answer.ts'
import { campaignDetail } from '#server/season/campaigns/index.ts'
import type { Deps } from './deps.ts'
import type { PaperFacts } from './document-facts.ts'
import type { Order } from './drawing-process.ts'

/** Increase it when a drawing changes its look, so that nobody keeps an old one. */
const EDITION = 2

type Kept<T> = { facts: T; etag: string }

/**
 * What a picture or document of this campaign shows, cached until the campaign changes. Only for public campaigns: a draft
 * yields a 404 for everyone, since drawings are passed on.
 */
export async function factsOf<T>(
  deps: Deps,
  campaignId: string,
  { name, make }: { name: string; make: (detail: CampaignDetail) => T },
): Promise<Kept<T>> {
  const tag = `campaign:${campaignId}`
  const { bytes, etag } = await deps.cache.through(`${name} ${campaignId}`, [tag], async () => {
    const db = publicReads(deps, tag)
    const detail = await campaignDetail(db, campaignId, deps.clock.now())
    if (await isPrivateCampaign(db, campaignId, detail.campaigns.status)) throw notFound('Campaign')
    return { bytes: JSON.stringify(make(detail)) }
  })
  return { facts: JSON.parse(bytes.toString()) as T, etag }
}

/** The drawing of these facts. A caller that already has it causes no drawing. */
export async function answerDrawing(
  c: Context,
  deps: Deps,
  order: Order,
  { etag: factsTag, type, extra }: { etag: string; type: string; extra?: Record<string, string> },
): Promise<Response> {
  const etag = `"${order.kind}-${EDITION}-${factsTag.slice(1)}`
  const bytes = isHeld(c, etag) ? '' : await deps.studio.draw(etag, order)
  return answerPublicly(c, { bytes, etag, type, ...(extra ? { extra } : {}) })
}

/** A document for those who may see it, never cached on the way; `name` is its file name. */
export async function answerPaper(
  deps: Pick<Deps, 'studio'>,
  { name, facts }: { name: string; facts: PaperFacts },
): Promise<Response> {
  const bytes = await deps.studio.draw(`paper ${EDITION} ${etagOf(JSON.stringify(facts))}`, {
    kind: 'paper',
    facts,
  })
  return new Response(bytes, {
    headers: {
      ...NO_SNIFFING,
      'Content-Type': 'application/pdf',
      'Content-Disposition': `attachment; filename="${name}.pdf"`,
      'Cache-Control': 'private, no-store',
      Vary: 'Authorization',
    },
  })
}

/** A document for one reader, as a response that is never cached. */
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
