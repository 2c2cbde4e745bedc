import { z } from 'zod'
import {
  Applicant,
  QuestionForm,
  ReviewAnswer,
  ReviewRequest,
  WaitingReview,
} from '#domain/schemas/review-request.ts'
import { demandRepresentative } from '#server/accounts/access/index.ts'
import { IdParams } from '#server/platform/http/http.ts'
import { defineRoute, pagedRoute } from '#server/season/deps.ts'

import { answer, applicantFor, askForReview, askRepresentative, reviewsOf } from './review.ts'
import { countWaiting, waitingRequests } from './store.ts'

export const reviewRequestRoutes = [
  ...pagedRoute({
    path: '/api/review-requests',
    who: 'representative',
    summary: 'Drafts waiting for a review, and questions of owners, oldest first',
    rules: 'R24, R51',
    row: WaitingReview,
    open: async ({ deps, actor }) => {
      await demandRepresentative(deps.db, actor)
      return {
        read: ({ limit, beforeId }) => waitingRequests(deps.db, { limit, afterId: beforeId }),
        count: () => countWaiting(deps.db),
      }
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api/campaigns/{id}/review-requests',
    who: 'owner',
    summary: 'Review requests and questions of its owners, newest first',
    rules: 'R24',
    params: IdParams,
    response: z.array(ReviewRequest),
    handle: ({ deps, actor, params }) => reviewsOf(deps.db, actor, params.id),
  }),
  defineRoute({
    method: 'get',
    path: '/api/campaigns/{id}/applicant',
    who: 'representative',
    summary: 'Who asks for a campaign: the organization, its owners and its earlier campaigns',
    rules: 'R24',
    params: IdParams,
    response: Applicant,
    handle: ({ deps, actor, params }) => applicantFor(deps.db, actor, params.id),
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
    keys: 'none',
    summary:
      'Send a draft back to its owners with what to change, or answer what they asked; they are notified',
    rules: 'R24',
    creates: true,
    params: IdParams,
    body: ReviewAnswer,
    response: ReviewRequest,
    handle: ({ deps, transact, actor, params, body }) =>
      answer(deps, transact, actor, params.id, body.message),
  }),
  defineRoute({
    method: 'post',
    path: '/api/campaigns/{id}/questions',
    who: 'owner',
    summary:
      'Ask for what only a representative can do in a campaign that is no longer a draft; joins what is not answered yet',
    rules: 'R24',
    creates: true,
    params: IdParams,
    body: QuestionForm,
    response: ReviewRequest,
    handle: ({ deps, transact, actor, params, body }) =>
      askRepresentative(deps, transact, actor, params.id, body.question),
  }),
]
