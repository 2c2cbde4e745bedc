import { isCharged, PAYMENT_METHOD_RULES, timingOf } from '#domain/billing/instruments.ts'
import { reasonNotToPledge } from '#domain/campaigns/campaign-state.ts'
import { DomainError, invalidField, notFound } from '#domain/errors.ts'
import type { Cents } from '#domain/money.ts'
import { consentText, countedWords } from '#domain/pledges/consent.ts'
import { estimateLine } from '#domain/pledges/pledge.ts'
import { pledgeKind } from '#domain/pledges/pledge-kind.ts'
import type { Pledge, PledgeForm, UserPledge } from '#domain/schemas/pledge.ts'
import { isGift } from '#domain/season/statistic-types.ts'
import { isPrivateCampaign } from '#server/accounts/access/index.ts'
import { keepDetails, type TypedDetails } from '#server/accounts/users/index.ts'
import { newId } from '#server/platform/base/ids.ts'
import { campaignChanged } from '#server/platform/changes/campaign-changes.ts'
import type { Db, Transact, Transaction } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import type { Deps } from '#server/season/deps.ts'
import {
  type AgreedLines,
  type Chosen,
  type Counts,
  choose,
  countedIn,
  countsFor,
  figuresOf,
  linesOf,
  partialKey,
  refuseMatch,
} from './choices.ts'
import { type PledgeContext, readContext } from './context.ts'
import { heldAsOwn, holdPledge, isToHold, promisedBefore } from './held.ts'
import { countHeldBy, heldBy } from './held-store.ts'
import { announceMade } from './made.ts'
import { refuseOtherTerms, toPledge } from './quote.ts'
import * as store from './store.ts'
import { pledgesBy, totalsBy } from './totals-store.ts'

function refuseClosed(context: PledgeContext, now: Date): void {
  const closed = reasonNotToPledge(context, now)
  if (closed) throw new DomainError('campaign_closed', closed)
}

function refuse(context: PledgeContext, now: Date): void {
  refuseClosed(context, now)
  if (!context.isVerified) {
    throw new DomainError(
      'email_unverified',
      'Verify your email address first: type the code that we emailed you.',
    )
  }
  if (!context.isAmbassadorKnown)
    throw invalidField('ambassadorId', 'That ambassador is not in this campaign')
}

/** A campaign never mixes test money and real money. */
function refuseOtherMoney({ moneyMode }: PledgeContext, deps: Deps): void {
  if (moneyMode === deps.money.mode(deps)) return
  throw invalidField(
    'paymentMethod',
    moneyMode === 'sandbox'
      ? 'This campaign is in test mode and does not accept real cards: choose check or cash'
      : 'This campaign uses real money, and this site accepts only test cards: choose check or cash',
  )
}

/** What the pledge will be charged to; null if an invoice is sent. */
async function savedBy(deps: Deps, actor: Actor, form: PledgeForm): Promise<{ cardId: string } | null> {
  const id = form.stripePaymentMethodId ?? ''
  switch (PAYMENT_METHOD_RULES[form.paymentMethod].billedBy) {
    case 'card':
      return deps.money.rememberCard(deps, actor, id)
    case 'bank_account':
      return deps.money.rememberBankAccount(deps, actor, id)
    case 'invoice':
      return null
  }
}

/** Creates a pledge under the shared lock, so that no pledge falls between two settlements (R16). */
export async function createPledge(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  { campaignId, form, network }: { campaignId: string; form: PledgeForm; network: string | null },
): Promise<Pledge> {
  if (form.pledgerId && form.pledgerId !== actor.userId) {
    throw new DomainError('forbidden', 'A pledge is made by the person who is signed in')
  }
  // Asks the card provider before the transaction opens: an id sent by a browser proves nothing.
  const card = await savedBy(deps, actor, form)
  return transact(
    (tx) =>
      createPledgeIn(deps, tx, actor, {
        campaignId,
        form,
        card,
        network,
        isWithAccount: true,
        isOwnMaximum: true,
      }),
    {
      campaignId,
      mode: 'shared',
      keepsPlans: true,
      // What was promised is read behind locks: of a person, and of a campaign for all who pay by check or cash.
      onePerGroup: isCharged(form.paymentMethod) ? actor.userId : campaignId,
    },
  )
}

