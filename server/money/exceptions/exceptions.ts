/** What is rare goes to a person: one list, whose every entry holds exactly its amount until it is resolved (R34). */

import { EXCEPTIONS, type ExceptionKind } from '#domain/billing/exception.ts'
import { DomainError } from '#domain/errors.ts'
import { type Cents, formatUsd, negate } from '#domain/money.ts'
import { ownPledge } from '#domain/people/representative.ts'
import type { Exception } from '#domain/schemas/exception.ts'
import { demandRepresentative, reasonNotToRefundYet } from '#server/accounts/access/index.ts'
import { mailRepresentatives } from '#server/accounts/users/index.ts'
import { exceptionMail } from '#server/messaging/mails/index.ts'
import type { Deps } from '#server/money/deps.ts'
import { postUnexplained } from '#server/money/ledger/index.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/base/ids.ts'
import { campaignChanged } from '#server/platform/changes/campaign-changes.ts'
import { sql, type Transaction } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import * as store from './store.ts'

export async function listExceptions({ db, clock }: Deps, actor: Actor): Promise<Exception[]> {
  await demandRepresentative(db, actor)
  const notYet = await reasonNotToRefundYet(db, actor, clock.now())
  const open = await store.openExceptions(db, actor)
  return open.map((one) => {
    const refunds = EXCEPTIONS[one.kind].acts.some((way) => way.act !== 'checked')
    return { ...one, cannotResolveReason: one.cannotResolveReason ?? (refunds ? notYet : null) }
  })
}

export type OpenException = store.OpenException
type NewException = Omit<store.NewException, 'id' | 'openedAt'>

/**
 * Opened once for each key: a repeated event changes nothing. Money that nothing explains is posted with it. `isMailed`:
 * representatives have the mail that leads to it.
 */
export async function openException(
  deps: Deps,
  tx: Transaction,
  opened: NewException,
  { isMailed = false } = {},
): Promise<void> {
  const id = newId(deps.clock)
  if (!(await store.insertException(tx, { ...opened, id, openedAt: deps.clock.now() }))) return
  const { campaignId, pledgeId, amount, happened, reference } = opened
  const { moneyMode, ...names } = campaignId ? await store.campaignOf(tx, campaignId) : ofNone(deps)
  await post(deps, tx, { ...opened, id, moneyMode, description: happened, isOver: false })
  await note(deps, tx, { action: 'exception.open', id, campaignId, after: { happened, reference, amount } })
  if (isMailed) return
  const { means, elsewhere, waysOut, acts } = EXCEPTIONS[opened.kind]
  await mailRepresentatives(tx, deps.clock, {
    ...exceptionMail({
      happened,
      means,
      elsewhere,
      reference,
      ...names,
      amount: formatUsd(amount),
      answer: opened.answer ?? null,
      ways: [...acts, ...waysOut].map(({ label }) => label),
      isTest: moneyMode === 'sandbox',
      pledgeUrl: pledgeId && `${deps.config.appUrl}/pledges/${pledgeId}`,
      exceptionsUrl: `${deps.config.appUrl}/dashboard/problems#exceptions`,
    }),
    kind: 'exception',
    idempotencyKey: `exception:${id}`,
    campaignId,
    pledgeId,
  })
}

/** What moves without a campaign moves on the account that is read now. */
const ofNone = ({ cards: { moneyMode } }: Deps) => ({ campaignName: null, organizationName: null, moneyMode })

type Posted = {
  kind: ExceptionKind
  campaignId: string | null
  pledgeId: string | null
  id: string
  moneyMode: 'live' | 'sandbox'
  amount: Cents
  description: string
  isOver: boolean
}

/** Only what the card provider moved without us: the rest stays where the books have it. */
async function post(deps: Deps, tx: Transaction, { kind, id, amount, isOver, ...about }: Posted) {
  const { moved } = EXCEPTIONS[kind]
  if (moved === null) return
  const isReceived = (moved === 'received') !== isOver
  await postUnexplained(tx, deps.clock, {
    ...about,
    sourceId: id,
    amount: isReceived ? amount : negate(amount),
    kind: isOver ? 'unexplained_returned' : 'unexplained',
  })
}

/**
 * What happened has ended by itself: what the card provider moved has moved back. Two people may have settled that before: then
 * it is an exception once more, the other way around. Nothing if there is none. `mayReopen`: the same may happen again.
 */
export async function closeException(
  deps: Deps,
  tx: Transaction,
  key: string,
  resolution: string,
  { mayReopen = false } = {},
): Promise<void> {
  const found = await store.lockByKey(tx, sql`x.key = ${key}`)
  if (!found) return
  const { resolvedBy, isOpen, amountCents: amount, ...about } = found
  if (isOpen) {
    await post(deps, tx, { ...about, amount, description: resolution, isOver: true })
    await resolve(deps, tx, found, { by: null, resolution })
  }
  if (mayReopen || resolvedBy !== null) await store.freeKey(tx, found.id)
  const { moved } = EXCEPTIONS[found.kind]
  if (resolvedBy === null || moved === null) return
  await openException(deps, tx, {
    ...about,
    amount,
    key: `${key}:back:${found.id}`,
    kind: moved === 'given' ? 'unexplained_payment' : 'refund_above_charge',
    happened: `${resolution}, after two people had settled ${formatUsd(amount)} otherwise.`,
  })
}

/** Locked until the transaction ends. @throws a 409 if it is resolved, a 403 for one's own pledge. */
export async function lockException(tx: Transaction, actor: Actor, id: string): Promise<store.OpenException> {
  const open = await store.lockByKey(tx, sql`x.id = ${id}`)
  if (!open?.isOpen) throw new DomainError('conflict', 'It is resolved already: look at the list again')
  if (open.pledgerId === actor.userId) throw new DomainError('forbidden', ownPledge())
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

type Noted = { action: string; id: string; campaignId: string | null; by?: string | null; after: object }
async function note(deps: Deps, tx: Transaction, { id, by = null, ...noted }: Noted): Promise<void> {
  await audit(tx, deps.clock, { ...noted, actorId: by, subject: 'exception', subjectId: id })
  if (noted.campaignId) campaignChanged(tx, deps, noted.campaignId)
}
