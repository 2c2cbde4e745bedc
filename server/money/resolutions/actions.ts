/** What one representative does about an exception at once: it takes no money to anyone but the supporter (R34). */
import { DomainError, notFound } from '#domain/errors.ts'
import { type Act, EXCEPTIONS } from '#domain/exception.ts'
import type { ActForm } from '#domain/schemas/exception.ts'
import { accessWith, demandRepresentative } from '#server/accounts/access/index.ts'
import {
  campaignOfException,
  holdException,
  type OpenException,
  resolve,
} from '#server/money/exceptions/index.ts'
import type { Transact, Transaction } from '#server/platform/db/database.ts'
import type { Actor, Deps } from '#server/platform/deps.ts'

/** @throws a 409 that says why it is not possible now. */
type Handler = (deps: Deps, tx: Transaction, open: OpenException) => Promise<void>

const HANDLERS: Record<Act, Handler> = {
  checked: async () => undefined,
}

/** @throws a 404 if there is none, a 409 if it is resolved or another act is offered for it, a 403 for one's own pledge. */
export async function act(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  id: string,
  form: ActForm,
): Promise<void> {
  await demandRepresentative(deps.db, actor)
  const campaignId = await campaignOfException(deps.db, id)
  if (campaignId === null) throw notFound('Exception')
  await transact(
    async (tx) => {
      await accessWith(tx, actor, campaignId, 'canSettle')
      const open = await holdException(tx, actor, id)
      const chosen = EXCEPTIONS[open.kind].acts.find((one) => one.act === form.act)
      if (!chosen) throw new DomainError('conflict', 'That is no way out of it')
      await HANDLERS[chosen.act](deps, tx, open)
      await resolve(deps, tx, open, { by: actor.userId, resolution: chosen.label })
    },
    { campaignId, mode: 'shared' },
  )
}