/**
 * The same in a transaction that holds the campaign's shared lock and does more; `card` is the supporter's own.
 * `agreedAt`: when the supporter agreed, if that was earlier; "from now on" and "has the match started" refer to that time. A caller that passes it holds the exclusive lock if a part of the season counts, and refreshes the totals:
 * something may have been earned since.
 */
export async function createPledgeIn(
  deps: Deps,
  tx: Transaction,
  actor: Actor,
  given: {
    campaignId: string
    form: PledgeForm
    card: { cardId: string } | null
    /** Confirmed by the job's mail; otherwise the caller mails. */
    isWithAccount: boolean
    /** False: the form's maximum was computed and shown, so that it binds, but it is no cap that later changes keep. */
    isOwnMaximum: boolean
    agreedAt?: Date
    /** What had begun by then and was moved or merged since. */
    known?: readonly string[]
    /** The name and address that someone without an account typed for it; otherwise it keeps those of the account. */
    details?: TypedDetails
    /** From which it was made, where that is known. */
    network?: string | null
  },
): Promise<Pledge> {
  const { campaignId, form, card, isWithAccount, isOwnMaximum, agreedAt, known } = given
  const now = deps.clock.now()
  const since = agreedAt ?? now
  const counts = countsFor(form.counts, agreedAt)
  const [context, earlier] = await Promise.all([
    readContext(tx, {
      campaignId,
      userId: actor.userId,
      ambassadorId: form.ambassadorId,
      statisticIds: form.pledgeStatistics.map(({ statisticId }) => statisticId),
      ...partialKey(counts, since),
    }),
    promisedBefore(deps, tx, actor, form.paymentMethod),
  ])
  if (!context || (await isPrivateCampaign(tx, campaignId, context.status))) throw notFound('Campaign')
  refuse(context, now)
  refuseMatch(context, counts)
  if (card) refuseOtherMoney(context, deps)
  const chosen = choose(context, form.pledgeStatistics, counts, { since, known })
  const cardId = card?.cardId ?? null
  const { most } = figuresOf(chosen, form.maximumAmount)
  refuseOtherTerms(
    { most: form.agreedMaximum ?? null, lines: form.pledgeStatistics },
    { most, lines: linesOf(chosen) },
  )
  const pledge = build({
    deps,
    actor,
    campaignId,
    form,
    context,
    counts,
    chosen,
    cardId,
    now,
    since,
    known,
    isWithAccount,
    isOwnMaximum,
  })
  const network = isCharged(form.paymentMethod) ? null : (given.network ?? null)
  const isHeld = await isToHold(deps, tx, { ...pledge, network }, earlier)
  const details = { pledgeId: pledge.id, userId: actor.userId, network }
  tx.withCommit((db) => keepDetails(db, details, given.details))
  if (isHeld) holdPledge(deps, tx, pledge)
  else {
    tx.withCommit((db) => store.insertPledge(db, pledge))
    tx.withCommit((db) => announceMade(deps, db, pledge))
    campaignChanged(tx, deps, campaignId)
  }
  return { ...toPledge(pledge, context, form), isHeld }
}

export type Agreement = {
  campaignName: string
  organizationName: string
  most: Cents
  alreadyEarned: Cents
  consentText: string
  /** Which results count, as the consent text says it; null for the whole season. */
  counted: string | null
  lines: AgreedLines
}

