import { z } from 'zod'
import {
  DestinationRequest,
  OrganizationPayouts,
  OrganizationPayoutsQuery,
  Payout,
  PayoutApproval,
  PayoutArrival,
  PayoutForm,
  PayoutReturn,
  PayoutSent,
  PayoutsPage,
  PayoutsQuery,
  PayoutWithdrawal,
  SentPayout,
} from '#domain/schemas/payout.ts'
import { accessWith } from '#server/accounts/access/index.ts'
import { defineRoute, pagedRoute } from '#server/money/deps.ts'
import { IdParams } from '#server/platform/http/http.ts'
import { approvePayout } from './approve.ts'
import { askForDestinations } from './destinations.ts'
import { allSentPayouts, organizationPayouts, payoutsPage, sentPayoutsOf } from './lists.ts'
import { confirmArrival, recordReturn, recordSent } from './outcome.ts'
import { payoutsFor } from './payout.ts'
import { preparePayout } from './prepare.ts'
import { withdraw } from './withdrawal.ts'

export const payoutRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/payouts',
    who: 'representative',
    summary: 'What organizations are owed over their campaigns; what waits to be approved or sent first',
    rules: 'R38, R39, R51',
    query: PayoutsQuery,
    response: PayoutsPage,
    handle: ({ deps, actor, query }) => payoutsPage(deps, actor, query),
  }),
  defineRoute({
    method: 'post',
    path: '/api/payouts/destination-requests',
    who: 'representative',
    needsSecondStep: true,
    summary: 'Mail the owners of organizations without a payout destination where they propose one',
    rules: 'R25, R38; each owner once, and an organization not again within seven days',
    creates: true,
    response: DestinationRequest,
    handle: ({ deps, transact, actor }) => askForDestinations(deps, transact, actor, null),
  }),
  defineRoute({
    method: 'post',
    path: '/api/organizations/{id}/destination-requests',
    who: 'representative',
    needsSecondStep: true,
    summary: 'The same for one organization',
    rules: 'R25, R38; not again within seven days',
    creates: true,
    params: IdParams,
    response: DestinationRequest,
    handle: ({ deps, transact, actor, params }) => askForDestinations(deps, transact, actor, params.id),
  }),
  defineRoute({
    method: 'get',
    path: '/api/organizations/{id}/payouts',
    who: 'treasurer',
    summary: 'What the organization is owed and was paid: totals, no pledges',
    rules: 'R38, R51; owners and treasurers see totals only',
    params: IdParams,
    query: OrganizationPayoutsQuery,
    response: OrganizationPayouts,
    handle: ({ deps, actor, params, query }) => organizationPayouts(deps, actor, params.id, query.page),
  }),
  ...pagedRoute({
    path: '/api/organizations/{id}/sent-payouts',
    who: 'treasurer',
    summary: 'All payouts that were sent to the organization, newest first',
    rules: 'R38, R51; owners and treasurers see totals only',
    params: IdParams,
    row: SentPayout,
    open: ({ deps, actor, params }) => sentPayoutsOf(deps.db, actor, params.id),
  }),
  ...pagedRoute({
    path: '/api/sent-payouts',
    who: 'representative',
    summary: 'All payouts that were sent, newest first',
    rules: 'R38, R80',
    row: SentPayout,
    open: ({ deps, actor }) => allSentPayouts(deps.db, actor),
  }),
  defineRoute({
    method: 'get',
    path: '/api/campaigns/{id}/payouts',
    who: 'representative',
    summary: 'Payouts with a line of the campaign, newest first',
    rules: 'R38',
    params: IdParams,
    response: z.array(Payout),
    handle: async ({ deps, actor, params }) => {
      await accessWith(deps.db, actor, params.id, 'canSettle')
      return payoutsFor(deps.db, deps.clock.now(), actor, params.id)
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/organizations/{id}/payouts',
    who: 'representative',
    needsSecondStep: true,
    summary: 'Prepare a payout to an organization, with a line for each campaign',
    rules: 'R38',
    creates: true,
    params: IdParams,
    body: PayoutForm,
    response: Payout,
    handle: ({ deps, transact, actor, params, body }) =>
      preparePayout(deps, transact, actor, params.id, body),
  }),
  defineRoute({
    method: 'post',
    path: '/api/payouts/{id}/approval',
    who: 'representative',
    needsSecondStep: true,
    summary:
      'Approve a payout that another person prepared. It is sent after that: by Stripe, or by a person who records it',
    rules: 'R29, R34, R38',
    creates: true,
    params: IdParams,
    body: PayoutApproval,
    response: Payout,
    handle: ({ deps, transact, actor, params, body }) =>
      approvePayout(deps, transact, actor, params.id, body),
  }),
  defineRoute({
    method: 'post',
    path: '/api/payouts/{id}/dispatch',
    who: 'representative',
    needsSecondStep: true,
    summary:
      'Record that an approved payout was sent by check or bank transfer; it counts as paid out from then on',
    rules: 'R5, R38',
    creates: true,
    params: IdParams,
    body: PayoutSent,
    response: Payout,
    handle: ({ deps, transact, actor, params, body }) => recordSent(deps, transact, actor, params.id, body),
  }),
  defineRoute({
    method: 'post',
    path: '/api/payouts/{id}/arrival',
    who: 'representative',
    needsSecondStep: true,
    summary: 'Confirm that the payout arrived',
    rules: 'R38',
    creates: true,
    params: IdParams,
    body: PayoutArrival,
    response: Payout,
    handle: ({ deps, transact, actor, params, body }) =>
      confirmArrival(deps, transact, actor, params.id, body),
  }),
  defineRoute({
    method: 'post',
    path: '/api/payouts/{id}/return',
    who: 'representative',
    needsSecondStep: true,
    summary: 'Record that a payout, or a part of it, came back, or that the organization paid it back',
    rules: 'R5, R38, R68',
    creates: true,
    params: IdParams,
    body: PayoutReturn,
    response: Payout,
    handle: ({ deps, transact, actor, params, body }) => recordReturn(deps, transact, actor, params.id, body),
  }),
  defineRoute({
    method: 'post',
    path: '/api/payouts/{id}/withdrawal',
    who: 'representative',
    needsSecondStep: true,
    summary:
      'Withdraw a payout that was not sent; of a transfer, Stripe is asked first whether it made it; with a reason if it is in a file for the bank',
    rules: 'R38, R69',
    params: IdParams,
    body: PayoutWithdrawal,
    response: Payout,
    handle: ({ deps, transact, actor, params, body }) => withdraw(deps, transact, actor, params.id, body),
  }),
]
