import { notFound } from '#domain/errors.ts'
import { CardSetup, SandboxCardForm, SavedCard } from '#domain/schemas/card.ts'
import { confirmSandboxSetup } from '#server/adapters/cards-sandbox.ts'
import { defineRoute, type Route } from '#server/http.ts'
import { demandVerifiedEmail } from '#server/users/actions.ts'

export const cardRoutes: Route[] = [
  defineRoute({
    method: 'post',
    path: '/api/cards/setups',
    who: 'signed-in',
    summary: 'Start saving a card now for charging as results come in',
    rules: 'R16: needs a verified e-mail address',
    creates: true,
    limit: 'card_saves',
    response: CardSetup,
    handle: async ({ deps, actor, transact }) => {
      await demandVerifiedEmail(deps.db, actor)
      const setup = await deps.cards.startSetup({ userId: actor.userId })
      const answer = { ...setup, provider: deps.cards.provider } satisfies CardSetup
      return transact(async () => answer)
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/sandbox/card-setups/confirm',
    who: 'signed-in',
    summary: 'Test mode: save one of the published test cards',
    rules: 'R16; only where cards are in test mode',
    creates: true,
    limit: 'card_saves',
    body: SandboxCardForm,
    response: SavedCard,
    handle: async ({ deps, actor, body, transact }) => {
      if (deps.config.cards !== 'sandbox') throw notFound('Page')
      const card = await confirmSandboxSetup(deps, { userId: actor.userId, card: body })
      const { paymentMethodId, brand, last4, expMonth, expYear } = card
      const answer = {
        stripePaymentMethodId: paymentMethodId,
        brand,
        last4,
        expMonth,
        expYear,
      } satisfies SavedCard
      return transact(async () => answer)
    },
  }),
]