/** What someone would agree to now, with the same refusals as a pledge except those about the person. Writes nothing. */
export async function agreementOn(
  deps: Deps,
  db: Db,
  campaignId: string,
  form: Pick<PledgeForm, 'ambassadorId' | 'maximumAmount' | 'paymentMethod' | 'pledgeStatistics' | 'counts'>,
  agreedAt?: Date,
): Promise<Agreement> {
  const now = deps.clock.now()
  const since = agreedAt ?? now
  const counts = countsFor(form.counts, agreedAt)
  const context = await readContext(db, {
    campaignId,
    userId: null,
    ambassadorId: form.ambassadorId,
    statisticIds: form.pledgeStatistics.map(({ statisticId }) => statisticId),
    ...partialKey(counts, since),
  })
  if (!context || (await isPrivateCampaign(db, campaignId, context.status))) throw notFound('Campaign')
  refuseMatch(context, counts)
  refuseClosed(context, now)
  if (!context.isAmbassadorKnown)
    throw invalidField('ambassadorId', 'That ambassador is not in this campaign')
  if (isCharged(form.paymentMethod)) refuseOtherMoney(context, deps)
  const chosen = choose(context, form.pledgeStatistics, counts, { since })
  const { most, alreadyEarned } = figuresOf(chosen, form.maximumAmount)
  const lines = linesOf(chosen)
  refuseOtherTerms({ most: null, lines: form.pledgeStatistics }, { most, lines })
  const { campaignName, organizationName, vocabulary } = context
  const counted = countedIn(context, counts, since)
  const kind = pledgeKind(
    lines.map(({ type }) => type),
    counts.from,
  )
  return {
    campaignName,
    organizationName,
    most,
    alreadyEarned,
    lines,
    counted: counted.from === 'season' ? null : countedWords(counted, { kind, words: vocabulary }),
    consentText: consentText({ ...context, lines, most, paymentMethod: form.paymentMethod, counts: counted }),
  }
}

function build(given: {
  deps: Deps
  actor: Actor
  campaignId: string
  form: PledgeForm
  context: PledgeContext
  counts: Counts
  chosen: Chosen[]
  cardId: string | null
  now: Date
  /** The moment from which "from now on" counts. */
  since: Date
  known: readonly string[] | undefined
  isWithAccount: boolean
  isOwnMaximum: boolean
}): store.NewPledge {
  const { deps, actor, campaignId, form, context, counts, chosen, cardId, now, since, isWithAccount } = given
  const { known = [] } = given
  const figures = figuresOf(chosen, form.maximumAmount)
  const lines = chosen.map(({ statistic, line }) => ({
    statisticId: statistic.id,
    name: statistic.name,
    unitName: statistic.unitName,
    type: line.terms.type,
    rate: line.rate,
    estimate: estimateLine(line),
    fromAt: counts.from !== 'season' && !isGift(line.terms.type) ? since : null,
    eventId: counts.eventId,
  }))
  return {
    id: newId(deps.clock),
    auditId: newId(deps.clock),
    campaignId,
    pledgerId: actor.userId,
    // An ambassador who was removed while somebody pledged does not stop the pledge.
    ambassadorId: context.creditedId,
    paymentTiming: timingOf(form.paymentMethod),
    paymentMethod: form.paymentMethod,
    cardId,
    maximumCents: given.isOwnMaximum ? form.maximumAmount : null,
    agreedMaximumCents: figures.most,
    estimateCents: figures.estimate,
    isAnonymous: form.isAnonymous,
    thanks: form.thankByName ? 'asked' : null,
    note: form.note,
    consentText: consentText({
      ...context,
      lines,
      most: figures.most,
      paymentMethod: form.paymentMethod,
      counts: countedIn(context, counts, since),
    }),
    createdAt: now,
    lines,
    known: [...new Set([...context.known, ...known])],
    expectedCents: figures.likely,
    earnedCents: figures.alreadyEarned,
    // Someone without an account is mailed once the pledge is confirmed.
    isConfirmedByMail: isWithAccount,
  }
}

/** A user's own pledges, including held ones, newest first. */
export async function ownPledges(
  db: Db,
  userId: string,
  page: { limit: number; beforeId: string | null; campaignId?: string | null },
): Promise<UserPledge[]> {
  const [pledges, held] = await Promise.all([pledgesBy(db, userId, page), heldBy(db, userId, page)])
  const own = await Promise.all(held.map((row) => heldAsOwn(db, row)))
  return [...pledges, ...own].sort((a, b) => (a.id < b.id ? 1 : -1)).slice(0, page.limit)
}

/** Their count, and the expected amount of those that count: a held one adds nothing until it is released. */
export async function ownTotals(
  db: Db,
  userId: string,
  campaignId: string | null,
): Promise<{ count: number; committed: string }> {
  const [totals, held] = await Promise.all([
    totalsBy(db, userId, campaignId),
    countHeldBy(db, userId, campaignId),
  ])
  return { ...totals, count: totals.count + held }
}
