/** Paying what is due from a mailed link: the link is the proof, and it acts only by POST (R44). */
import type { z } from 'zod'
import { invalidField, notFound } from '#domain/errors.ts'
import type { SandboxBankAccountForm } from '#domain/schemas/bank-account.ts'
import type { SandboxCardForm } from '#domain/schemas/card.ts'
import type { ChargePayment, PaymentAnswer, PaymentRequest } from '#domain/schemas/charge-payment.ts'
import { demandOneDebitMandate, isDebitForm } from '#server/money/bank-accounts/index.ts'
import { demandFewRefusals, noteRefusal } from '#server/money/cards/index.ts'
import { finishLinkPayment, startLinkPayment } from '#server/money/charges/index.ts'
import {
  CardRefused,
  debitSandboxOnce,
  fingerprintOf,
  ownerOfSandboxPayment,
  paySandboxOnce,
} from '#server/money/providers/index.ts'
import type { Deps } from '#server/platform/deps.ts'
import { findLink, type Link } from '#server/season/pledge-links/index.ts'

/** The same 404 for a link that expired, was revoked or never existed. */
async function openLink({ db, clock }: Deps, token: string): Promise<Link> {
  const link = await findLink(db, token, clock.now())
  if (!link?.isOpen) throw notFound('Pledge')
  return link
}

/** Limits card testing by the link's pledge, the address and the card itself. */
export async function payByLink(
  deps: Deps,
  { token, address }: { token: string; address: string | null },
  { mandateVersion, ...due }: z.output<typeof PaymentRequest>,
): Promise<ChargePayment> {
  const isDebit = mandateVersion !== undefined
  if (isDebit && !deps.config.bankAccounts) throw notFound('Page')
  if (isDebit) demandOneDebitMandate(mandateVersion)
  const { pledgeId, campaignId, pledgerId } = await openLink(deps, token)
  await deps.limits.take('card_saves', pledgeId)
  await demandFewRefusals(deps, { userId: pledgerId, address })
  const savedKind = isDebit ? 'bank_account' : 'card'
  return startLinkPayment(deps, { pledgeId, campaignId, address, savedKind }, due)
}

export async function finishByLink(
  deps: Deps,
  { token, chargeId }: { token: string; chargeId: string },
): Promise<PaymentAnswer> {
  const { pledgeId } = await openLink(deps, token)
  return finishLinkPayment(deps, { pledgeId, chargeId })
}

/** @throws a 400 for a form that has expired, or that is for the other: a card, or a debit, which was authorized (R60). */
async function openForm(deps: Deps, clientSecret: string, isForDebit: boolean): Promise<{ userId: string }> {
  const form = await ownerOfSandboxPayment(deps, clientSecret)
  if (!form || (await isDebitForm(deps.db, form.attemptId)) !== isForDebit)
    throw invalidField('clientSecret', 'This payment has expired: start it again')
  return form
}

/** Does what the provider's own form does with the account. */
export async function debitInTestMode(
  deps: Deps,
  account: z.output<typeof SandboxBankAccountForm>,
): Promise<void> {
  await openForm(deps, account.clientSecret, true)
  await debitSandboxOnce(deps, account)
}

/** Does what the provider's own form does with the card; declines count as they do when a card is saved. */
export async function payInTestMode(
  deps: Deps,
  address: string | null,
  card: z.output<typeof SandboxCardForm>,
): Promise<void> {
  const { userId } = await openForm(deps, card.clientSecret, false)
  await demandFewRefusals(deps, { userId, address, fingerprint: fingerprintOf(card.number) })
  await paySandboxOnce(deps, card).catch(async (error: unknown) => {
    if (error instanceof CardRefused)
      await noteRefusal(deps, { userId, address, fingerprint: error.fingerprint, code: 'card_declined' })
    throw error
  })
}
