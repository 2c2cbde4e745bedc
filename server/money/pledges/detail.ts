/** One pledge as its supporter sees it: what each match added, what is charged, when and why. */

import type { CampaignStatus } from '#domain/campaigns/campaign-state.ts'
import { capital, type Vocabulary } from '#domain/campaigns/vocabulary.ts'
import { type Cents, cents, sum, toDecimal } from '#domain/money.ts'
import { buildSeason, type Season, type Share, shareByMoment } from '#domain/pledges/accrual.ts'
import { shareLines } from '#domain/pledges/match-shares.ts'
import { pledgeType } from '#domain/pledges/pledge.ts'
import {
  cancelUntil,
  lowestMaximum,
  reasonNotToCancel,
  reasonNotToChange,
} from '#domain/pledges/pledge-changes.ts'
import { isSameSplit } from '#domain/pledges/split-change.ts'
import type { PledgeAccount, PledgeChanges, PledgeDetail } from '#domain/schemas/pledge.ts'
import type { StatisticType } from '#domain/season/statistic-types.ts'
import { isRepresentative } from '#server/accounts/access/index.ts'
import { supporterOf } from '#server/accounts/users/index.ts'
import { cardsBy } from '#server/money/cards/index.ts'
import { chargesOfPledge } from '#server/money/charges/index.ts'
import type { Deps } from '#server/money/deps.ts'
import { invoicesOfPledge } from '#server/money/invoices/index.ts'
import { paymentsOfPledge } from '#server/money/payments/index.ts'
import { newestVersion, resultsOnPledge, settledMaximum } from '#server/money/settlements/index.ts'
import { type Db, type SQL, sql } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import { eventsOf } from '#server/season/events/index.ts'
import {
  expectedOfHeld,
  type HeldPledgeRow,
  heldPledgeOf,
  pledgeFigures,
} from '#server/season/pledges/index.ts'
import { countsOf, type ScopeColumn, scopeColumn, toScope } from '#server/season/pledges/lines/index.ts'
import { confirmedResults, momentNames, type NamedResults } from '#server/season/results/counted/index.ts'
import { changeableLines } from './line-changes-store.ts'
import { type ChangeablePledge, pledgeStateOf } from './store.ts'

/** A pledge that is held, or was declined or withdrawn, as its supporter sees it. */
const NOT_YET = 'We are still reviewing this pledge. You can change it once it counts.'
const OVER = 'This pledge is cancelled'
const DETAIL_HELD_OTHERS = 'Only the supporter can change a pledge'

function changesOfHeld(row: HeldPledgeRow, actor: Actor): PledgeChanges {
  const isHeld = row.state === 'held'
  const isOwn = row.pledgerId === actor.userId
  const reason = isOwn ? (isHeld ? NOT_YET : OVER) : DETAIL_HELD_OTHERS
  const canCancel = isOwn && isHeld
  return {
    canCancel,
    cannotCancelReason: canCancel ? null : reason,
    cancelUntil: row.createdAt.toISOString(),
    canLower: false,
    cannotLowerReason: reason,
    lowestMaximum: toDecimal(row.agreedMaximumCents),
    canChangeLines: false,
    cannotChangeLinesReason: reason,
    lines: [],
    canChangeCard: false,
    cannotChangeCardReason: reason,
    cards: [],
  }
}

/** Null if there is none, or it is someone else's. */
async function heldDetail(db: Db, actor: Actor, id: string): Promise<PledgeDetail | null> {
  const row = await heldPledgeOf(db, id, actor)
  if (!row) return null
  const eventNames = new Map((await eventsOf(db, row.campaignId)).map((one) => [one.id, one.name]))
  const isHeld = row.state === 'held'
  const expected = await expectedOfHeld(db, row)
  return {
    id,
    campaignId: row.campaignId,
    campaignName: row.campaignName,
    pledgerId: row.pledgerId,
    organizationName: row.organizationName,
    timeZone: row.timeZone,
    vocabulary: row.vocabulary,
    campaignStatus: row.campaignStatus,
    ambassadorId: row.ambassadorId,
    status: isHeld ? 'active' : 'cancelled',
    isHeld,
    pledgeType: pledgeType(row.lines.map(({ type }) => type)),
    paymentTiming: 'end_of_campaign',
    paymentMethod: row.paymentMethod,
    isAnonymous: row.isAnonymous,
    note: row.note,
    ...(row.thanks ? { thanks: row.thanks } : {}),
    maximumAmount: row.maximumCents === null ? null : toDecimal(row.maximumCents),
    agreedMaximum: toDecimal(row.agreedMaximumCents),
    estimatedTotal: toDecimal(row.estimateCents),
    earned: '0.00',
    totalAmountDue: toDecimal(expected),
    billed: '0.00',
    received: '0.00',
    settled: null,
    isSettledOutdated: false,
    shares: [],
    charges: [],
    invoices: [],
    payments: [],
    pledgeStatistics: row.lines.map(({ statisticId, name, type, rate, estimate, fromAt, eventId }) => ({
      statisticId,
      name,
      type,
      pledgeAmount: toDecimal(rate),
      estimatedTotal: toDecimal(estimate),
      counts: {
        from: eventId ? 'match' : fromAt ? 'now' : 'season',
        fromAt: fromAt && new Date(fromAt).toISOString(),
        untilAt: null,
        eventId,
        eventName: eventNames.get(eventId ?? '') ?? null,
      },
    })),
    consentText: row.consentText,
    isTestMoney: row.moneyMode === 'sandbox',
    createdAt: row.createdAt.toISOString(),
    version: 1,
    changes: changesOfHeld(row, actor),
  }
}

