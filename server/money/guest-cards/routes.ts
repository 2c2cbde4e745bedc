import { notFound } from '#domain/errors.ts'
import { SandboxCardForm, SavedCard } from '#domain/schemas/card.ts'
import { defineRoute } from '#server/money/deps.ts'

import { saveTestCard } from './guest-cards.ts'

export const guestCardRoutes = [
  defineRoute({
    method: 'post',
    path: '/api/sandbox/guest-card-setups/confirm',
    who: 'anyone',
    summary: 'Test mode: save one of the published test cards for a pledge without an account',
    rules: 'R28: the secret of the card form; only where cards are in test mode; R59',
    status: 201,
    body: SandboxCardForm,
    response: SavedCard,
    handle: ({ deps, body }) => {
      if (deps.config.cards !== 'sandbox') throw notFound('Page')
      return saveTestCard(deps, body)
    },
  }),
]
