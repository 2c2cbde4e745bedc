/** What is rare goes to a person: one list, whose every entry holds exactly its amount until it is resolved (R34). */
import { DomainError } from '#domain/errors.ts'
import { EXCEPTIONS } from '#domain/exception.ts'
import { formatUsd } from '#domain/money.ts'
import type { Exception } from '#domain/schemas/exception.ts'
import { demandRepresentative } from '#server/accounts/access/index.ts'
import { mailRepresentatives } from '#server/accounts/users/index.ts'
import { exceptionMail } from '#server/messaging/mails/index.ts'
import { postUnexplained, postUnexplainedReturned } from '#server/money/ledger/index.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/base/ids.ts'
import { campaignChanged } from '#server/platform/changes/campaign-changes.ts'
import { sql, type Transaction } from '#server/platform/db/database.ts'
import type { Actor, Deps } from '#server/platform/deps.ts'
import * as store from './store.ts'

export async function listExceptions({ db }: Deps, actor: Actor): Promise<Exception[]> {
  await demandRepresentative(db, actor)
  return store.openExceptions(db, actor)
}

type Opened = Omit<store.NewException, 'id' | 'openedAt' | 'kind'> & {
  campaignName: string
  organizationName: string
  moneyMode: 'live' | 'sandbox'
}

/** The card provider took money that nothing explains: it is kept apart until a person decides. Once for each payment. */
export async function openUnexplained(deps: Deps, tx: Transaction, opened: Opened): Promise<void> {
  const { campaignId, pledgeId, amount, happened, reference, moneyMode } = opened
  const id = newId(deps.clock)
  const kind = 'unexplained_payment'
  if (!(await store.insertException(tx, { ...opened, id, kind, openedAt: deps.clock.now() }))) return
  await postUnexplained(tx, deps.clock, {
    ...{ campaignId, pledgeId, sourceId: id, moneyMode, amount, description: happened },
  })
  const { means, elsewhere, waysOut } = EXCEPTIONS[kind]
  await mailRepresentatives(tx, deps.clock, {
    ...exceptionMail({
      ...{ ...opened, happened, means, elsewhere, amount: formatUsd(amount) },
      waysOut: waysOut.map(({ label }) => label),
      isTest: moneyMode === 'sandbox',
      pledgeUrl: `${deps.config.appUrl}/pledges/${pledgeId}`,
      exceptionsUrl: `${deps.config.appUrl}/dashboard/exceptions`,
    }),
    ...{ kind: 'exception', idempotencyKey: `exception:${id}`, campaignId, pledgeId },
  })
  await note(deps, tx, { action: 'exception.open', id, campaignId, after: { happened, reference, amount } })
}

/** The card provider gave the payment back, which closes it. */
export async function closeReturned(deps: Deps, reference: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const open = await store.holdOpen(tx, sql`x.reference = ${reference}`)
    if (!open) return
    const { campaignId, pledgeId, moneyMode, amountCents: amount } = open
    const description = 'Refunded by the card provider'
    await postUnexplainedReturned(tx, deps.clock, {
      ...{ campaignId, pledgeId, sourceId: open.id, moneyMode, amount, description },
    })
    await resolve(deps, tx, open, { by: null, resolution: description })
  })
}

/** Locked until the transaction ends. @throws a 409 if it is resolved, a 403 for one's own pledge (R29). */
export async function holdException(tx: Transaction, actor: Actor, id: string): Promise<store.OpenException> {
  const open = await store.holdOpen(tx, sql`x.id = ${id}`)
  if (!open) throw new DomainError('conflict', 'It is resolved already: look at the list again')
  if (open.pledgerId === actor.userId) throw new DomainError('forbidden', store.OWN)
  return open
}

type How = { by: string | null; resolution: string }
export async function resolve(
  deps: Deps,
  tx: Transaction,
  { id, campaignId }: store.OpenException,
  { by, resolution }: How,
): Promise<void> {
  await store.resolve(tx, id, { by, resolution, at: deps.clock.now() })
  await note(deps, tx, { action: 'exception.resolve', id, campaignId, by, after: { resolution } })
}

type Noted = { action: string; id: string; campaignId: string; by?: string | null; after: object }
async function note(deps: Deps, tx: Transaction, { id, by = null, ...noted }: Noted): Promise<void> {
  await audit(tx, deps.clock, { ...noted, actorId: by, subject: 'exception', subjectId: id })
  campaignChanged(tx, deps, noted.campaignId)
}
