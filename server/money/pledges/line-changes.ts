/** Raising, stopping and adding lines of a pledge in mid-season: shown first, then agreed to. */
import { reasonNotToPledge } from '#domain/campaigns/campaign-state.ts'
import type { Vocabulary } from '#domain/campaigns/vocabulary.ts'
import { DomainError, invalidField } from '#domain/errors.ts'
import {
  add,
  type Cents,
  cents,
  formatUsd,
  LARGEST_AMOUNT,
  subtract,
  toDecimal,
  ZERO,
} from '#domain/money.ts'
import { changedConsent, stillOwed } from '#domain/pledges/consent.ts'
import {
  type ClosedLine,
  changedFigures,
  changeWords,
  type LineFigures,
  MAX_LINES,
  plannedWords,
  reasonNotToChangeLines,
  stoppedFigures,
} from '#domain/pledges/line-changes.ts'
import { agreedMaximum, BEST_MATCH, maximumUnits } from '#domain/pledges/maximum.ts'
import {
  estimateLine,
  isUnusualRate,
  oneMatchOf,
  type PledgeLine,
  type SeasonPart,
} from '#domain/pledges/pledge.ts'
import { reasonNotToCancel, reasonNotToChange, type WholeChange } from '#domain/pledges/pledge-changes.ts'
import { NONE, type Quantity, toNumber } from '#domain/quantity.ts'
import type {
  LineChangeAgreed,
  LineChangeForm,
  LineChangePreview,
  PledgeDetail,
} from '#domain/schemas/pledge.ts'
import type { WholeChangePreview } from '#domain/schemas/pledge-link.ts'
import { countsUnits, isGift } from '#domain/season/statistic-types.ts'
import { pledgeChangedMail } from '#server/messaging/mails/index.ts'
import type { Deps } from '#server/money/deps.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/base/ids.ts'
import type { Db, Transact, Transaction } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import {
  type PledgeContext,
  type PledgeStatistic,
  refuseLargeIncrease,
} from '#server/season/pledges/index.ts'
import {
  type Asked,
  type Change,
  campaignOf,
  cancelPledgeIn,
  changePledgeIn,
  detailOf,
  moveTotals,
  notify,
  openChange,
  refuseHeld,
  refuseLowerTo,
} from './change.ts'
import * as store from './line-changes-store.ts'
import { contextOf, matchOf, reasonAgainst, reasonNotToAdd } from './line-changes-store.ts'
import { type ChangeablePledge, keepConsent, nextVersion, pledgeStateOf } from './store.ts'

/** What it would come to now; changes nothing. @throws what the change itself would be refused with. */
export async function previewWhole(
  { clock }: Deps,
  db: Db,
  pledgeId: string,
  wanted: WholeChange,
): Promise<WholeChangePreview> {
  const now = clock.now()
  const pledge = await pledgeStateOf(db, pledgeId, now)
  const { most, words } = planned(pledge, wanted, now)
  return {
    kind: wanted.kind,
    earned: toDecimal(pledge.earned),
    mostBefore: toDecimal(pledge.most),
    most: toDecimal(most),
    words,
  }
}

function planned(pledge: ChangeablePledge, wanted: WholeChange, now: Date): { most: Cents; words: string } {
  const refusal = wanted.kind === 'cancel' ? reasonNotToCancel(pledge, now) : reasonNotToChange(pledge)
  if (refusal) throw new DomainError('conflict', refusal)
  if (wanted.kind === 'cancel')
    return { most: ZERO, words: 'I cancel this pledge. Nothing is charged for it, now or later.' }
  if (wanted.kind === 'card') {
    if (pledge.cardId === null) throw new DomainError('conflict', NO_CARD)
    return { most: pledge.most, words: 'I pay this pledge with the card that I enter here.' }
  }
  const most = wanted.maximumAmount
  refuseLowerTo(most, pledge)
  return {
    most,
    words: `I lower my maximum from ${formatUsd(pledge.most)} to ${formatUsd(most)}. I never pay more than that.`,
  }
}

const NO_CARD = 'This pledge is paid from an invoice, not by card'

/**
 * Makes it, within a transaction that has the campaign's shared lock; `actor` is the pledge's supporter, and `cardId` their
 * card, which the card provider was asked about before.
 */
export async function changeWholeIn(
  deps: Deps,
  tx: Transaction,
  actor: Actor,
  { pledgeId, cardId, ...wanted }: WholeChange & { pledgeId: string; cardId: string | null },
): Promise<void> {
  await previewWhole(deps, tx, pledgeId, wanted)
  const asked = { pledgeId, ifMatch: null }
  if (wanted.kind === 'cancel') await cancelPledgeIn(deps, tx, actor, asked)
  else if (wanted.kind === 'lower')
    await changePledgeIn(deps, tx, actor, { ...asked, maximumAmount: wanted.maximumAmount, cardId: null })
  else if (cardId === null) throw invalidField('stripePaymentMethodId', 'Enter a card')
  else await changePledgeIn(deps, tx, actor, { ...asked, maximumAmount: undefined, cardId })
}

