import Stripe from 'stripe'
import type { Clock } from '#server/platform/base/clock.ts'
import type { AccountFacts, Accounts } from './accounts.ts'
import { answeredSoon, instant, SOON, unlessMissing } from './cards-stripe-fields.ts'

/** How long the key of a new account is used: after a failure, the next attempt that can work is this close. */
const KEY_MS = 5 * 60_000

/** Stripe collects what the law requires and keeps it up to date; losses are the provider's, whose money is paid out. */
const CONTROLLER = {
  fees: { payer: 'application' },
  losses: { payments: 'application' },
  stripe_dashboard: { type: 'express' },
} as const satisfies Stripe.AccountCreateParams.Controller

const COMPONENTS = {
  account_onboarding: { enabled: true },
  account_management: { enabled: true },
} as const satisfies Stripe.AccountSessionCreateParams.Components

type Given = { stripe: Stripe; publishableKey: string; clock: Clock }

export const createStripeAccounts = ({ stripe, publishableKey, clock }: Given): Accounts => ({
  create: async ({ organizationId, name, email }) => {
    const period = Math.floor(clock.now().getTime() / KEY_MS)
    const account = {
      country: 'US',
      email,
      controller: CONTROLLER,
      capabilities: { transfers: { requested: true } },
      business_profile: { name },
      metadata: { organizationId },
    }
    const idempotencyKey = `account-${organizationId}-${period}`
    const { id } = await answeredSoon(() => stripe.accounts.create(account, { ...SOON, idempotencyKey }))
    return id
  },
  openForm: async (account) => {
    const { client_secret: clientSecret } = await answeredSoon(() =>
      stripe.accountSessions.create({ account, components: COMPONENTS }, SOON),
    )
    return { clientSecret, publishableKey }
  },
  facts: async (account) => {
    const found = await answeredSoon(() =>
      unlessForbidden(unlessMissing(stripe.accounts.retrieve(account, undefined, SOON))),
    )
    return found && factsOf(found)
  },
})

/** An account that was disconnected from this site. */
const unlessForbidden = <T>(asked: Promise<T>): Promise<T | null> =>
  asked.catch((error: unknown) => {
    if (error instanceof Stripe.errors.StripePermissionError && error.code === 'account_invalid') return null
    throw error
  })

function factsOf({
  payouts_enabled,
  capabilities,
  requirements,
  external_accounts,
}: Stripe.Account): AccountFacts {
  const { past_due: late, currently_due: due, current_deadline: deadline } = requirements ?? {}
  const places = external_accounts?.data ?? []
  const bank = places.find((one) => one.default_for_currency) ?? places[0]
  return {
    isReady: payouts_enabled === true && capabilities?.transfers === 'active',
    due: [...new Set([...(late ?? []), ...(due ?? [])])],
    dueBy: deadline ? instant(deadline) : null,
    bank: bank
      ? {
          name: bank.object === 'bank_account' ? (bank.bank_name ?? 'Bank account') : bank.brand,
          last4: bank.last4,
          fingerprint: bank.fingerprint ?? null,
        }
      : null,
  }
}
