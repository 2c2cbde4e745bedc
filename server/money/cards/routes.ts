import type { Context } from 'hono'
import { z } from 'zod'
import type { CsvColumn } from '#domain/csv.ts'
import { notFound } from '#domain/errors.ts'
import { CardForm, CardRefusal, CardSetup, SandboxCardForm, SavedCard } from '#domain/schemas/card.ts'
import { SandboxApproval } from '#domain/schemas/charge.ts'
import { PageQuery } from '#domain/schemas/error.ts'
import { demandRepresentative } from '#server/accounts/access/index.ts'
import { demandVerifiedEmail } from '#server/accounts/users/index.ts'
import type { Deps } from '#server/money/deps.ts'
import { defineRoute, pagedRoute } from '#server/money/deps.ts'
import {
  approveSandboxConfirmation,
  CardRefused,
  confirmSandboxSetup,
} from '#server/money/providers/index.ts'
import { timeColumn } from '#server/platform/csv/csv.ts'
import { clientAddress, isFromNetwork } from '#server/platform/http/client-address.ts'
import type { Route } from '#server/platform/http/http.ts'
import { demandFewRefusals, noteRefusal } from './refusals.ts'
import { countRefusals, newestRefusals, rememberSetup } from './refusals-store.ts'
import { rememberCard, savedCards } from './saved-cards.ts'
import { readCard } from './store.ts'

/** A refusal's id may be the card provider's id of an event. */
const LONGEST_REFUSAL_ID = 255

const columns = (timeZone: string): CsvColumn<CardRefusal>[] => [
  ['Email', ({ userEmail }) => userEmail],
  ['From address', ({ address }) => address],
  ['Reason', ({ code }) => code],
  timeColumn('Declined', timeZone, ({ at }) => at),
  ['Within an hour by this person', ({ byUser }) => byUser],
  ['From this address', ({ byAddress }) => byAddress],
  ['With this card', ({ byCard }) => byCard],
  ['Accounts with this card', ({ accountsWithCard }) => accountsWithCard],
  timeColumn('Next card waits until', timeZone, ({ waitsUntil }) => waitsUntil),
]

/** Who gets a card form: no one with too many declines, and no address that requests too many forms. */
async function admit(deps: Deps, c: Context, userId: string): Promise<string | null> {
  const address = isFromNetwork(c) ? clientAddress(c) : null
  if (address !== null) await deps.limits.take('card_addresses', address)
  await demandFewRefusals(deps, { userId, address })
  return address
}

export const cardRoutes: Route[] = [
  defineRoute({
    method: 'post',
    path: '/api/cards/setups',
    who: 'signed-in',
    summary: 'Start saving a card now for charging as results come in',
    rules: 'R16: needs a verified email address; after three declined cards the next one waits',
    creates: true,
    limit: 'card_saves',
    response: CardSetup,
    handle: async ({ deps, actor, transact, c }) => {
      await demandVerifiedEmail(deps.db, actor)
      const { userId } = actor
      const address = await admit(deps, c, userId)
      const setup = await deps.cards.startSetup({ userId })
      await rememberSetup(deps.db, { id: setup.id, userId, address, at: deps.clock.now() })
      const answer = { ...setup, provider: deps.cards.provider } satisfies CardSetup
      return transact(async () => answer)
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/cards',
    who: 'signed-in',
    summary: 'A card that was just saved: the card provider is asked whether it was, by this user',
    rules: 'R16',
    status: 201,
    limit: 'card_saves',
    body: CardForm,
    response: SavedCard,
    handle: async ({ deps, actor, body }) => {
      await demandVerifiedEmail(deps.db, actor)
      const { cardId } = await rememberCard(deps, actor, body.stripePaymentMethodId)
      return readCard(deps.db, cardId)
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api/user/cards',
    who: 'signed-in',
    summary: 'The caller’s saved cards that can be charged here, newest first, each once',
    rules: 'R16, R39',
    response: z.array(SavedCard),
    handle: ({ deps, actor }) => savedCards(deps, actor),
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
    handle: async ({ deps, actor, body, transact, c }) => {
      if (deps.config.cards !== 'sandbox') throw notFound('Page')
      const { userId } = actor
      const address = await admit(deps, c, userId)
      const card = await confirmSandboxSetup(deps, { userId, card: body }).catch(async (error) => {
        if (error instanceof CardRefused)
          await noteRefusal(deps, { userId, address, fingerprint: error.fingerprint, code: 'card_declined' })
        throw error
      })
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
  defineRoute({
    method: 'post',
    path: '/api/sandbox/charge-confirmations',
    who: 'signed-in',
    summary: 'Test mode: confirm one of the caller’s own charges, as on the bank’s page',
    rules: 'R35; only where cards are in test mode',
    body: SandboxApproval,
    handle: async ({ deps, actor, body }) => {
      if (deps.config.cards !== 'sandbox') throw notFound('Page')
      await approveSandboxConfirmation(deps, { userId: actor.userId, clientSecret: body.clientSecret })
    },
  }),
  ...pagedRoute({
    path: '/api/card-refusals',
    who: 'representative',
    summary: 'Cards that were declined when someone tried to save them, newest first, of the last 30 days',
    query: PageQuery.extend({ cursor: z.string().max(LONGEST_REFUSAL_ID, 'Not a cursor').optional() }),
    row: CardRefusal,
    open: async ({ deps, actor }) => {
      await demandRepresentative(deps.db, actor)
      return {
        read: ({ limit, beforeId }) => newestRefusals(deps.db, { limit, after: beforeId }),
        count: () => countRefusals(deps.db),
      }
    },
    file: {
      summary: 'The same as a CSV file: cards that were declined when someone tried to save them',
      rules: 'R51',
      table: 'card-refusals',
      columns,
    },
  }),
]