type Planned = {
  statistic: PledgeStatistic
  /** The line that is closed; null where one is added. */
  closed: store.HeldLine | null
  added: { line: PledgeLine; number: number; eventId: string | null } | null
  /** How many more units its maximum assumes; null where no figure says. */
  units: Quantity | null
  /** When it takes effect. */
  at: Date
  /** Matches that have begun by then, although they start later. */
  known: readonly string[]
  cap: Cents | null
  most: Cents
  estimate: Cents
  /** What changes, once it is made and before. */
  words: { done: string; planned: string }
}

/** What a change would come to; changes nothing. */
export async function previewChange(
  deps: Deps,
  actor: Actor,
  { pledgeId, ...form }: LineChangeForm & { pledgeId: string },
): Promise<LineChangePreview> {
  await refuseHeld(deps, actor, pledgeId)
  await campaignOf(deps, actor, pledgeId)
  const now = deps.clock.now()
  const pledge = await pledgeStateOf(deps.db, pledgeId, now)
  return previewOf(pledge, form.kind, await plan(deps.db, pledge, form, now))
}

function previewOf(
  pledge: ChangeablePledge,
  kind: LineChangeForm['kind'],
  { statistic, closed, added, units, most, estimate, words }: Planned,
): LineChangePreview {
  return {
    kind,
    statisticId: statistic.id,
    name: statistic.name,
    rateBefore: closed && toDecimal(closed.rate),
    rate: added && toDecimal(added.line.rate),
    earned: toDecimal(pledge.earned),
    mostBefore: toDecimal(pledge.most),
    most: toDecimal(most),
    estimatedTotal: toDecimal(estimate),
    maximumUnits: units === null ? null : toNumber(units),
    unitName: statistic.unitName,
    isUnusual: added !== null && isUnusualRate(added.line.rate, statistic.presets),
    words: `${words.planned}. ${stillOwed(most)}`,
  }
}

/** Changes a line as it was shown: if the maximum is not the one that was agreed to, a 409 names the current one. */
export async function changeLine(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  { pledgeId, ifMatch, agreedMaximum, ...form }: Asked & LineChangeAgreed,
): Promise<PledgeDetail> {
  await refuseHeld(deps, actor, pledgeId)
  const campaignId = await campaignOf(deps, actor, pledgeId)
  return transact((tx) => changeLineIn(deps, tx, actor, { ...form, pledgeId, ifMatch, agreedMaximum }), {
    campaignId,
    mode: 'shared',
  })
}

/** The same within a transaction that has the campaign's shared lock; `actor` is the pledge's supporter. */
export async function changeLineIn(
  deps: Deps,
  tx: Transaction,
  actor: Actor,
  { pledgeId, ifMatch, ...form }: Asked & LineChangeAgreed,
): Promise<PledgeDetail> {
  const change = await openChange(deps, tx, actor, { pledgeId, ifMatch })
  await write(change, form.kind, await planAgreed(change, form))
  return detailOf(change)
}

/** Refuses exactly what the change itself would refuse, and changes nothing: it is requested now and confirmed later. */
export async function demandChangeable(
  deps: Deps,
  tx: Transaction,
  actor: Actor,
  { pledgeId, ...form }: LineChangeAgreed & { pledgeId: string },
): Promise<LineChangePreview> {
  const change = await openChange(deps, tx, actor, { pledgeId, ifMatch: null })
  return previewOf(change.pledge, form.kind, await planAgreed(change, form))
}

/** @throws a 409 if the maximum is not the one that was agreed to, or the increase is too large to accept. */
async function planAgreed(
  { deps, tx, actor, pledge, at }: Change,
  { agreedMaximum, ...form }: LineChangeAgreed,
): Promise<Planned> {
  const planned = await plan(tx, pledge, form, at)
  if (planned.most !== agreedMaximum)
    throw new DomainError(
      'conflict',
      `The most you can owe would be ${formatUsd(planned.most)} now, not ${formatUsd(agreedMaximum)}. Review it, then confirm again.`,
    )
  await refuseLargeIncrease(deps, tx, actor, {
    pledgeId: pledge.id,
    method: pledge.paymentMethod,
    by: subtract(planned.most, pledge.most),
  })
  return planned
}

