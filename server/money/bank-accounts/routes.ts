/** Saving a bank account, with the authorization to debit it. */
import { z } from 'zod'
import { notFound } from '#domain/errors.ts'
import {
  BankAccountForm,
  BankAccountSetupForm,
  SandboxBankAccountForm,
  SavedBankAccount,
} from '#domain/schemas/bank-account.ts'
import { CardSetup } from '#domain/schemas/card.ts'
import { demandVerifiedEmail } from '#server/accounts/users/index.ts'
import { demandFewRefusals } from '#server/money/cards/index.ts'
import { defineRoute } from '#server/money/deps.ts'
import { saveSandboxBankAccount } from '#server/money/providers/index.ts'
import { clientAddress, isFromNetwork } from '#server/platform/http/client-address.ts'
import type { Route } from '#server/platform/http/http.ts'
import { demandCurrentMandate, keepMandate, rememberBankAccount } from './mandates.ts'
import { bankAccountOf, bankAccountsBy } from './store.ts'

export const bankAccountRoutes: Route[] = [
  defineRoute({
    method: 'post',
    path: '/api/bank-accounts/setups',
    who: 'signed-in',
    summary: 'Authorize debits of a bank account, and start connecting it',
    rules: 'R16, R60: needs a verified email address and the current text of the authorization',
    creates: true,
    limit: 'card_saves',
    body: BankAccountSetupForm,
    response: CardSetup,
    handle: async ({ deps, actor, body, transact, c }) => {
      if (!deps.config.bankAccounts) throw notFound('Page')
      demandCurrentMandate(body.mandateVersion)
      await demandVerifiedEmail(deps.db, actor)
      const { userId } = actor
      const address = isFromNetwork(c) ? clientAddress(c) : null
      if (address !== null) await deps.limits.take('card_addresses', address)
      await demandFewRefusals(deps, { userId, address })
      const setup = await deps.cards.startSetup({ userId, kind: 'bank_account' })
      const answer = { ...setup, provider: deps.cards.provider } satisfies CardSetup
      return transact(async (tx) => {
        await keepMandate(deps, tx, { setupId: setup.id, userId, address })
        return answer
      })
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/bank-accounts',
    who: 'signed-in',
    summary:
      'A bank account that was just connected: the card provider is asked whether it was, by this user',
    rules: 'R16, R60',
    status: 201,
    limit: 'card_saves',
    body: BankAccountForm,
    response: SavedBankAccount,
    handle: async ({ deps, actor, body }) => {
      await demandVerifiedEmail(deps.db, actor)
      const { cardId } = await rememberBankAccount(deps, actor, body.stripePaymentMethodId)
      const saved = await bankAccountOf(deps.db, cardId)
      if (!saved) throw notFound('Bank account')
      return saved
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api/user/bank-accounts',
    who: 'signed-in',
    summary: 'The caller’s bank accounts that can be debited here, newest first, each once',
    rules: 'R16, R39, R60',
    response: z.array(SavedBankAccount),
    handle: ({ deps, actor }) => bankAccountsBy(deps.db, actor.userId, deps.cards),
  }),
  defineRoute({
    method: 'post',
    path: '/api/sandbox/bank-accounts/confirm',
    who: 'signed-in',
    summary: 'Test mode: connect one of the published test accounts',
    rules: 'R16, R60; only where cards are in test mode',
    creates: true,
    limit: 'card_saves',
    body: SandboxBankAccountForm,
    response: SavedBankAccount,
    handle: async ({ deps, actor, body, transact }) => {
      if (deps.config.cards !== 'sandbox') throw notFound('Page')
      const { paymentMethodId, bankName, last4 } = await saveSandboxBankAccount(deps, {
        userId: actor.userId,
        account: body,
      })
      const answer = { stripePaymentMethodId: paymentMethodId, bankName, last4 } satisfies SavedBankAccount
      return transact(async () => answer)
    },
  }),
]
