/** What is owed and what was paid, as representatives and owners see it. */
import { DomainError, notFound } from '#domain/errors.ts'
import { negate, parseCents, positivePart, sum, toDecimal, ZERO } from '#domain/money.ts'
import type {
  OrganizationPayouts,
  PayoutBalance,
  PayoutEntry,
  PayoutFigure,
  PayoutStatement,
  PayoutsPage,
  PayoutsQuery,
  SentPayout,
} from '#domain/schemas/payout.ts'
import { demandRepresentative, reasonNotToApproveYet } from '#server/accounts/access/index.ts'
import {
  currentDestinations,
  describeDestination,
  organizationsSharing,
  readsMoneyOf,
} from '#server/accounts/organizations/index.ts'
import { heldSince } from '#server/money/book-check/index.ts'
import type { Deps } from '#server/money/deps.ts'
import { clearingOf } from '#server/money/payments/index.ts'
import { correctionsOf } from '#server/money/settlements/index.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import type { OpenList, Page } from '#server/platform/lists/paged-route.ts'
import * as balances from './balances-store.ts'
import { withoutDestination } from './destinations.ts'
import { asShown, canTransfer, toPayout } from './payout.ts'
import * as statements from './statement-store.ts'
import {
  countPaidPayouts,
  openPayoutsOf,
  paidPayoutsOf,
  payoutOf,
  type StoredPayout,
  unconfirmedPayoutsOf,
} from './store.ts'

export async function payoutsPage(
  deps: Pick<Deps, 'db' | 'cards' | 'clock' | 'config'>,
  actor: Actor,
  query: PayoutsQuery & { limit?: number },
): Promise<PayoutsPage> {
  const { db } = deps
  await demandRepresentative(db, actor)
  const { ids, organizationIds, count } = await balances.campaignsToPay(db, query)
  const [books, open, unconfirmed, lastPaid, destinations, totals, notYet, onHold, corrections] =
    await Promise.all([
      balances.booksOfOrganizations(db, clearingOf(deps), organizationIds),
      openPayoutsOf(db, ids),
      unconfirmedPayoutsOf(db, ids),
      balances.lastPaidOf(db, ids),
      currentDestinations(db, organizationIds),
      balances.payoutTotals(db),
      reasonNotToApproveYet(db, actor, deps.clock.now()),
      heldSince(db, ids),
      correctionsOf(db, ids),
    ])
  const sharing = await organizationsSharing(
    db,
    [...destinations].flatMap(([organizationId, { stripeAccount: account }]) =>
      account ? [{ organizationId, account }] : [],
    ),
  )
  const byId = new Map(balances.toBalances(books).map((one) => [one.campaignId, one]))
  const byCampaign = (payouts: typeof open) =>
    new Map(
      payouts.map((payout) => [
        payout.campaignId,
        toPayout(payout, actor, { now: deps.clock.now(), notYet }),
      ]),
    )
  const waiting = byCampaign(open)
  const toConfirm = byCampaign(unconfirmed)
  const campaigns = ids.flatMap((id) => {
    const balance = byId.get(id)
    if (!balance) return []
    const destination = destinations.get(balance.organizationId)
    const toSettle = corrections.get(id)
    const isByStripe = destination?.method === 'stripe' && canTransfer(deps, balance.moneyMode)
    return {
      ...balance,
      ...(toSettle === undefined ? {} : { toSettle }),
      open: waiting.get(id) ?? null,
      lastPaid: lastPaid.get(id) ?? null,
      toConfirm: toConfirm.get(id) ?? null,
      isByStripe,
      destination: describeDestination(destination),
      destinationId: destination?.id ?? null,
      billingHeldAt: onHold.get(id) ?? null,
      alsoOf: sharing.get(balance.organizationId) ?? [],
    }
  })
  return { totals, campaigns, count, withoutDestination: await withoutDestination(db, deps.clock.now()) }
}

/** A list inside a response has its newest; the rest has its own address, or its own page. */
const NEWEST = 100

/** For its owners, its treasurers and the representatives: totals, no pledges. */
export async function organizationPayouts(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  actor: Actor,
  organizationId: string,
  page = 1,
): Promise<OrganizationPayouts> {
  const { db } = deps
  await readsMoneyOf(db, actor, organizationId)
  const [books, payouts, payoutsCount] = await Promise.all([
    balances.booksOfOrganizations(db, clearingOf(deps), [organizationId]),
    sentPayouts(db, organizationId, { limit: NEWEST, beforeId: null }),
    countPaidPayouts(db, organizationId),
  ])
  const moved = balances
    .toBalances(books)
    .filter(({ collected, paidOut }) => collected !== '0.00' || paidOut !== '0.00')
  const onPage = moved.slice((page - 1) * NEWEST, page * NEWEST)
  const onHold = await heldSince(
    db,
    onPage.map(({ campaignId }) => campaignId),
  )
  return {
    campaigns: onPage.map((one) => {
      const billingHeldAt = onHold.get(one.campaignId)
      return billingHeldAt ? { ...one, billingHeldAt } : one
    }),
    campaignsCount: moved.length,
    campaignsPage: page,
    campaignsPages: Math.max(1, Math.ceil(moved.length / NEWEST)),
    owed: owedByMoney(moved),
    payouts,
    payoutsCount,
  }
}

