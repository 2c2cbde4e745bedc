import { z } from 'zod'
import type { CsvColumn } from '#domain/csv.ts'
import {
  Comment,
  CommentForm,
  CommentReportForm,
  CommentReportReceipt,
  QueuedComment,
  ReportedComment,
} from '#domain/schemas/comment.ts'
import { PageQuery } from '#domain/schemas/error.ts'
import type { Access } from '#server/accounts/access/index.ts'
import { pagesOf, timeColumn } from '#server/platform/csv/csv.ts'
import { clientAddress } from '#server/platform/http/client-address.ts'
import { IdParams } from '#server/platform/http/http.ts'
import { answerPrivately, answerPublicly } from '#server/platform/http/public-answer.ts'
import { pageHeaders } from '#server/platform/lists/paged-route.ts'
import { campaignCsv, defineRoute, pagedRoute } from '#server/season/deps.ts'
import {
  deleteComment,
  hideComment,
  listComments,
  listOwn,
  listReported,
  postComment,
  reportComment,
} from './comments.ts'
import { type AnyComment, allComments, countQueued, queuedComments } from './store.ts'

const columns = ({ timeZone }: Access): CsvColumn<AnyComment>[] => [
  timeColumn('Posted', timeZone, ({ createdAt }) => createdAt),
  ['Message', ({ message }) => message],
  ['Hidden', ({ isHidden }) => isHidden],
  ['Open reports', ({ reports }) => reports],
]

export const commentCsvRoutes = [
  campaignCsv({
    table: 'comments',
    who: 'owner',
    permission: 'canManageStatistics',
    rules: 'R26, R43, R51: never by name; hidden ones say so',
    columns,
    pages: ({ deps, access }) => pagesOf((page) => allComments(deps.db, access.campaignId, page)),
  }),
]

const CommentsQuery = PageQuery.extend({
  hidden: z.stringbool('Choose true or false').default(false),
})
const CommentParams = IdParams.extend({ commentId: z.uuid('Not an id') })
const HiddenForm = z.object({ hidden: z.boolean('Choose true or false') })

const QueueQuery = z
  .object({
    show: z.enum(['reported', 'newest'], { error: 'Choose reported or newest' }).default('reported'),
  })
  .extend(PageQuery.shape)

export const commentRoutes = [
  ...pagedRoute({
    path: '/api/comments',
    who: 'signed-in',
    summary:
      'Messages of all campaigns that the caller manages, newest first: those that were reported, or all that are shown',
    rules: 'R26, R27, R43, R51',
    query: QueueQuery,
    row: QueuedComment,
    open: ({ deps, actor, query: { show } }) => ({
      read: (page) => queuedComments(deps.db, actor, { ...page, show }),
      count: () => countQueued(deps.db, actor, show),
    }),
  }),
  defineRoute({
    method: 'get',
    path: '/api/campaigns/{id}/comments',
    who: 'anyone',
    summary:
      'Supporter messages, newest first; `hidden` lists those hidden, to its owners and representatives',
    rules: 'R26, R43, R51',
    params: IdParams,
    query: CommentsQuery,
    response: z.array(Comment),
    handle: async ({ deps, caller, params, query, c }) => {
      const { limit, cursor = null, hidden } = query
      const page = { limit, beforeId: cursor, hidden }
      const { comments, count, isPublic } = await listComments(deps.db, caller, params.id, page)
      const answer = {
        bytes: JSON.stringify(comments),
        extra: pageHeaders(c.req.path, query, comments, count),
      }
      return isPublic ? answerPublicly(c, answer) : answerPrivately(c, answer)
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/campaigns/{id}/comments',
    who: 'signed-in',
    summary: 'Post a message of support',
    creates: true,
    params: IdParams,
    body: CommentForm,
    response: Comment,
    handle: ({ deps, transact, actor, params, body }) =>
      postComment(deps, transact, actor, params.id, body.message),
  }),
  defineRoute({
    method: 'get',
    path: '/api/campaigns/{id}/comments/own',
    who: 'signed-in',
    summary: 'The caller’s own newest messages on this page, hidden ones included',
    rules: 'R27, R43, R51',
    params: IdParams,
    response: z.array(Comment),
    handle: ({ deps, actor, params }) => listOwn(deps.db, actor, params.id),
  }),
  defineRoute({
    method: 'delete',
    path: '/api/campaigns/{id}/comments/{commentId}',
    who: 'signed-in',
    summary: 'Delete the caller’s own message, with the reports of it',
    rules: 'R27, R43',
    params: CommentParams,
    handle: ({ deps, transact, actor, params }) =>
      deleteComment(deps, transact, actor, { campaignId: params.id, commentId: params.commentId }),
  }),
  defineRoute({
    method: 'get',
    path: '/api/campaigns/{id}/comments/reports',
    who: 'owner',
    summary: 'Messages that were reported and not yet decided on, the most reported first',
    rules: 'R43',
    params: IdParams,
    response: z.array(ReportedComment),
    handle: ({ deps, actor, params }) => listReported(deps.db, actor, params.id),
  }),
  defineRoute({
    method: 'post',
    path: '/api/campaigns/{id}/comments/{commentId}/reports',
    who: 'anyone',
    summary: 'Report a message to those who can hide it; once a person, or an address',
    rules: 'R28, R43',
    creates: true,
    params: CommentParams,
    body: CommentReportForm,
    response: CommentReportReceipt,
    handle: async ({ deps, transact, caller, params, body, c }) => {
      const address = clientAddress(c)
      await deps.limits.take('report', address)
      const reporter = caller ?? { address }
      const key = { campaignId: params.id, commentId: params.commentId }
      return reportComment(deps, transact, caller, { ...key, reporter, reason: body.reason })
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/campaigns/{id}/comments/{commentId}/hidden',
    who: 'owner',
    summary: 'Hide a message, or show it again',
    rules: 'R43',
    params: CommentParams,
    body: HiddenForm,
    response: z.object({ id: z.uuid(), hidden: z.boolean() }),
    handle: ({ deps, transact, actor, params, body }) =>
      hideComment(deps, transact, actor, { campaignId: params.id, commentId: params.commentId }, body.hidden),
  }),
]
