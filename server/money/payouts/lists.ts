/** What is owed and what was paid, as representatives and owners see it. */
import { DomainError, notFound } from '#domain/errors.ts'
import { negate, parseCents, positivePart, sum, toDecimal, ZERO } from '#domain/money.ts'
import type {
  OrganizationPayouts,
  Payout,
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
import type { Deps } from '#server/money/deps.ts'
import { clearingOf } from '#server/money/payments/index.ts'
import { correctionsOf } from '#server/money/settlements/index.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import type { OpenList, Page } from '#server/platform/lists/paged-route.ts'
import * as balances from './balances-store.ts'
import { reasonNotAgain } from './bank-file.ts'
import { withoutDestination } from './destinations.ts'
import { asShown, canTransfer, toPayout } from './payout.ts'
import * as statements from './statement-store.ts'
import {
  countPaidPayouts,
  openBankFiles,
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
  const { payees, count } = await balances.organizationsToPay(db, query)
  const organizationIds = [...new Set(payees.map(({ organizationId }) => organizationId))]
  const [books, open, unconfirmed, lastPaid, destinations, totals, files, notYet] = await Promise.all([
    balances.booksOfOrganizations(db, clearingOf(deps), organizationIds),
    openPayoutsOf(db, organizationIds),
    unconfirmedPayoutsOf(db, organizationIds),
    balances.lastPaidOf(db, organizationIds),
    currentDestinations(db, organizationIds),
    balances.payoutTotals(db),
    openBankFiles(db, deps.cards.moneyMode),
    reasonNotToApproveYet(db, actor, deps.clock.now()),
  ])
  const [sharing, corrections] = await Promise.all([
    organizationsSharing(db, organizationIds),
    correctionsOf(
      db,
      books.map(({ campaignId }) => campaignId),
    ),
  ])
  const organizations = payees.map((payee) => {
    const { organizationId, moneyMode } = payee
    // Real money goes to no test account: it has no destination yet.
    const found = destinations.get(organizationId)
    const destination = moneyMode === 'live' && found?.madeWith?.moneyMode === 'sandbox' ? undefined : found
    const isOf = (one: balances.Account) =>
      one.organizationId === organizationId && one.moneyMode === moneyMode
    const shown = (payouts: readonly StoredPayout[]): Payout | null => {
      const payout = payouts.find(isOf)
      return payout ? toPayout(payout, actor, { now: deps.clock.now(), notYet }) : null
    }
    const own = balances.booksAmong(books, payee)
    const last = lastPaid.find(isOf)
    return {
      ...payee,
      ...balances.sumsOf(own),
      campaigns: own.filter(balances.hasMoney).map((one) => {
        const toSettle = corrections.get(one.campaignId)
        return { ...balances.toBalance(one), ...(toSettle === undefined ? {} : { toSettle }) }
      }),
      open: shown(open),
      toConfirm: shown(unconfirmed),
      lastPaid: last ? { id: last.id, paidOn: last.paidOn, amount: last.amount } : null,
      isByStripe: destination?.method === 'stripe' && canTransfer(deps, moneyMode),
      destination: describeDestination(destination),
      destinationId: destination?.id ?? null,
      alsoOf: sharing.get(organizationId) ?? [],
    }
  })
  return {
    totals,
    organizations,
    count,
    bankFiles: files.map((file) => ({
      at: file.at.toISOString(),
      name: file.name,
      by: file.by,
      payouts: file.payouts,
      amount: toDecimal(file.amountCents),
      cannotDownloadReason: reasonNotAgain(file),
    })),
    withoutDestination: await withoutDestination(db, deps.clock.now()),
  }
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
  const moved = books.filter(balances.hasMoney).map(balances.toBalance)
  return {
    campaigns: moved.slice((page - 1) * NEWEST, page * NEWEST),
    campaignsCount: moved.length,
    campaignsPage: page,
    campaignsPages: Math.max(1, Math.ceil(moved.length / NEWEST)),
    owed: owedByMoney(moved),
    payouts,
    payoutsCount,
  }
}

/** Below zero is deducted from the next payout, and never from what another campaign is owed here. */
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

async function sentPayouts(db: Db, organizationId: string | null, page: Page): Promise<SentPayout[]> {
  const payouts = await paidPayoutsOf(db, organizationId, page)
  return payouts.map((stored) => {
    const { note: _note, held: _held, bankFile: _file, ...payout } = asShown(stored)
    return payout
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

/** The same to all organizations. */
export async function allSentPayouts(db: Db, actor: Actor): Promise<OpenList<SentPayout>> {
  await demandRepresentative(db, actor)
  return { read: (page) => sentPayouts(db, null, page), count: () => countPaidPayouts(db, null) }
}

type Loaded = statements.FoundPayout & { payout: StoredPayout }

/** 404 for everyone except representatives and the organization's owners and treasurers, who see only sent payouts. */
async function found(db: Db, actor: Actor, payoutId: string): Promise<Loaded> {
  const place = await statements.findPayout(db, payoutId, actor)
  const payout = place && (await payoutOf(db, payoutId))
  if (!place || !payout) throw notFound('Payout')
  return { ...place, payout }
}

/**
 * What of the closing balance is available later, as of now: for what is not sent, and for what was sent as long as no money has
 * moved since.
 */
async function laterOf(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  payout: StoredPayout,
  closing: string,
): Promise<PayoutStatement['availableLater']> {
  const all = await balances.booksOfOrganizations(deps.db, clearingOf(deps), [payout.organizationId])
  const books = all.filter(({ campaignId }) => payout.lines.some((line) => line.campaignId === campaignId))
  const owed = toDecimal(sum(books.map(({ payable }) => payable.owed)))
  if (payout.paidOn !== null && owed !== closing) return undefined
  return balances.laterOf(books).map(({ amount, on }) => ({ amount: toDecimal(amount), on }))
}

export async function payoutStatement(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  actor: Actor,
  payoutId: string,
): Promise<PayoutStatement> {
  const { db } = deps
  const now = deps.clock.now()
  const { payout, isRepresentative, ...place } = await found(db, actor, payoutId)
  const sums = await statements.statementSums(db, payout)
  const availableLater = await laterOf(deps, payout, sums.closing)
  const shown = toPayout(payout, actor, { now, notYet: await reasonNotToApproveYet(db, actor, now) })
  return {
    // Notes between representatives are not shown to owners before the payout is paid.
    payout: isRepresentative
      ? shown
      : {
          ...shown,
          note: null,
          held: null,
          bankFile: null,
          cannotApproveReason: 'A representative must approve it',
        },
    ...place,
    ...sums,
    ...(availableLater ? { availableLater } : {}),
    note: payout.paidOn !== null ? payout.note : null,
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
  const { isRepresentative, organizationName: of, timeZone, payout } = await found(db, actor, payoutId)
  if (!isRepresentative) throw new DomainError('forbidden', 'Only a representative may do that')
  return { of, timeZone, read: (page) => statements.entriesOf(db, payout, { ...page, figure }) }
}