type Row = {
  id: string
  campaignId: string
  campaignName: string
  organizationName: string
  vocabulary: Vocabulary
  timeZone: string
  pledgerId: string
  ambassadorId: string | null
  status: PledgeDetail['status']
  paymentTiming: PledgeDetail['paymentTiming']
  paymentMethod: PledgeDetail['paymentMethod']
  isAnonymous: boolean
  thanks: Exclude<PledgeDetail['thanks'], undefined> | null
  note: string | null
  maximumCents: number | null
  agreedMaximumCents: number
  estimateCents: number
  consentText: string
  createdAt: Date
  version: number
  campaignStatus: CampaignStatus
  moneyMode: 'live' | 'sandbox'
  settledCents: number | null
  /** The maximum at the time of the settlement. */
  settledMaximumCents: number
  settlementId: string | null
  /** Charges and invoices not voided, less correction refunds, without waivers and write-offs. */
  billed: number
  received: number
  waived: number
  writtenOff: number
  lines: [
    statisticId: string,
    name: string,
    type: StatisticType,
    rate: number,
    estimate: number,
    scope: ScopeColumn,
    eventName: string | null,
    nameNow: string,
  ][]
}

const adjusted = (kind: 'waiver' | 'write_off'): SQL => sql`
  (
    select coalesce(sum(amount_cents), 0)
    from adjustments
    where pledge_id = p.id
      and kind = ${kind}
  )::bigint
`

/** Found and authorized in one query. */
async function findPledge(db: Db, which: SQL): Promise<Row | null> {
  const [row] = await db.query<Row>(sql`
    select
      p.id, p.campaign_id, c.name as campaign_name, c.status as campaign_status, c.money_mode,
      o.name as organization_name, c.vocabulary, c.time_zone, p.pledger_id, p.ambassador_id, p.status,
      p.payment_timing, p.payment_method, p.is_anonymous, p.thanks, p.note, p.maximum_cents,
      p.agreed_maximum_cents, p.estimate_cents, p.consent_text, p.created_at, p.version,
      v.accrued_cents as settled_cents, v.settlement_id,
      ${settledMaximum} as settled_maximum_cents,
      (
        coalesce((
          select sum(amount_cents)
          from charges
          where pledge_id = p.id
            and state <> 'voided'
        ), 0) + coalesce((
          select sum(amount_cents)
          from invoices
          where pledge_id = p.id
            and state <> 'void'
        ), 0) - coalesce((
          select sum(amount_cents)
          from corrections
          where pledge_id = p.id
        ), 0)
      )::bigint as billed,
      (
        select coalesce(sum(kept_cents), 0)
        from received_money
        where pledge_id = p.id
      )::bigint as received,
      ${adjusted('waiver')} as waived,
      ${adjusted('write_off')} as written_off,
      (
        select json_agg(
          json_build_array(
            l.statistic_id, l.statistic_name, l.type, l.rate_cents, l.estimate_cents, ${scopeColumn},
            e.name, n.name
          )
          order by l.statistic_id, l.number
        )
        from pledge_lines l
        join statistics n on n.id = l.statistic_id
        left join events e on e.id = l.event_id
        where l.pledge_id = p.id
      ) as lines
    from pledges p
    join campaigns c on c.id = p.campaign_id
    join organizations o on o.id = c.organization_id
    left join lateral (${newestVersion}) v on c.final_locked_at is not null
    where ${which}
  `)
  return row ?? null
}