async function plan(db: Db, pledge: ChangeablePledge, form: LineChangeForm, now: Date): Promise<Planned> {
  const refusal = reasonNotToChangeLines(pledge)
  if (refusal) throw new DomainError('conflict', refusal)
  const held = await store.heldLines(db, pledge.id, now)
  const context = await contextOf(db, pledge, [form.statisticId, ...held.map((one) => one.statisticId)], now)
  const statistic = context.statistics.get(form.statisticId)
  if (!statistic) throw invalidField('statisticId', 'That statistic is not in this campaign')
  const closed = held.find((one) => one.statisticId === form.statisticId && one.isOpen) ?? null
  refuseKind(form, { statistic, closed, held, context, words: pledge.vocabulary, now })
  const eventId = closed ? closed.eventId : matchOf(held)
  const removed = closed && lineAt(context, statistic, closed)
  const line =
    form.kind === 'stop' || !form.pledgeAmount
      ? null
      : lineAt(context, statistic, { rate: form.pledgeAmount, eventId })
  const others = held.flatMap((one) => {
    const its = context.statistics.get(one.statisticId)
    return one.isOpen && one !== closed && its ? [lineAt(context, its, one)] : []
  })
  const before = beforeChange(pledge)
  const moved = changedFigures(before, { removed, added: line, others, cap: form.maximumAmount })
  const isOver = (one: store.HeldLine) =>
    !one.isOpen || isGift(context.statistics.get(one.statisticId)?.terms.type ?? 'per_increment')
  const isLast = form.kind === 'stop' && held.every((one) => one === closed || isOver(one))
  const { lowest, ...figures } = isLast
    ? await afterLastStop(db, { pledge, before, context, held, now })
    : moved
  refuseMaximum(figures.most, lowest)
  const ofStatistic = held.filter((one) => one.statisticId === statistic.id)
  const changed = {
    name: statistic.name,
    type: statistic.terms.type,
    unitName: statistic.unitName,
    before: closed?.rate ?? null,
    rate: line?.rate ?? null,
  }
  return {
    statistic,
    closed,
    ...figures,
    at: notBefore(ofStatistic, now),
    // What one of its lines knew of stays known: no match counts twice, whatever is voided since.
    known: [...new Set([...context.known, ...ofStatistic.flatMap((one) => one.known)])],
    units: unitsOf(line ?? removed),
    added: line && { line, number: Math.max(0, ...ofStatistic.map(({ number }) => number)) + 1, eventId },
    cap: form.maximumAmount ?? (pledge.maximumCents === null ? null : cents(pledge.maximumCents)),
    words: { done: changeWords(form.kind, changed), planned: plannedWords(form.kind, changed) },
  }
}

const unitsOf = (line: PledgeLine | null): Quantity | null =>
  line && countsUnits(line.terms.type) ? maximumUnits(line.terms) : null

function beforeChange(pledge: ChangeablePledge): LineFigures {
  return {
    ...pledge,
    estimate: cents(pledge.estimateCents),
    cap: pledge.maximumCents === null ? null : cents(pledge.maximumCents),
  }
}

/** Another instance's clock may be ahead: no line begins before the last one began or was stopped. */
const notBefore = (lines: readonly store.HeldLine[], now: Date): Date =>
  new Date(Math.max(now.getTime(), ...lines.map(({ changedAt }) => changedAt)))

/** What a line can still earn from now on. */
const lineAt = (
  context: PledgeContext,
  statistic: PledgeStatistic,
  { rate, eventId }: { rate: Cents; eventId: string | null },
): PledgeLine => {
  const part = partFor(context, statistic, eventId)
  return { rate, terms: { ...statistic.terms, confirmed: NONE, part } }
}

function partFor(
  { matches }: PledgeContext,
  { terms, lastYearMatches }: PledgeStatistic,
  eventId: string | null,
): SeasonPart | null {
  if (isGift(terms.type) || !matches) return null
  return eventId === null
    ? { kind: 'rest', matches: matches.left, all: matches.all }
    : oneMatchOf(matches.all, lastYearMatches)
}

type Facts = {
  statistic: PledgeStatistic
  closed: store.HeldLine | null
  held: readonly store.HeldLine[]
  context: PledgeContext
  words: Vocabulary
  now: Date
}

/** Raising and adding are pledging: the same rules apply. */
function refuseKind({ kind, pledgeAmount }: LineChangeForm, facts: Facts): void {
  const { statistic, closed, held, context, words, now } = facts
  const reason = closed
    ? reasonAgainst(kind, statistic, closed, words)
    : kind === 'add'
      ? reasonNotToAdd(statistic, held, words)
      : `You have not pledged on ${statistic.name}, or you already stopped it`
  if (reason) throw new DomainError('conflict', reason)
  if (kind === 'stop') return
  const ended = reasonNotToPledge(context, now)
  if (ended) throw new DomainError('campaign_closed', ended)
  if (held.length >= MAX_LINES)
    throw new DomainError('conflict', 'This pledge was changed too often: make another pledge instead')
  if (!statistic.isActive) throw new DomainError('conflict', `${statistic.name} accepts no new pledges`)
  if (closed && pledgeAmount && pledgeAmount <= closed.rate)
    throw invalidField('pledgeAmount', `Enter more than the current ${formatUsd(closed.rate)}`)
  if (pledgeAmount && !statistic.allowCustomAmounts && !statistic.presets.includes(pledgeAmount))
    throw invalidField(
      'pledgeAmount',
      `Choose one of ${statistic.presets.map((preset) => formatUsd(preset, 'auto')).join(', ')}`,
    )
}

