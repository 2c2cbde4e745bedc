/**
 * The two card providers behind one port. Stripe's is the real library, over HTTP, against a stand-in that checks
 * every request and response against Stripe's published description (tests/stripe).
 */
import { expect } from 'vitest'
import type { Cards } from '#server/money/providers/cards.ts'
import { confirmSandboxSetup, paySandboxOnce } from '#server/money/providers/cards-sandbox.ts'
import { approveSandboxConfirmation } from '#server/money/providers/cards-sandbox-confirmations.ts'
import { createTestApp, type TestApp } from '#tests/app.ts'
import { type StripeStandIn, startStripe } from '#tests/stripe/stand-in.ts'

/** One card provider, and what the supporter's browser and bank do with it. */
export type Provider = {
  app: TestApp
  cards: Cards
  /** Saves a card in the form that `startSetup` opens; returns its id. */
  save(userId: string, number: string): Promise<string>
  agree(userId: string, clientSecret: string): Promise<void>
  /** Types a card into the form of a payment that has none. @throws if the bank declines it. */
  payOnce(clientSecret: string, number: string): Promise<void>
  close(): Promise<void>
}
export const CARD = { expMonth: 12, expYear: 2030 }

export async function openSandbox(): Promise<Provider> {
  const app = await createTestApp()
  const { cards } = app.deps
  return {
    app,
    cards,
    save: async (userId, number) => {
      const { clientSecret } = await cards.startSetup({ userId })
      const saved = await confirmSandboxSetup(app.deps, { userId, card: { clientSecret, number, ...CARD } })
      return saved.paymentMethodId
    },
    payOnce: (clientSecret, number) => paySandboxOnce(app.deps, { clientSecret, number, ...CARD }),
    agree: (userId, clientSecret) => approveSandboxConfirmation(app.deps, { userId, clientSecret }),
    close: app.close,
  }
}

export async function openStripe(): Promise<Provider & { stripe: StripeStandIn }> {
  let app: TestApp | undefined
  const stripe = await startStripe(() => app?.clock.now() ?? new Date())
  app = await createTestApp({ env: stripe.env })
  const { cards } = app.deps
  return {
    app,
    cards,
    stripe,
    save: async (userId, number) => {
      const { clientSecret } = await cards.startSetup({ userId })
      return stripe.books.confirmSetup(clientSecret, { number, ...CARD }).payment_method ?? ''
    },
    payOnce: async (clientSecret, number) =>
      void stripe.books.confirmPayment(clientSecret, { number, ...CARD }),
    agree: async (_, clientSecret) => void stripe.books.confirmPayment(clientSecret),
    close: async () => {
      await app?.close()
      await stripe.close()
      expect(stripe.problems).toEqual([])
    },
  }
}
