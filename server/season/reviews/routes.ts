import { z } from 'zod'
import { ReviewAnswer, ReviewRequest, WaitingReview } from '#domain/schemas/review-request.ts'
import { demandRepresentative } from '#server/accounts/access/index.ts'
import { defineRoute, IdParams } from '#server/platform/http/http.ts'
import { askForReview, reviewsOf, sendBack } from './actions.ts'
import { countWaiting, waitingRequests } from './queries.ts'

const PageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.uuid('Not a cursor').optional(),
})

export const reviewRequestRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/review-requests',
    who: 'representative',
    summary: 'Drafts waiting for a review, oldest request first',
    rules: 'R24, R51',
    query: PageQuery,
    response: z.array(WaitingReview),
    handle: async ({ deps, actor, query: { limit, cursor }, c }) => {
      await demandRepresentative(deps.db, actor)
      const requests = await waitingRequests(deps.db, { limit, afterId: cursor ?? null })
      c.header('X-Total-Count', String(await countWaiting(deps.db)))
      const last = requests.at(-1)
      if (last && requests.length === limit)
        c.header('Link', `</api/review-requests?limit=${limit}&cursor=${last.id}>; rel="next"`)
      return requests
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api/campaigns/{id}/review-requests',
    who: 'owner',
    summary: 'Review requests, newest first',
    rules: 'R24',
    params: IdParams,
    response: z.array(ReviewRequest),
    handle: ({ deps, actor, params }) => reviewsOf(deps.db, actor, params.id),
  }),
  defineRoute({
    method: 'post',
    path: '/api/campaigns/{id}/review-requests',
    who: 'owner',
    summary: 'Request a review of a draft: representatives are notified; one request at a time',
    rules: 'R24',
    creates: true,
    params: IdParams,
    response: ReviewRequest,
    handle: ({ deps, transact, actor, params }) => askForReview(deps, transact, actor, params.id),
  }),
  defineRoute({
    method: 'post',
    path: '/api/campaigns/{id}/review-requests/answers',
    who: 'representative',
    summary: 'Send a draft back to its owners with what to change; they are notified',
    rules: 'R24',
    creates: true,
    params: IdParams,
    body: ReviewAnswer,
    response: ReviewRequest,
    handle: ({ deps, transact, actor, params, body }) =>
      sendBack(deps, transact, actor, params.id, body.message),
  }),
]
