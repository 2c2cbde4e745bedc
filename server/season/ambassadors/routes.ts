import { z } from 'zod'
import type { CsvColumn } from '#domain/csv.ts'
import {
  AMBASSADOR_FILTERS,
  Ambassador,
  AmbassadorCounts,
  AmbassadorForm,
  Ambassadorship,
  AmbassadorshipForm,
  AmbassadorUpdate,
  InvitationsForm,
  InvitationsPreview,
  InvitationsPreviewForm,
  Invited,
  LeaderboardEntry,
  MailedAmbassador,
  Nudged,
  NudgeForm,
  PublicAmbassador,
} from '#domain/schemas/ambassador.ts'
import { PageQuery } from '#domain/schemas/error.ts'
import { text } from '#domain/schemas/fields.ts'
import { type Access, accessTo, accessWith } from '#server/accounts/access/index.ts'
import { invitationsAgainAt } from '#server/messaging/mails/index.ts'
import { publicReads } from '#server/platform/changes/campaign-changes.ts'
import { pagesOf, timeColumn } from '#server/platform/csv/csv.ts'
import type { Db } from '#server/platform/db/database.ts'
import { IdParams } from '#server/platform/http/http.ts'
import { type Answer, answerPrivately, answerPublicly } from '#server/platform/http/public-answer.ts'
import { pageHeaders } from '#server/platform/lists/paged-route.ts'
import { campaignCsv, type Deps, defineRoute, pagedRoute } from '#server/season/deps.ts'
import { ambassadorshipsOf, countAmbassadorships } from './figures-store.ts'
import { inviteAll, previewInvitations } from './import.ts'
import {
  inviteAmbassador,
  joinCampaign,
  leaderboardOf,
  removeAmbassador,
  resendInvitation,
  showOnLeaderboard,
} from './invite.ts'
import { ambassadorsFor, ambassadorsOf, countJoined, creditedBy } from './lists-store.ts'
import { nudgeAll, nudgeAmbassador, withMailableAt } from './mails.ts'
import { ambassadorsLike, countByKind, countLike } from './store.ts'

const columns = ({ timeZone }: Access): CsvColumn<Ambassador>[] => [
  ['First name', ({ user }) => user?.firstName ?? null],
  ['Last name', ({ user }) => user?.lastName ?? null],
  ['Email', ({ user, email }) => user?.email ?? email],
  ['Referral code', ({ ambassadorReferralCode }) => ambassadorReferralCode],
  ['Status', ({ status }) => status],
  timeColumn('Invited', timeZone, ({ createdAt }) => createdAt),
]

export const ambassadorCsvRoutes = [
  campaignCsv({
    table: 'ambassadors',
    who: 'owner',
    permission: 'canManageAmbassadors',
    rules: 'R42, R51',
    columns,
    pages: ({ deps, access }) => pagesOf((page) => ambassadorsFor(deps.db, access.campaignId, page)),
  }),
]

const AmbassadorParams = IdParams.extend({ ambassadorId: z.uuid('Not an id') })

/** Invites many ambassadors at once, and nudges those without supporters. */
const managementRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/dashboard/campaigns/{id}/ambassadors/counts',
    who: 'owner',
    summary: 'How many ambassadors there are, have not joined, and have joined but have no supporter',
    rules: 'R24, R42, R51',
    params: IdParams,
    response: AmbassadorCounts,
    handle: async ({ deps, actor, params: { id } }) => {
      const { organizationId } = await accessWith(deps.db, actor, id, 'canManageAmbassadors')
      const [counts, again] = await Promise.all([
        countByKind(deps.db, id),
        invitationsAgainAt(deps.db, deps.clock.now(), { by: actor.userId, organizationId }),
      ])
      return { ...counts, invitationsAgainAt: again?.toISOString() ?? null }
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/campaigns/{id}/ambassadors/imports/preview',
    who: 'owner',
    keys: 'none',
    summary:
      'Read pasted addresses or a file of contacts: what inviting them would do, line by line; changes nothing',
    rules: 'R24, R42',
    params: IdParams,
    body: InvitationsPreviewForm,
    response: InvitationsPreview,
    handle: ({ transact, actor, params, body }) => previewInvitations(transact, actor, params.id, body),
  }),
  defineRoute({
    method: 'post',
    path: '/api/campaigns/{id}/ambassadors/imports',
    who: 'owner',
    keys: 'none',
    summary: 'Invite everyone that the preview listed as new, without those left out, or no one',
    rules: 'R24, R42',
    creates: true,
    params: IdParams,
    body: InvitationsForm,
    response: Invited,
    handle: ({ deps, transact, actor, params, body }) => inviteAll(deps, transact, actor, params.id, body),
  }),
  defineRoute({
    method: 'post',
    path: '/api/campaigns/{id}/ambassadors/nudges',
    who: 'owner',
    summary: 'Email all who have not joined, or all without a supporter; each at most once an hour',
    rules: 'R24, R42',
    params: IdParams,
    body: NudgeForm,
    response: Nudged,
    handle: ({ deps, transact, actor, params, body }) => nudgeAll(deps, transact, actor, params.id, body.who),
  }),
  defineRoute({
    method: 'post',
    path: '/api/campaigns/{id}/ambassadors/{ambassadorId}/nudges',
    who: 'owner',
    summary: 'Email one ambassador who has not joined or has no supporter; at most once an hour',
    rules: 'R24, R42',
    params: AmbassadorParams,
    response: MailedAmbassador,
    handle: ({ deps, transact, actor, params }) =>
      nudgeAmbassador(deps, transact, actor, { campaignId: params.id, ambassadorId: params.ambassadorId }),
  }),
]

