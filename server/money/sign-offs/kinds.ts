/** What a representative can prepare and another approve: how each is checked, and how it is done (R29). */
import { accountName } from '#domain/account-words.ts'
import { DomainError, invalidField } from '#domain/errors.ts'
import { EXCEPTIONS } from '#domain/exception.ts'
import { pledgeReference } from '#domain/lookup.ts'
import { MANUAL_REFUND_WORDS } from '#domain/manual-refund.ts'
import { type Cents, formatUsd } from '#domain/money.ts'
import type { RefundForm } from '#domain/schemas/charge-detail.ts'
import type { AdjustmentForm } from '#domain/schemas/exception.ts'
import type { ManualRefundForm } from '#domain/schemas/manual-refund.ts'
import type { SignOff } from '#domain/schemas/sign-off.ts'
import { holdForRefund } from '#server/money/charges/index.ts'
import type { Deps } from '#server/money/deps.ts'
import { holdException, resolve } from '#server/money/exceptions/index.ts'
import { postAdjustment } from '#server/money/ledger/index.ts'
import { holdManualRefund, recordManualRefund } from '#server/money/manual-refunds/index.ts'
import { giveRefund } from '#server/money/refunds/index.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'

type About<Form> = { campaignId: string; subjectId: string; form: Form }

type Held = {
  /** Null for what belongs to no single pledge. */
  pledgeId: string | null
  amount: Cents
  what: string
  reason: string | null
  /** In the same transaction, once it is approved. */
  perform(signOff: { id: string; preparedBy: string }): Promise<void>
}

/** Locks what it is about. @throws why the actor cannot prepare or approve it now. */
type Hold<Form> = (deps: Deps, tx: Transaction, actor: Actor, about: About<Form>) => Promise<Held>

const goodwillRefund: Hold<RefundForm> = async (deps, tx, actor, { subjectId: chargeId, form }) => {
  const { amount, reason } = form
  const { pledgeId, left } = await holdForRefund(tx, actor, chargeId, deps.clock.now())
  if (amount > left) throw invalidField('amount', `At most ${formatUsd(left)} can be refunded`)
  return {
    pledgeId,
    amount,
    reason,
    what: `Refund ${formatUsd(amount)} to the card, pledge ${pledgeReference(pledgeId)}`,
    perform: () => giveRefund(deps, tx, actor, { ...form, chargeId, isAlone: false }),
  }
}

const manualRefund: Hold<ManualRefundForm> = async (deps, tx, actor, { campaignId, form }) => {
  const held = await holdManualRefund(deps, tx, actor, campaignId, form)
  const { source } = held
  const amount = formatUsd(source.amountCents)
  const above = form.kind === 'overpayment'
  const of = above ? `paid above ${source.invoiceNumber}` : `of ${source.invoiceNumber ?? 'a card charge'}`
  const by = [MANUAL_REFUND_WORDS[form.method].toLowerCase(), form.reference].filter(Boolean).join(' ')
  return {
    pledgeId: source.pledgeId,
    amount: source.amountCents,
    reason: null,
    what: `Refund ${amount} ${of} by ${by}`,
    perform: ({ preparedBy }) => recordManualRefund(deps, tx, held, { ...form, by: preparedBy }),
  }
}

const adjustment: Hold<AdjustmentForm> = async (deps, tx, actor, { campaignId, subjectId, form }) => {
  const open = await holdException(tx, actor, subjectId)
  const { pledgeId, moneyMode, amountCents: amount } = open
  const way = EXCEPTIONS[open.kind].waysOut.find((one) => one.way === form.way)
  if (open.campaignId !== campaignId || !way) throw new DomainError('conflict', 'That is no way out of it')
  const { debit, credit, label } = way
  const accounts = `debit ${accountName(debit)}, credit ${accountName(credit)}`
  const what = `${label}: ${formatUsd(amount)} (${accounts})`
  return {
    pledgeId,
    amount,
    what: open.reference ? `${what}, ${open.reference}` : what,
    reason: form.reason,
    async perform({ id }) {
      const posted = { campaignId, pledgeId, sourceId: id, moneyMode, amount, debit, credit }
      await postAdjustment(tx, deps.clock, { ...posted, description: label })
      await resolve(deps, tx, open, { by: actor.userId, resolution: label })
    },
  }
}

const KINDS = {
  goodwill_refund: goodwillRefund,
  manual_refund: manualRefund,
  adjustment,
}

export type Wanted = Pick<SignOff, 'kind' | 'campaignId' | 'subjectId'> & { form: unknown }

/** The form was checked when it was entered. */
export const hold = (deps: Deps, tx: Transaction, actor: Actor, wanted: Wanted): Promise<Held> =>
  (KINDS[wanted.kind] as Hold<unknown>)(deps, tx, actor, wanted)
