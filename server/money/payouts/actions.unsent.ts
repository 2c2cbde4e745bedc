/** What is available is looked at again before a payout is sent: one that is more than is owed now is withdrawn (R69). */
import { type Cents, cents, formatUsd, subtract, toDecimal } from '#domain/money.ts'
import type { Payable } from '#domain/payout.ts'
import type { Cancellation } from '#domain/schemas/cancellation.ts'
import { ownersToTell } from '#server/accounts/organizations/index.ts'
import { mailRepresentatives } from '#server/accounts/users/index.ts'
import { payoutWithdrawnMail, queueMails } from '#server/messaging/mails/index.ts'
import { type Clearing, clearingOf } from '#server/money/payments/index.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { campaignChanged } from '#server/platform/changes/campaign-changes.ts'
import type { Db, Transaction } from '#server/platform/db/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { notRepeatedSince } from '#server/platform/jobs/attempts.ts'
import { onlyNow } from './actions.ts'
import { booksOfOrganizations, holdBooks, payableAmong } from './store.balances.ts'
import { openPayoutsOf, type StoredPayout } from './store.ts'
import * as store from './store.unsent.ts'

type Books = Awaited<ReturnType<typeof booksOfOrganizations>>
type Approved = { campaignId: string; amountCents: Cents }

/** What can be paid of an approved payout now: it is not deducted from itself. Null if all of it can. */
function lessThan(books: Books, { campaignId, amountCents }: Approved): Payable | null {
  const others = books.map((one) =>
    one.campaignId === campaignId ? { ...one, sendingCents: subtract(one.sendingCents, amountCents) } : one,
  )
  const payable = payableAmong(others, campaignId)
  return payable && payable.available < amountCents ? payable : null
}

/** Why an approved payout cannot be sent as it is; null if it can. The organization's books are locked from here on. */
export async function reasonNotToSend(
  deps: Deps,
  tx: Transaction,
  { organizationId, ...payout }: Approved & { organizationId: string },
): Promise<string | null> {
  const payable = lessThan(await holdBooks(tx, clearingOf(deps), organizationId), payout)
  return payable && onlyNow(payable)
}

/** For those of these payouts, approved and not sent, of which less can be paid now: how much. By campaign. */
export function stillOwedOf(
  books: Books,
  payouts: readonly Pick<StoredPayout, 'campaignId' | 'amountCents' | 'state'>[],
): Map<string, string> {
  const less = payouts.flatMap((payout) => {
    const payable = payout.state === 'approved' || payout.state === 'sending' ? lessThan(books, payout) : null
    return payable ? ([[payout.campaignId, toDecimal(payable.available)]] as const) : []
  })
  return new Map(less)
}

/** The same for the campaigns of these organizations, for the work queue. */
export async function stillOwed(
  db: Db,
  clearing: Clearing,
  campaigns: readonly { campaignId: string; organizationId: string }[],
): Promise<Map<string, string>> {
  if (campaigns.length === 0) return new Map()
  const organizationIds = [...new Set(campaigns.map(({ organizationId }) => organizationId))]
  const books = await booksOfOrganizations(db, clearing, organizationIds)
  return stillOwedOf(
    books,
    await openPayoutsOf(
      db,
      campaigns.map(({ campaignId }) => campaignId),
    ),
  )
}

type ToWithdraw = {
  id: string
  campaignId: string
  campaignName: string
  organizationId: string
  organizationName: string
  moneyMode: 'live' | 'sandbox'
  amountCents: Cents
  /** Owners saw that it was on its way. */
  isShownToOwners: boolean
}

/** Withdrawn with the reason, by no person who looked at it: so people are mailed. */
export async function withdrawBecause(
  deps: Deps,
  tx: Transaction,
  payout: ToWithdraw,
  { reason, by, leaseUntil }: { reason: string; by: string | null; leaseUntil?: Date | undefined },
): Promise<void> {
  const { id, campaignId, organizationId } = payout
  if (!(await store.withdrawWith(tx, id, { reason, leaseUntil }))) return
  await audit(tx, deps.clock, {
    ...{ actorId: by, action: 'payout.withdraw', subject: 'payout', subjectId: id, campaignId },
    after: { note: reason, state: 'withdrawn' },
  })
  const mailFor = (isToOwner: boolean) =>
    payoutWithdrawnMail({
      ...{ ...payout, reason, isToOwner, amount: formatUsd(payout.amountCents) },
      isTest: payout.moneyMode === 'sandbox',
      url: `${deps.config.appUrl}/dashboard/${isToOwner ? `organizations/${organizationId}` : `payouts/${id}`}`,
    })
  const idempotencyKey = `payout-withdrawn:${id}`
  await mailRepresentatives(tx, deps.clock, {
    ...{ ...mailFor(false), kind: 'payout', idempotencyKey, campaignId },
  })
  const owners = payout.isShownToOwners ? await ownersToTell(tx, organizationId) : []
  await queueMails(
    tx,
    deps.clock,
    owners.map((owner) => ({
      ...{ ...mailFor(true), kind: 'payout', idempotencyKey: `${idempotencyKey}:owner:${owner.id}` },
      ...{ to: owner.email, userId: owner.id, campaignId },
    })),
  )
  campaignChanged(tx, deps, campaignId)
}

/** Before the campaign's books, as an approval does: until the transaction ends, none is approved or sent. */
export const holdUnsent = store.holdUnsent

/** All that was collected is refunded: nothing is left to pay out. One whose transfer may have been made waits for its job. */
export async function withdrawUnsent(
  deps: Deps,
  tx: Transaction,
  place: Omit<ToWithdraw, 'id' | 'amountCents' | 'isShownToOwners'>,
  how: { reason: string; by: string },
): Promise<void> {
  const ids = await store.unsentOf(tx, place.campaignId, notRepeatedSince(deps.clock.now()))
  for (const { id, amountCents, state } of await openPayoutsOf(tx, [place.campaignId]))
    if (ids.includes(id))
      await withdrawBecause(
        deps,
        tx,
        { ...place, id, amountCents, isShownToOwners: state === 'sending' },
        how,
      )
}

/** What a cancellation says about payouts; undefined if there were none. */
export async function payoutsBeforeCancelling(
  db: Db,
  now: Date,
  campaignId: string,
): Promise<Cancellation['payouts']> {
  const since = notRepeatedSince(now)
  const { paidOutCents, onItsWayCents, unsentCents } = await store.payoutsSoFar(db, campaignId, since)
  if (paidOutCents === 0 && onItsWayCents === 0 && unsentCents === 0) return undefined
  return {
    paidOut: toDecimal(cents(paidOutCents)),
    onItsWay: toDecimal(cents(onItsWayCents)),
    unsent: toDecimal(cents(unsentCents)),
  }
}