function refuseMaximum(most: Cents, lowest: Cents): void {
  if (most < lowest)
    throw invalidField(
      'maximumAmount',
      `${formatUsd(lowest)} is the lowest maximum now: that much is earned, billed or waiting to be confirmed`,
    )
  if (most > LARGEST_AMOUNT)
    throw invalidField(
      'maximumAmount',
      `Set a maximum: without one this pledge could exceed ${formatUsd(LARGEST_AMOUNT, 'auto')}`,
    )
}

async function write(change: Change, kind: LineChangeForm['kind'], planned: Planned): Promise<void> {
  const { deps, tx, actor, pledge } = change
  const { statistic, closed, added, at, known, cap, most, estimate, words } = planned
  const { id: pledgeId, campaignId, timeZone } = pledge
  const version = await nextVersion(tx, pledgeId)
  await keepConsent(tx, { pledgeId, replacedId: newId(deps.clock), version: pledge.version, at })
  if (closed)
    await store.closeLine(tx, { pledgeId, statisticId: statistic.id, number: closed.number, at, known })
  if (added)
    await store.insertLine(tx, {
      campaignId,
      pledgeId,
      statisticId: statistic.id,
      number: added.number,
      fromAt: at,
      known,
      rate: added.line.rate,
      estimate: estimateLine(added.line),
      eventId: added.eventId,
    })
  const consentText = changedConsent(pledge.consentText, { what: words.done, most, at, timeZone })
  await store.setAgreed(tx, { pledgeId, cap, most, estimate, consentText })
  const after = await pledgeStateOf(tx, pledgeId, at)
  await moveTotals(change, {
    expected: subtract(pledge.expected, after.expected),
    accrued: subtract(pledge.accrued, after.accrued),
    supporters: 0,
  })
  const rate = (amount: Cents | undefined) => (amount === undefined ? null : toDecimal(amount))
  await audit(tx, deps.clock, {
    actorId: actor.userId,
    action: `pledge.${kind}_line`,
    subject: 'pledge',
    subjectId: pledgeId,
    campaignId,
    before: { statisticId: statistic.id, rate: rate(closed?.rate), agreedMaximum: toDecimal(pledge.most) },
    after: { statisticId: statistic.id, rate: rate(added?.line.rate), agreedMaximum: toDecimal(most) },
  })
  await notify(change, { kind: 'pledge_changed', idempotencyKey: `changed:${version}` }, (about) =>
    pledgeChangedMail({
      ...about,
      vocabulary: pledge.vocabulary,
      what: words.done,
      earned: formatUsd(pledge.earned),
      from: formatUsd(pledge.most),
      most: formatUsd(most),
    }),
  )
}

/** What a pledge comes to once the last of its open lines is stopped. */
async function afterLastStop(
  db: Db,
  given: {
    pledge: ChangeablePledge
    before: LineFigures
    context: PledgeContext
    held: readonly store.HeldLine[]
    now: Date
  },
): Promise<ReturnType<typeof stoppedFigures>> {
  const { pledge, before, context, held, now } = given
  const earned = await store.earnedLines(db, pledge.id, now)
  const earnedOf = ({ statisticId, number }: store.HeldLine) =>
    earned.find((one) => one.statisticId === statisticId && one.number === number)
  const closed = held.map((line): ClosedLine => {
    const its = earnedOf(line)
    return { earned: its?.earned ?? ZERO, toCome: its ? toCome(context, line, its) : ZERO }
  })
  return stoppedFigures(before, closed)
}

/** What began before the line was closed counts when it is confirmed: what was entered, and matches without a result. */
function toCome(
  { statistics, matches }: PledgeContext,
  { statisticId, rate }: store.HeldLine,
  { begun, earned, withWaiting }: store.EarnedLine,
): Cents {
  const statistic = statistics.get(statisticId)
  if (!statistic) return ZERO
  const entered = subtract(withWaiting, earned)
  if (begun === 0 || !matches || !countsUnits(statistic.terms.type)) return entered
  const all = Math.max(matches.all, statistic.lastYearMatches ?? 0)
  const part = { kind: 'rest' as const, matches: Math.min(all, Math.max(BEST_MATCH, begun)), all }
  return add(entered, agreedMaximum([{ rate, terms: { ...statistic.terms, confirmed: NONE, part } }], null))
}
