import type { Context } from 'hono'
import { z } from 'zod'
import { fileSafe } from '#domain/csv.ts'
import { dateIn } from '#domain/places/zone.ts'
import { id } from '#domain/schemas/fields.ts'
import { LinkToken } from '#domain/schemas/pledge-link.ts'
import { Giving, LinkedGiving, Receipt } from '#domain/schemas/receipt.ts'
import { answerDocument, printedLook } from '#server/documents/renderer/index.ts'
import type { Deps } from '#server/money/deps.ts'
import { defineRoute } from '#server/money/deps.ts'
import { IdParams, NO_SNIFFING } from '#server/platform/http/http.ts'
import { keepSecret } from '#server/platform/http/keep-secret.ts'
import { archiveOf } from './archive.ts'
import { zoneOfGiving } from './giving-store.ts'
import { openArchive, readGiving, readGivingByLink, readReceipt, readReceiptByLink } from './receipts.ts'
import { zoneOfCampaign } from './store.ts'

const year = z.coerce
  .number('Choose a year')
  .int('Choose a year')
  .min(2000, 'Choose a year')
  .max(2199, 'Choose a year')
const YearParams = z.object({ year })
/** `pledge`: where two people pledged from one mailbox, the statement of the name on this one. */
const SupporterQuery = z.object({ supporter: id.optional(), pledge: id.optional() })
const LinkedYearParams = z.object({ token: LinkToken, year })
const LinkedParams = z.object({ token: LinkToken, receiptId: id })

const today = ({ clock }: Deps, timeZone: string): string => dateIn(timeZone, clock.now())

async function receiptPaper(c: Context, deps: Deps, receipt: Receipt): Promise<Response> {
  const drawnOn = today(deps, await zoneOfCampaign(deps.db, receipt.campaignId))
  return answerDocument(
    c,
    deps,
    { kind: 'receipt', facts: { receipt, drawnOn, look: await printedLook(deps, receipt.campaignId) } },
    `receipt-${receipt.number}`,
  )
}

export const receiptRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/receipts/{id}',
    who: 'signed-in',
    keys: 'providers',
    summary: 'One receipt: one’s own, or any for a representative; `id` is that of its charge or payment',
    rules: 'R26, R27, R37',
    params: IdParams,
    response: Receipt,
    handle: ({ deps, actor, params }) => readReceipt(deps, actor, params.id),
  }),
  defineRoute({
    method: 'get',
    path: '/api/receipts/{id}/receipt.pdf',
    who: 'signed-in',
    keys: 'providers',
    summary: 'The same as a PDF to keep',
    rules: 'R26, R27, R37',
    params: IdParams,
    produces: 'application/pdf',
    handle: async ({ deps, actor, params, c }) =>
      receiptPaper(c, deps, await readReceipt(deps, actor, params.id)),
  }),
  defineRoute({
    method: 'get',
    path: '/api/pledge-links/{token}/receipts/{receiptId}',
    who: 'anyone',
    summary: 'A receipt of the pledge that a link in an email shows; changes nothing',
    rules: 'R37, R44',
    params: LinkedParams,
    response: Receipt,
    handle: async ({ deps, params, c }) => {
      keepSecret(c)
      return readReceiptByLink(deps, params)
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api/pledge-links/{token}/receipts/{receiptId}/receipt.pdf',
    who: 'anyone',
    summary: 'The same as a PDF to keep',
    rules: 'R37, R44',
    params: LinkedParams,
    produces: 'application/pdf',
    handle: async ({ deps, params, c }) => receiptPaper(c, deps, await readReceiptByLink(deps, params)),
  }),
  defineRoute({
    method: 'get',
    path: '/api/pledge-links/{token}/giving/{year}',
    who: 'anyone',
    summary: 'A calendar year of the pledge that a link in an email shows; changes nothing',
    rules: 'R37, R44, R75',
    params: LinkedYearParams,
    response: LinkedGiving,
    handle: async ({ deps, params, c }) => {
      keepSecret(c)
      return readGivingByLink(deps, params)
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api/pledge-links/{token}/giving/{year}/statement.pdf',
    who: 'anyone',
    summary: 'The same as a PDF to keep',
    rules: 'R37, R44, R75',
    params: LinkedYearParams,
    produces: 'application/pdf',
    handle: async ({ deps, params, c }) => {
      const giving = await readGivingByLink(deps, params)
      const facts = { giving, drawnOn: today(deps, giving.timeZone) }
      return answerDocument(c, deps, { kind: 'giving', facts }, `giving-${params.year}`)
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api/giving',
    who: 'signed-in',
    summary:
      'The newest calendar year in which a supporter gave, or the current one; `supporter` for representatives',
    rules: 'R26, R37, R52',
    query: SupporterQuery,
    response: Giving,
    handle: ({ deps, actor, query }) => readGiving(deps, actor, { year: null, ...query }),
  }),
  defineRoute({
    method: 'get',
    path: '/api/giving/{year}',
    who: 'signed-in',
    summary:
      'Everything a supporter gave in a calendar year, by organization; `supporter` for representatives',
    rules: 'R26, R37, R52',
    params: YearParams,
    query: SupporterQuery,
    response: Giving,
    handle: ({ deps, actor, params, query }) => readGiving(deps, actor, { ...params, ...query }),
  }),
  defineRoute({
    method: 'get',
    path: '/api/giving/{year}/statement.pdf',
    who: 'signed-in',
    summary: 'The same as a PDF to keep',
    rules: 'R26, R37, R52',
    params: YearParams,
    query: SupporterQuery,
    produces: 'application/pdf',
    handle: async ({ deps, actor, params, query, c }) => {
      const giving = await readGiving(deps, actor, { ...params, ...query })
      const zone = await zoneOfGiving(deps.db, giving.supporterId)
      const facts = { giving, drawnOn: today(deps, zone ?? 'UTC') }
      return answerDocument(c, deps, { kind: 'giving', facts }, `giving-${params.year}`)
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api/organizations/{id}/receipts.zip',
    who: 'representative',
    summary:
      'All receipts of an organization as PDFs, with lists of them and of what was paid back, in one ZIP; `year` for one year',
    rules: 'R26, R37: names, so representatives only, and written down',
    params: IdParams,
    query: z.object({ year: year.optional() }),
    produces: 'application/zip',
    handle: async ({ deps, actor, params, query, c }) => {
      const wanted = { organizationId: params.id, year: query.year ?? null }
      const { name, timeZone } = await openArchive(deps, actor, wanted)
      const file = [fileSafe(name), 'receipts', wanted.year].filter(Boolean).join('-')
      const isHead = c.req.raw.method === 'HEAD'
      return new Response(isHead ? null : archiveOf(deps, { ...wanted, drawnOn: today(deps, timeZone) }), {
        headers: {
          ...NO_SNIFFING,
          'Content-Type': 'application/zip',
          'Content-Disposition': `attachment; filename="${file}.zip"`,
          'Cache-Control': 'private, no-store',
          Vary: 'Authorization',
        },
      })
    },
  }),
]
