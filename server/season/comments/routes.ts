import { z } from 'zod'
import {
  Comment,
  CommentForm,
  CommentReportForm,
  CommentReportReceipt,
  ReportedComment,
} from '#domain/schemas/comment.ts'
import { clientAddress } from '#server/platform/http/client-address.ts'
import { defineRoute, IdParams } from '#server/platform/http/http.ts'
import { answerPrivately, answerPublicly } from '#server/platform/http/public-answer.ts'
import { hideComment, listComments, listReported, postComment, reportComment } from './actions.ts'

const PageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.uuid('Not a cursor of this list').optional(),
  hidden: z.stringbool('Choose true or false').default(false),
})
const CommentParams = IdParams.extend({ commentId: z.uuid('Not an id') })
const HiddenForm = z.object({ hidden: z.boolean('Choose true or false') })

export const commentRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/campaigns/{id}/comments',
    who: 'anyone',
    summary:
      'Supporter messages, newest first; `hidden` lists those hidden, to its owners and representatives',
    rules: 'R26, R43, R51',
    params: IdParams,
    query: PageQuery,
    response: z.array(Comment),
    handle: async ({ deps, caller, params, query, c }) => {
      const { limit, cursor = null, hidden } = query
      const page = { limit, beforeId: cursor, hidden }
      const { comments, count, isPublic } = await listComments(deps.db, caller, params.id, page)
      const last = comments.length === limit ? comments.at(-1) : undefined
      const named = last && { limit: String(limit), cursor: last.id, ...(hidden ? { hidden: 'true' } : {}) }
      const path = `/api/campaigns/${params.id}/comments`
      const extra = {
        'X-Total-Count': String(count),
        ...(named ? { Link: `<${path}?${new URLSearchParams(named)}>; rel="next"` } : {}),
      }
      const answer = { bytes: JSON.stringify(comments), extra }
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
    path: '/api/campaigns/{id}/comments/reports',
    who: 'owner',
    summary: 'Messages that somebody reported and nobody has decided about, the most reported first',
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