const PublicQuery = PageQuery.extend({
  ref: z
    .string()
    .regex(/^[A-Z2-9]{6,12}$/, 'Not a referral code')
    .optional(),
})
const ManagedQuery = PageQuery.extend({
  who: z.enum(AMBASSADOR_FILTERS, 'Not a filter of this list').default('all'),
  search: z
    .string()
    .trim()
    .max(200, 'Use at most 200 characters')
    .refine((text) => !text.includes('\0'), 'Leave out the invisible character')
    .default(''),
})
const LINK = 'Open the link in your invitation'
const JoinForm = z.object({
  token: text(100, LINK),
  /** Whether the campaign's page may name them; without it, their place keeps its setting. */
  onLeaderboard: z.boolean('Choose true or false').optional(),
})

async function publicList(db: Db, campaignId: string, path: string, page: PageQuery): Promise<Answer> {
  const [rows, count] = await Promise.all([
    ambassadorsOf(db, campaignId, { limit: page.limit, afterId: page.cursor ?? null }),
    countJoined(db, campaignId),
  ])
  return { bytes: JSON.stringify(rows), extra: pageHeaders(path, page, rows, count) }
}

/** From memory between changes; a draft's is computed for those who may see it. */
async function leaderboard(deps: Pick<Deps, 'db' | 'cache'>, campaignId: string): Promise<Answer> {
  const id = campaignId.toLowerCase()
  const tag = `campaign:${id}`
  return deps.cache.through(`leaderboard ${id}`, [tag], async () => ({
    bytes: JSON.stringify(await leaderboardOf(publicReads(deps, tag), id)),
  }))
}

export const ambassadorRoutes = [
  ...managementRoutes,
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
      const { isPrivate } = await accessTo(deps.db, caller, params.id)
      const db = isPrivate ? deps.db : publicReads(deps, `campaign:${params.id}`)
      const answer = query.ref
        ? { bytes: JSON.stringify(await creditedBy(db, params.id, query.ref)) }
        : await publicList(db, params.id, c.req.path, query)
      return isPrivate ? answerPrivately(c, answer) : answerPublicly(c, answer)
    },
  }),
  ...pagedRoute({
    path: '/api/dashboard/campaigns/{id}/ambassadors',
    who: 'owner',
    summary:
      'All ambassadors of a campaign, newest first: those not joined, those without a supporter, or those matching a search',
    rules: 'R42, R51',
    params: IdParams,
    query: ManagedQuery,
    row: Ambassador,
    open: async ({ deps, actor, params: { id }, query: { who: filter, search } }) => {
      await accessWith(deps.db, actor, id, 'canManageAmbassadors')
      return {
        read: async (page) => {
          const found = await ambassadorsLike(deps.db, id, { ...page, filter, search })
          return withMailableAt(deps.db, deps.clock.now(), id, found)
        },
        count: () => countLike(deps.db, id, { filter, search }),
      }
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/campaigns/{id}/ambassadors',
    who: 'owner',
    summary: 'Invite an ambassador by email',
    rules: 'R24, R42',
    creates: true,
    params: IdParams,
    body: AmbassadorForm,
    response: MailedAmbassador,
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
    response: MailedAmbassador,
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
    handle: ({ deps, transact, actor, params, body }) => joinCampaign(deps, transact, actor, params.id, body),
  }),
  defineRoute({
    method: 'get',
    path: '/api/campaigns/{id}/leaderboard',
    who: 'anyone',
    summary: 'The ambassadors who brought the most supporters: at most five, and never the lower half',
    rules: 'R42',
    params: IdParams,
    response: z.array(LeaderboardEntry),
    handle: async ({ deps, caller, params, c }) => {
      const { isPrivate } = await accessTo(deps.db, caller, params.id)
      if (!isPrivate) return answerPublicly(c, await leaderboard(deps, params.id))
      return answerPrivately(c, { bytes: JSON.stringify(await leaderboardOf(deps.db, params.id)) })
    },
  }),
  ...pagedRoute({
    path: '/api/user/ambassadorships',
    who: 'signed-in',
    summary: "An ambassador's own links and figures",
    rules: 'R27, R42',
    row: Ambassadorship,
    open: ({ deps, actor }) => ({
      read: (page) => ambassadorshipsOf(deps.db, actor.userId, page),
      count: () => countAmbassadorships(deps.db, actor.userId),
    }),
  }),
  defineRoute({
    method: 'put',
    path: '/api/user/ambassadorships/{id}',
    who: 'signed-in',
    summary:
      'Whether the campaign’s page may name an ambassador among those who brought most; their own choice',
    rules: 'R27, R42',
    params: IdParams,
    body: AmbassadorshipForm,
    response: Ambassadorship,
    handle: ({ deps, transact, actor, params, body }) =>
      showOnLeaderboard(deps, transact, actor, params.id, body.onLeaderboard),
  }),
]
