/** Paying what is due from a mailed link: the link is the proof, and it acts only by POST (R44). */
import type { z } from 'zod'
import { invalidField, notFound } from '#domain/errors.ts'
import type { SandboxCardForm } from '#domain/schemas/card.ts'
import type { ChargePayment, PaymentAnswer } from '#domain/schemas/charge-payment.ts'
import { demandFewRefusals, noteRefusal } from '#server/money/cards/index.ts'
import { type Due, finishLinkPayment, startLinkPayment } from '#server/money/charges/index.ts'
import type { Deps } from '#server/money/deps.ts'
import {
  CardRefused,
  fingerprintOf,
  ownerOfSandboxPayment,
  paySandboxOnce,
} from '#server/money/providers/index.ts'
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
  due: Due,
): Promise<ChargePayment> {
  const { pledgeId, campaignId, pledgerId } = await openLink(deps, token)
  await deps.limits.take('card_saves', pledgeId)
  await demandFewRefusals(deps, { userId: pledgerId, address })
  return startLinkPayment(deps, { pledgeId, campaignId, address }, due)
}

export async function finishByLink(
  deps: Deps,
  { token, chargeId }: { token: string; chargeId: string },
): Promise<PaymentAnswer> {
  const { pledgeId } = await openLink(deps, token)
  return finishLinkPayment(deps, { pledgeId, chargeId })
}

/** Does what the provider's own form does with the card; declines count as they do when a card is saved. */
export async function payInTestMode(
  deps: Deps,
  address: string | null,
  card: z.output<typeof SandboxCardForm>,
): Promise<void> {
  const userId = await ownerOfSandboxPayment(deps, card.clientSecret)
  if (!userId) throw invalidField('clientSecret', 'This payment has expired: start it again')
  await demandFewRefusals(deps, { userId, address, fingerprint: fingerprintOf(card.number) })
  await paySandboxOnce(deps, card).catch(async (error: unknown) => {
    if (error instanceof CardRefused)
      await noteRefusal(deps, { userId, address, fingerprint: error.fingerprint, code: 'card_declined' })
    throw error
  })
}