/** Its supporter's own, or any for a representative. */
export async function pledgeFor(
  deps: Pick<Deps, 'cards' | 'clock'> & { db: Db },
  actor: Actor,
  pledgeId: string,
): Promise<PledgeDetail | null> {
  const row = await findPledge(
    deps.db,
    sql`
      p.id = ${pledgeId}
      and (
        p.pledger_id = ${actor.userId}
        or ${isRepresentative(actor)}
      )
    `,
  )
  if (!row) return heldDetail(deps.db, actor, pledgeId)
  const isOwn = row.pledgerId === actor.userId
  const account = await accountOf(deps.db, row)
  if (!isOwn) return { ...account, changes: NOT_OWN }
  const supporterName = await nameOf(deps.db, pledgeId)
  return { ...account, changes: await changesOf(deps, row), ...(supporterName ? { supporterName } : {}) }
}

/** For anyone with its link, which is the proof; with what may be changed now, or why it may not. */
export async function accountFor(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  pledgeId: string,
): Promise<(PledgeAccount & { changeable: Changeable }) | null> {
  const row = await findPledge(db, sql`p.id = ${pledgeId}`)
  if (!row) return null
  const now = clock.now()
  const [account, state] = await Promise.all([accountOf(db, row), pledgeStateOf(db, pledgeId, now)])
  return { ...account, changeable: await changeableOf(db, state, now) }
}

async function nameOf(db: Db, pledgeId: string): Promise<string | undefined> {
  const [row] = await db.query<{ name: string }>(sql`
    select trim(concat(u.first_name, ' ', u.last_name)) as name
    from pledges p
    ${supporterOf()}
    where p.id = ${pledgeId}
  `)
  return row?.name
}

async function accountOf(db: Db, row: Row): Promise<PledgeAccount> {
  const [today, expected, settled, charges, invoices, payments] = await Promise.all([
    seasonToday(db, row),
    expectedOf(db, row),
    row.settlementId === null
      ? null
      : resultsOnPledge(db, { pledgeId: row.id, settlementId: row.settlementId }),
    chargesOfPledge(db, row.id),
    invoicesOfPledge(db, row.id),
    paymentsOfPledge(db, row.id),
  ])
  const lines = row.lines.map(([statisticId, , type, rate, , scope]) => ({
    statisticId,
    type,
    rate: cents(rate),
    scope: toScope(scope),
  }))
  const split = (season: Season, most: number): Share[] =>
    isOver(row) ? [] : shareByMoment(lines, cents(most), season)
  const todays = buildSeason(today.results)
  const now = split(todays, row.agreedMaximumCents)
  const shown = settled
    ? { lines, most: cents(row.settledMaximumCents), season: buildSeason(settled.results) }
    : { lines, most: cents(row.agreedMaximumCents), season: todays }
  const shares = settled ? split(shown.season, row.settledMaximumCents) : now
  const earned = isOver(row) ? cents(row.received) : sum(now.map(({ total }) => total))
  const { names } = settled ?? today
  return {
    ...agreed(row),
    earned: toDecimal(earned),
    totalAmountDue: toDecimal(expected),
    settled: settled && !isOver(row) ? toDecimal(cents(row.settledCents ?? 0)) : null,
    ...(settled && !isOver(row) ? notAskedFor(row) : {}),
    isSettledOutdated: !isSameSplit(shares, now),
    shares: shares.map((share) => ({
      ...namedShare(row, share, names),
      lines: shareLines(share, shown).map(({ index, text, amount }) => ({
        statisticId: row.lines[index]?.[0] ?? '',
        name: row.lines[index]?.[1] ?? '',
        words: text,
        amount: toDecimal(amount),
      })),
    })),
    charges: charges.map(({ pledgeId, settlementId, attempts, nextStep, moneyMode, ...charge }) => charge),
    invoices: invoices.map(({ pledgeId, paid, issuedAt, ...invoice }) => invoice),
    payments: payments.map(({ id, amount, overpaid, method, receivedOn, state }) => ({
      id,
      amount,
      overpaid,
      method,
      receivedOn,
      state,
    })),
    isTestMoney: row.moneyMode === 'sandbox',
  }
}

const namedShare = (row: Row, { moment, total, running }: Share, names: ReadonlyMap<string, string>) => ({
  eventId: moment?.eventId ?? null,
  eventName:
    moment === null ? 'One-time gift' : (names.get(moment.key) ?? `${capital(row.vocabulary.season)} result`),
  at: (moment === null ? row.createdAt : new Date(moment.at)).toISOString(),
  amount: toDecimal(total),
  running: toDecimal(running),
})

const OTHERS = 'Only the supporter can change a pledge'
const NOT_OWN: PledgeChanges = {
  canCancel: false,
  cannotCancelReason: OTHERS,
  cancelUntil: new Date(0).toISOString(),
  canLower: false,
  cannotLowerReason: OTHERS,
  lowestMaximum: '0.00',
  canChangeLines: false,
  cannotChangeLinesReason: OTHERS,
  lines: [],
  canChangeCard: false,
  cannotChangeCardReason: OTHERS,
  cards: [],
}

