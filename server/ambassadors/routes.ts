import { z } from 'zod'
import { Ambassador, AmbassadorForm, AmbassadorUpdate, PublicAmbassador } from '#domain/schemas/ambassador.ts'
import { accessTo } from '#server/campaigns/access.ts'
import { publicReads } from '#server/campaigns/changes.ts'
import { type Answer, answerPrivately, answerPublicly } from '#server/campaigns/list-answer.ts'
import type { Db } from '#server/db/database.ts'
import { defineRoute, IdParams } from '#server/http.ts'
import { inviteAmbassador, joinCampaign, removeAmbassador, resendInvitation } from './actions.ts'
import { Ambassadorship, ambassadorshipsOf, countAmbassadorships } from './store.figures.ts'
import { ambassadorsOf, countJoined, creditedBy } from './store.ts'

const AmbassadorParams = IdParams.extend({ ambassadorId: z.uuid('Not an id') })
const PageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.uuid('Not a cursor of this list').optional(),
})
const PublicQuery = PageQuery.extend({
  ref: z
    .string()
    .regex(/^[A-Z2-9]{6,12}$/, 'Not a referral code')
    .optional(),
})
type Page = z.output<typeof PageQuery>
const JoinForm = z.object({ token: z.string('Open the link in your invitation').min(1).max(100) })

function countedHeaders(path: string, { limit }: Page, rows: readonly { id: string }[], count: number) {
  const last = rows.length === limit ? rows.at(-1) : undefined
  const next = last && `<${path}?limit=${limit}&cursor=${last.id}>; rel="next"`
  return { 'X-Total-Count': String(count), ...(next ? { Link: next } : {}) }
}

async function publicList(db: Db, campaignId: string, page: Page): Promise<Answer> {
  const [rows, count] = await Promise.all([
    ambassadorsOf(db, campaignId, { limit: page.limit, afterId: page.cursor ?? null }),
    countJoined(db, campaignId),
  ])
  const extra = countedHeaders(`/api/campaigns/${campaignId}/ambassadors`, page, rows, count)
  return { bytes: JSON.stringify(rows), extra }
}

export const ambassadorRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/campaigns/{id}/ambassadors',
    who: 'anyone',
    summary:
      'Ambassadors who have joined, as the public sees them; `ref` asks for the one whose code it is, joined or not',
    rules: 'R42, R51',
    params: IdParams,
    query: PublicQuery,
    response: z.array(PublicAmbassador),
    handle: async ({ deps, caller, params, query, c }) => {
      const { status } = await accessTo(deps.db, caller, params.id)
      const db = status === 'draft' ? deps.db : publicReads(deps, `campaign:${params.id}`)
      const answer = query.ref
        ? { bytes: JSON.stringify(await creditedBy(db, params.id, query.ref)) }
        : await publicList(db, params.id, query)
      return status === 'draft' ? answerPrivately(c, answer) : answerPublicly(c, answer)
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/campaigns/{id}/ambassadors',
    who: 'owner',
    summary: 'Invite an ambassador by e-mail',
    rules: 'R24, R42',
    creates: true,
    params: IdParams,
    body: AmbassadorForm,
    response: Ambassador,
    handle: ({ deps, transact, actor, params, body }) =>
      inviteAmbassador(deps, transact, actor, params.id, body.email),
  }),
  defineRoute({
    method: 'put',
    path: '/api/campaigns/{id}/ambassadors/{ambassadorId}',
    who: 'owner',
    summary: 'Send the invitation again, at most once an hour',
    rules: 'R24, R42',
    params: AmbassadorParams,
    body: AmbassadorUpdate,
    response: Ambassador,
    handle: ({ deps, transact, actor, params }) =>
      resendInvitation(deps, transact, actor, { campaignId: params.id, ambassadorId: params.ambassadorId }),
  }),
  defineRoute({
    method: 'delete',
    path: '/api/campaigns/{id}/ambassadors/{ambassadorId}',
    who: 'owner',
    summary: 'Remove an ambassador; past credit stays',
    rules: 'R24, R42',
    params: AmbassadorParams,
    handle: ({ deps, transact, actor, params }) =>
      removeAmbassador(deps, transact, actor, { campaignId: params.id, ambassadorId: params.ambassadorId }),
  }),
  defineRoute({
    method: 'post',
    path: '/api/campaigns/{id}/ambassadors/join',
    who: 'signed-in',
    summary: "Join by the invitation's link",
    rules: 'R42',
    params: IdParams,
    body: JoinForm,
    response: Ambassadorship,
    handle: ({ deps, transact, actor, params, body }) =>
      joinCampaign(deps, transact, actor, params.id, body.token),
  }),
  defineRoute({
    method: 'get',
    path: '/api/user/ambassadorships',
    who: 'signed-in',
    summary: "An ambassador's own links and figures",
    rules: 'R27, R42',
    query: PageQuery,
    response: z.array(Ambassadorship),
    handle: async ({ deps, actor, query, c }) => {
      const [rows, count] = await Promise.all([
        ambassadorshipsOf(deps.db, actor.userId, { limit: query.limit, beforeId: query.cursor ?? null }),
        countAmbassadorships(deps.db, actor.userId),
      ])
      const headers = countedHeaders('/api/user/ambassadorships', query, rows, count)
      for (const [name, value] of Object.entries(headers)) c.header(name, value)
      return rows
    },
  }),
]
