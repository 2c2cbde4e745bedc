import { notFound } from '#domain/errors.ts'
import { SandboxAccountForm, StartedStripeAccount, StripeAccount } from '#domain/schemas/stripe-account.ts'
import { defineRoute } from '#server/money/deps.ts'
import { IdParams } from '#server/platform/http/http.ts'
import { fillSandboxForm, startAccount, stripeAccountOf } from './start.ts'

export const stripeAccountRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/organizations/{id}/stripe-account',
    who: 'treasurer',
    summary: 'What Stripe said last of the organization’s account; null: none was started',
    rules: 'R69',
    params: IdParams,
    response: StripeAccount.nullable(),
    handle: ({ deps, actor, params }) => stripeAccountOf(deps, actor, params.id),
  }),
  defineRoute({
    method: 'post',
    path: '/api/organizations/{id}/stripe-account',
    who: 'owner',
    needsSecondStep: true,
    summary:
      'Start to be paid by Stripe, or continue: makes the account once, asks Stripe about it, and proposes it as the payout destination where none is set',
    rules: 'R25, R29, R69',
    params: IdParams,
    response: StartedStripeAccount,
    handle: ({ deps, transact, actor, params }) => startAccount(deps, transact, actor, params.id),
  }),
  defineRoute({
    method: 'post',
    path: '/api/sandbox/organizations/{id}/stripe-account',
    who: 'owner',
    summary: 'Test mode: fill in the form that stands for Stripe’s',
    rules: 'R69; only where cards are in test mode',
    params: IdParams,
    body: SandboxAccountForm,
    response: StripeAccount,
    handle: ({ deps, actor, params, body }) => {
      if (deps.config.cards !== 'sandbox') throw notFound('Page')
      return fillSandboxForm(deps, actor, params.id, body)
    },
  }),
]