async function changesOf(deps: Pick<Deps, 'cards' | 'clock'> & { db: Db }, row: Row): Promise<PledgeChanges> {
  const now = deps.clock.now()
  const [state, cards] = await Promise.all([
    pledgeStateOf(deps.db, row.id, now),
    cardsBy(deps.db, row.pledgerId, deps.cards),
  ])
  return {
    ...(await changeableOf(deps.db, state, now)),
    cards: cards.map(({ id, paymentMethodId, ...card }) => ({
      ...card,
      stripePaymentMethodId: paymentMethodId,
      isCurrent: id === state.cardId,
    })),
  }
}

type Changeable = Omit<PledgeChanges, 'cards'>

/** What may be changed now, or why it may not: the guards' checks, for the buttons. */
async function changeableOf(db: Db, state: ChangeablePledge, now: Date): Promise<Changeable> {
  const over = reasonNotToChange(state)
  const lines = await changeableLines(db, state, now)
  const lowest = lowestMaximum(state)
  const noCancel = reasonNotToCancel(state, now)
  const noLower = over ?? (lowest < state.most ? null : 'Your maximum is reached: there is nothing to lower.')
  const noCard = over ?? (state.cardId === null ? 'This pledge is paid from an invoice, not by card' : null)
  return {
    canCancel: noCancel === null,
    cannotCancelReason: noCancel,
    cancelUntil: cancelUntil(state).toISOString(),
    canLower: noLower === null,
    cannotLowerReason: noLower,
    lowestMaximum: toDecimal(lowest),
    ...lines,
    canChangeCard: noCard === null,
    cannotChangeCardReason: noCard,
  }
}

/** Nothing accrues on a cancelled pledge or in a cancelled campaign: only what was collected remains. */
const isOver = ({ status, campaignStatus }: Row): boolean =>
  status === 'cancelled' || campaignStatus === 'cancelled'

/** The results confirmed as of now; those that a pledge was settled by are in its settlement. */
async function seasonToday(db: Db, row: Row): Promise<NamedResults> {
  const [results, names] = await Promise.all([
    confirmedResults(db, row.campaignId),
    momentNames(db, row.campaignId),
  ])
  return { results, names }
}

/** As every list and total sums it. */
async function expectedOf(db: Db, { id, campaignId }: Row): Promise<Cents> {
  const [row] = await db.query<{ expectedCents: number }>(sql`
    select f.expected_cents
    from (${pledgeFigures(sql`p.id = ${id}`, campaignId)}) f
  `)
  return cents(row?.expectedCents ?? 0)
}

/** Why less is billed than was settled. */
const notAskedFor = ({ waived, writtenOff }: Row): Pick<PledgeAccount, 'waived' | 'writtenOff'> => ({
  ...(waived > 0 ? { waived: toDecimal(cents(waived)) } : {}),
  ...(writtenOff > 0 ? { writtenOff: toDecimal(cents(writtenOff)) } : {}),
})

type Figures = 'earned' | 'totalAmountDue' | 'settled' | 'waived' | 'writtenOff' | 'isSettledOutdated'
type OfItsAccount = Figures | 'shares' | 'charges' | 'invoices' | 'payments' | 'isTestMoney'
const agreed = (row: Row): Omit<PledgeAccount, OfItsAccount> => ({
  id: row.id,
  campaignId: row.campaignId,
  campaignName: row.campaignName,
  organizationName: row.organizationName,
  campaignStatus: row.campaignStatus,
  vocabulary: row.vocabulary,
  timeZone: row.timeZone,
  pledgerId: row.pledgerId,
  ambassadorId: row.ambassadorId,
  status: row.status,
  isHeld: false,
  pledgeType: pledgeType(row.lines.map(([, , type]) => type)),
  paymentTiming: row.paymentTiming,
  paymentMethod: row.paymentMethod,
  isAnonymous: row.isAnonymous,
  ...(row.thanks ? { thanks: row.thanks } : {}),
  note: row.note,
  maximumAmount: row.maximumCents === null ? null : toDecimal(cents(row.maximumCents)),
  agreedMaximum: toDecimal(cents(row.agreedMaximumCents)),
  estimatedTotal: toDecimal(cents(row.estimateCents)),
  billed: toDecimal(cents(row.billed)),
  received: toDecimal(cents(row.received)),
  pledgeStatistics: row.lines.map(([statisticId, name, type, rate, estimate, scope, eventName, nameNow]) => ({
    statisticId,
    name,
    ...(nameNow === name ? {} : { nameNow }),
    type,
    pledgeAmount: toDecimal(cents(rate)),
    estimatedTotal: toDecimal(cents(estimate)),
    counts: countsOf(toScope(scope), eventName),
  })),
  consentText: row.consentText,
  createdAt: row.createdAt.toISOString(),
  version: row.version,
})