/** Below zero is carried, and never taken off what another campaign is owed here. */
function owedByMoney(moved: readonly PayoutBalance[]): OrganizationPayouts['owed'] {
  const groups = [...Map.groupBy(moved, ({ moneyMode }) => moneyMode)]
  return groups.map(([moneyMode, balances]) => {
    const owed = balances.map((one) => parseCents(one.owed) ?? ZERO)
    const negative = owed.map((one) => positivePart(negate(one)))
    return {
      moneyMode,
      owed: toDecimal(sum(owed.map(positivePart))),
      negative: toDecimal(negate(sum(negative))),
    }
  })
}

async function sentPayouts(db: Db, organizationId: string, page: Page): Promise<SentPayout[]> {
  const payouts = await paidPayoutsOf(db, organizationId, page)
  return payouts.map((stored) => {
    const { note: _note, held: _held, ...payout } = asShown(stored)
    return { ...payout, campaignName: stored.campaignName }
  })
}

/** All of them in pages, newest first, for the same. */
export async function sentPayoutsOf(
  db: Db,
  actor: Actor,
  organizationId: string,
): Promise<OpenList<SentPayout>> {
  const { organization } = await readsMoneyOf(db, actor, organizationId)
  return {
    of: organization.name,
    read: (page) => sentPayouts(db, organizationId, page),
    count: () => countPaidPayouts(db, organizationId),
  }
}

type Found = statements.FoundPayout & { key: { campaignId: string; payoutId: string; isPaid: boolean } }
type Loaded = Found & { payout: StoredPayout }

/** 404 for everyone except representatives and the organization's owners and treasurers, who see only sent payouts. */
async function found(db: Db, actor: Actor, payoutId: string): Promise<Loaded> {
  const place = await statements.findPayout(db, payoutId, actor)
  const payout = place && (await payoutOf(db, place.campaignId, payoutId))
  if (!place || !payout) throw notFound('Payout')
  const key = { campaignId: place.campaignId, payoutId, isPaid: payout.paidOn !== null }
  return { ...place, payout, key }
}

/**
 * What of the closing balance is available later, as of now: for what is not sent, and for what was sent as long as no money has
 * moved since.
 */
async function laterOf(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  { organizationId, key }: Loaded,
  closing: string,
): Promise<PayoutStatement['availableLater']> {
  const books = await balances.booksOfOrganizations(deps.db, clearingOf(deps), [organizationId])
  const payable = balances.payableAmong(books, key.campaignId)
  if (!payable || (key.isPaid && toDecimal(payable.owed) !== closing)) return undefined
  return balances.laterIn(payable)
}

export async function payoutStatement(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  actor: Actor,
  payoutId: string,
): Promise<PayoutStatement> {
  const { db } = deps
  const now = deps.clock.now()
  const loaded = await found(db, actor, payoutId)
  const { payout, key, isRepresentative, ...place } = loaded
  const sums = await statements.statementSums(db, key, statements.takenBy(payout))
  const availableLater = await laterOf(deps, loaded, sums.closing)
  const shown = toPayout(payout, actor, { now, notYet: await reasonNotToApproveYet(db, actor, now) })
  return {
    // Notes between representatives are not shown to owners before the payout is paid.
    payout: isRepresentative
      ? shown
      : { ...shown, note: null, held: null, cannotApproveReason: 'A representative must approve it' },
    ...place,
    ...sums,
    ...(availableLater ? { availableLater } : {}),
    note: key.isPaid ? payout.note : null,
    canOpenPledges: isRepresentative,
  }
}

/** The entries behind a figure, for representatives: owners see totals. */
export async function payoutEntries(
  db: Db,
  actor: Actor,
  payoutId: string,
  figure: PayoutFigure | null,
): Promise<OpenList<PayoutEntry>> {
  const place = await found(db, actor, payoutId)
  if (!place.isRepresentative) throw new DomainError('forbidden', 'Only a representative may do that')
  const { campaignName: of, timeZone } = place
  return { of, timeZone, read: (page) => statements.entriesOf(db, place.key, { ...page, figure }) }
}
