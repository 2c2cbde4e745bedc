/** An owner starts to be paid by Stripe, or continues: the account is made once, and proposed as the payout destination. */

import { needsOf, opensAfter } from '#domain/billing/stripe-account.ts'
import { DomainError, notFound } from '#domain/errors.ts'
import type {
  SandboxAccountForm,
  StartedStripeAccount,
  StripeAccount,
} from '#domain/schemas/stripe-account.ts'
import {
  managesOrganization,
  proposeStripeAccount,
  readsMoneyOf,
  stripeAccountUse,
} from '#server/accounts/organizations/index.ts'
import { demandVerifiedEmail } from '#server/accounts/users/index.ts'
import type { Deps } from '#server/money/deps.ts'
import { answerSandboxForm } from '#server/money/providers/index.ts'
import type { Db, Transact } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import { learnAccount } from './learn.ts'
import * as store from './store.ts'

/** As it is known here: nothing is asked of Stripe. */
export async function stripeAccountOf(deps: Deps, actor: Actor, id: string): Promise<StripeAccount | null> {
  await readsMoneyOf(deps.db, actor, id)
  const found = await store.accountOf(deps.db, id, deps.cards)
  return found && shown(deps, deps.db, found)
}

async function shown({ cards, clock }: Deps, db: Db, stored: store.StoredAccount): Promise<StripeAccount> {
  const { isReady, due, dueBy, bankName, bankLast4, bankChangedAt } = stored
  const opensAt = bankChangedAt && opensAfter(bankChangedAt)
  return {
    isReady,
    needs: needsOf(due),
    dueBy: dueBy?.toISOString() ?? null,
    bank: bankLast4 === null ? null : { name: bankName ?? '', last4: bankLast4 },
    opensAt: opensAt && opensAt > clock.now() ? opensAt.toISOString() : null,
    isTest: cards.moneyMode === 'sandbox',
    use: await stripeAccountUse(db, stored),
  }
}

const CLOSED =
  'Stripe closed this account, or it was disconnected from this site, so nothing can be paid to it: a check or a bank transfer can take its place. Owners write to us'

/**
 * Makes an owner's account if there is none, reads what Stripe says of it, and proposes it once it has a bank account, where
 * the caller may. Repeated, it changes nothing. @throws Unavailable, a 503, without an answer of Stripe.
 */
export async function startAccount(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  id: string,
): Promise<StartedStripeAccount> {
  const { isRepresentative, organization } = await managesOrganization(deps.db, actor, id)
  await demandVerifiedEmail(deps.db, actor)
  const before = await store.accountOf(deps.db, id, deps.cards)
  if (!before && isRepresentative)
    throw new DomainError('forbidden', 'An owner of the organization starts this')
  const { account } = before ?? (await make(deps, actor, organization))
  if ((await learnAccount(deps, account)) === null) throw new DomainError('conflict', CLOSED)
  const form = isRepresentative ? null : await deps.cards.accounts.openForm(account)
  return transact(async (tx) => {
    const known = await store.accountOf(tx, id, deps.cards)
    if (!known) throw notFound('Stripe account')
    if (known.bankLast4 !== null) await proposeStripeAccount(deps, tx, actor, id, account)
    return { account: await shown(deps, tx, known), form }
  })
}

async function make(
  deps: Deps,
  actor: Actor,
  { id, name }: { id: string; name: string },
): Promise<store.StoredAccount> {
  const email = await store.emailOf(deps.db, actor.userId)
  const account = await deps.cards.accounts.create({ organizationId: id, name, email })
  const row = { account, organizationId: id, by: actor.userId, at: deps.clock.now() }
  await store.insertAccount(deps.db, deps.cards, row)
  const made = await store.accountOf(deps.db, id, deps.cards)
  if (!made) throw notFound('Stripe account')
  return made
}

/** Test mode: what the owner enters in the form that stands for Stripe's. */
export async function fillSandboxForm(
  deps: Deps,
  actor: Actor,
  id: string,
  form: SandboxAccountForm,
): Promise<StripeAccount> {
  const { isRepresentative } = await managesOrganization(deps.db, actor, id)
  if (isRepresentative)
    throw new DomainError('forbidden', 'Only an owner of the organization fills in this form')
  const found = await store.accountOf(deps.db, id, deps.cards)
  if (!found) throw notFound('Stripe account')
  await answerSandboxForm(deps, found.account, form)
  await learnAccount(deps, found.account)
  const known = await store.accountOf(deps.db, id, deps.cards)
  return shown(deps, deps.db, known ?? found)
}
