import { type Act, EXCEPTIONS } from '#domain/billing/exception.ts'
import { DomainError } from '#domain/errors.ts'
import { ActForm, Resolution } from '#domain/schemas/exception.ts'
import { accessWith, demandRepresentative, reasonNotToRefundYet } from '#server/accounts/access/index.ts'
import { type Deps, defineRoute } from '#server/money/deps.ts'
import { lockChargesOf, takeNotOwed } from '#server/money/disputes/index.ts'
import {
  campaignOfException,
  lockException,
  type OpenException,
  resolve,
} from '#server/money/exceptions/index.ts'
import { refundAgain, refundByHand, refundReceived } from '#server/money/refunds/index.ts'
import { newId } from '#server/platform/base/ids.ts'
import type { Transact, Transaction } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import { IdParams } from '#server/platform/http/http.ts'

/** After it is resolved, so that its amount is not held anymore. @throws a 409 that says why it is not possible now. */
type Handler = (deps: Deps, tx: Transaction, open: OpenException) => Promise<unknown>

const ofRefund = ({ subjectId }: OpenException): string => {
  if (subjectId === null) throw new Error('an exception without its refund')
  return subjectId
}

/** To the card: what failed once more, or what a bank gave back and is no longer owed. */
const again: Handler = async (deps, tx, open) => {
  if (open.kind === 'refund_failed') return refundAgain(deps, tx, ofRefund(open))
  const { campaignId, pledgeId, subjectId: chargeId, moneyMode, commissionBasisPoints, amountCents } = open
  if (campaignId === null || pledgeId === null || chargeId === null || commissionBasisPoints === null)
    throw new Error('an exception without its charge')
  const { amount, isCancelled } = await takeNotOwed(deps, tx, { campaignId, pledgeId, chargeId }, amountCents)
  const cause = isCancelled ? 'cancellation' : 'correction'
  const key = { campaignId, settlementId: null, cause, moneyMode, commissionBasisPoints } as const
  await refundReceived(deps, tx, key, [
    { id: newId(deps.clock), pledgeId, chargeId, paymentId: null, amount },
  ])
}

const HANDLERS: Record<Act, Handler> = {
  refund_again: again,
  refund_by_hand: (deps, tx, open) => refundByHand(deps, tx, ofRefund(open)),
  checked: async () => undefined,
}

const noWayOut = () => new DomainError('conflict', 'That is no way out of it')

/** @throws a 409 if it is resolved or no such act is offered for it, a 403 for one's own pledge. */
async function act(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  id: string,
  form: ActForm,
): Promise<Resolution> {
  await demandRepresentative(deps.db, actor)
  const campaignId = await campaignOfException(deps.db, id)
  if (campaignId === null) throw noWayOut()
  return transact(
    async (tx) => {
      await accessWith(tx, actor, campaignId, 'canSettle')
      const notYet = form.act !== 'checked' && (await reasonNotToRefundYet(tx, actor, deps.clock.now()))
      if (notYet) throw new DomainError('forbidden', notYet)
      await lockChargesOf(tx, id)
      const open = await lockException(tx, actor, id)
      const chosen = EXCEPTIONS[open.kind].acts.find((one) => one.act === form.act)
      if (!chosen) throw noWayOut()
      await resolve(deps, tx, open, { by: actor.userId, resolution: chosen.label })
      await HANDLERS[chosen.act](deps, tx, open)
      return { resolution: chosen.label }
    },
    { campaignId, mode: 'shared' },
  )
}

export const resolutionRoutes = [
  defineRoute({
    method: 'post',
    path: '/api/exceptions/{id}/acts',
    who: 'representative',
    needsSecondStep: true,
    summary: 'Resolve an exception at once, in one of the ways that need no second person',
    rules: 'R34',
    creates: true,
    params: IdParams,
    body: ActForm,
    response: Resolution,
    handle: ({ deps, transact, actor, params, body }) => act(deps, transact, actor, params.id, body),
  }),
]
