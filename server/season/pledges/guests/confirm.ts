/** What the link in the mail shows, and its button, which makes the pledge. */

import { isCharged, type PaymentMethod } from '#domain/billing/instruments.ts'
import { DomainError, invalidField, notFound } from '#domain/errors.ts'
import { cents, formatUsd, parseCents, toDecimal } from '#domain/money.ts'
import { takeBackUntil } from '#domain/pledges/guest-limits.ts'
import { termsChanged } from '#domain/pledges/shown-terms.ts'
import type { CardSetup } from '#domain/schemas/card.ts'
import type { GuestConfirmation, GuestConfirmed, LinkedGuestPledge } from '#domain/schemas/guest-pledge.ts'
import type { MailAnswer } from '#domain/schemas/mail.ts'
import { CurrentTerms, type PledgeForm } from '#domain/schemas/pledge.ts'
import { userOfProvenAddress } from '#server/accounts/users/index.ts'
import { subjectOfLink } from '#server/messaging/links/index.ts'
import {
  type GuestMail,
  guestConfirmedMail,
  heldMail,
  queueMail,
  sendMailsSoon,
} from '#server/messaging/mails/index.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { hashOfLink } from '#server/platform/base/ids.ts'
import type { Db, Transaction } from '#server/platform/db/database.ts'
import type { Asked, Browser } from '#server/platform/http/begun-here.ts'
import { RateLimited } from '#server/platform/limits/limits.ts'
import type { Deps } from '#server/season/deps.ts'
import {
  type Agreement,
  agreementOn,
  createPledgeIn,
  quoteWithForecast,
  refreshCampaignTotals,
} from '#server/season/pledges/index.ts'
import { findLink, openGuestLinks, pledgeLink, pledgeTokenOf } from '#server/season/pledges/links/index.ts'
import { campaignOf, creditedOf, endOf, type GuestCampaign } from './guests-store.ts'
import { demandFewForms } from './limits.ts'
import { expiresAt, isChecked } from './mails.ts'
import * as store from './store.ts'

/** How much was pledged for the first statistic: the guest chose it, and the mail says it. */
function askedOf(lines: readonly store.GuestLine[]): Asked | null {
  const [line] = lines
  if (!line) return null
  const { name, unitName, type, rate } = line
  return { question: { name, unitName, type }, amounts: [rate] }
}

/** @throws a 400 for a wrong answer; a 409 after five. */
export async function answerQuestion(
  deps: Deps,
  browser: Browser,
  token: string,
  answer: MailAnswer,
): Promise<void> {
  const guest = await store.findByToken(deps.db, token)
  const asked = guest?.lines && askedOf(guest.lines)
  const link = await findLink(deps.db, pledgeTokenOf(token), deps.clock.now())
  // After its links were stopped, nothing of it is asked or answered.
  if (!guest || !asked || (link && !link.isOpen)) throw notFound('Pledge')
  await demandRight(deps, { token, asked }, answer)
  await browser.remember(guest.id)
}

/** Also for what a mailed link changes. */
export async function demandRight(
  { limits }: Pick<Deps, 'limits'>,
  { token, asked }: { token: string; asked: Asked },
  { amount }: MailAnswer,
): Promise<void> {
  await limits.takeAnswer(hashOfLink(token).toString('base64url')).catch((refusal: unknown) => {
    if (refusal instanceof RateLimited) throw new DomainError('conflict', TOO_OFTEN)
    throw refusal
  })
  if (!asked.amounts.includes(amount))
    throw invalidField('amount', 'That is not the amount. It is in the email with this link.')
}

const TOO_OFTEN =
  'That was not the amount, five times: this link asks no more. Ask for a new email where you started, or sign in'

const ended = () => notFound('Pledge')

type Kept = store.GuestPledge & { lines: store.GuestLine[]; maximumCents: number; heldAt: Date }

const isKept = (guest: store.GuestPledge): guest is Kept =>
  guest.lines !== null && guest.maximumCents !== null && guest.heldAt !== null

const methodOf = ({ paymentMethod }: Kept): PaymentMethod => paymentMethod ?? 'auto_bill_end'

const isOver = ({ clock }: Pick<Deps, 'clock'>, { heldAt }: Kept): boolean => expiresAt(heldAt) <= clock.now()

/** The form for the create action, with the maximum that was shown. */
const formOf = (guest: Kept, ambassadorId: string | null): PledgeForm =>
  ({
    pledgerId: null,
    ambassadorId,
    maximumAmount: cents(guest.maximumCents),
    paymentTiming: null,
    paymentMethod: methodOf(guest),
    stripePaymentMethodId: null,
    isAnonymous: guest.isAnonymous ?? true,
    note: null,
    counts: guest.countsFrom && { from: guest.countsFrom, eventId: guest.eventId },
    // What it was called when the guest agreed: a pledge on something else is not made.
    pledgeStatistics: guest.lines.map(({ statisticId, rate, name, unitName, type }) => ({
      statisticId,
      name,
      unitName,
      type,
      pledgeAmount: cents(rate),
    })),
  }) as PledgeForm

/** Whether a match had started is judged as of when the guest agreed, before anything was known. */
const agreedAt = ({ countsFrom, heldAt }: Kept): Date | undefined =>
  countsFrom === null ? undefined : heldAt

/** What the link's page shows. Changes nothing, so that a mail scanner that opens it commits nobody to anything. */
export async function readLink(deps: Deps, browser: Browser, token: string): Promise<LinkedGuestPledge> {
  const guest = await store.findByToken(deps.db, token)
  const campaign = guest && (await campaignOf(deps.db, guest.campaignId))
  if (!guest || !campaign || !isKept(guest)) throw ended()
  if (guest.state === 'confirmed') return confirmedPage(deps, browser, { guest, campaign, token })
  if (guest.state !== 'held' || isOver(deps, guest))
    return { ...bare(guest.campaignId, campaign), state: 'expired' }
  const credited = await creditedOf(deps.db, guest.ambassadorId)
  const card = await deps.money.guestCards.kept(deps.db, guest.id)
  const { agreement, problem, now } = await agreedNow(deps, guest, credited?.id ?? null)
  const asked = (problem === null || now !== null) && askedOf(guest.lines)
  if (asked && !(await browser.began(guest.id)))
    return {
      ...bare(guest.campaignId, campaign),
      state: 'held',
      vocabulary: campaign.vocabulary,
      question: asked.question,
      expiresAt: expiresAt(guest.heldAt).toISOString(),
    }
  return {
    ...bare(guest.campaignId, campaign),
    ...chosen(guest),
    state: 'held',
    vocabulary: campaign.vocabulary,
    counted: agreement?.counted ?? null,
    alreadyEarned: agreement && guest.countsFrom === null ? toDecimal(agreement.alreadyEarned) : null,
    forecast: agreement ? await rangeOf(deps, guest) : undefined,
    card,
    needsCard: card === null && isCharged(methodOf(guest)),
    isChecked: isChecked(deps, guest),
    isPaused: campaign.isPaused,
    consentText: agreement?.consentText ?? null,
    problem,
    now,
    expiresAt: expiresAt(guest.heldAt).toISOString(),
    referralCode: credited?.referralCode ?? null,
  }
}

/** The range of the sentence about what it comes to; none where a match of it has begun since. */
const rangeOf = async (deps: Deps, guest: Kept): Promise<LinkedGuestPledge['forecast']> => {
  const { counts, ...form } = formOf(guest, null)
  const quoted = await quoteWithForecast(deps, guest.campaignId, {
    ...form,
    ...(counts && { counts }),
  }).catch((error: unknown) => {
    if (error instanceof DomainError) return null
    throw error
  })
  return quoted?.forecast
}

/** The campaign, and nothing of the pledge or the person. */
const bare = (
  campaignId: string,
  { campaignName, organizationName, timeZone, isTest }: GuestCampaign,
): Omit<LinkedGuestPledge, 'state'> => ({
  campaignId,
  campaignName,
  organizationName,
  timeZone,
  isTestMoney: isTest,
  maximumAmount: null,
  alreadyEarned: null,
  pledgeStatistics: [],
  paymentMethod: null,
  card: null,
  needsCard: false,
  consentText: null,
  problem: null,
  expiresAt: null,
  pledgeUrl: null,
  heldState: null,
  referralCode: null,
})

const chosen = (
  guest: Kept,
): Pick<LinkedGuestPledge, 'maximumAmount' | 'pledgeStatistics' | 'paymentMethod'> => ({
  maximumAmount: toDecimal(cents(guest.maximumCents)),
  pledgeStatistics: guest.lines.map(({ rate, ...line }) => ({
    ...line,
    pledgeAmount: toDecimal(cents(rate)),
  })),
  paymentMethod: guest.paymentMethod,
})

/** After it was confirmed, the link ends as the pledge's links do, and then shows nothing of the pledge. */
async function confirmedPage(
  deps: Deps,
  browser: Browser,
  { guest, campaign, token }: { guest: Kept; campaign: GuestCampaign; token: string },
): Promise<LinkedGuestPledge> {
  const now = deps.clock.now()
  const link = await findLink(deps.db, pledgeTokenOf(token), now)
  const page = {
    ...bare(guest.campaignId, campaign),
    state: 'confirmed',
    vocabulary: campaign.vocabulary,
  } as const
  if (!(link ? link.isOpen : isOpenUnreleased(guest, now))) return { ...page, isLinkEnded: true }
  const credited = await creditedOf(deps.db, guest.ambassadorId)
  const { campaignId, heldState } = guest
  const ended = await endOf(deps.db, { campaignId, pledgeId: guest.pledgeId ?? guest.heldPledgeId })
  const until = ended === null && guest.confirmedAt && takeBackUntil(guest.confirmedAt)
  const isInTime = until && until > now
  const isWaiting = heldState === 'held' && ended === null
  const canTakeBack = isWaiting || (isInTime && (heldState === null || heldState === 'released'))
  return {
    ...page,
    ...chosen(guest),
    heldState,
    ended,
    ...(canTakeBack
      ? {
          // One that is checked first can be taken back as long as it waits.
          takeBackUntil: until && !isWaiting ? until.toISOString() : null,
          question: (await browser.began(guest.id)) ? null : (askedOf(guest.lines)?.question ?? null),
        }
      : {}),
    pledgeUrl: link && `/p/${pledgeTokenOf(token)}`,
    referralCode: credited?.referralCode ?? null,
  }
}

const CHECKED_SHOWN_MS = 60 * 86_400_000

/** One that is checked first has no pledge to link to until it is released: for 60 days its link says how it stands. */
const isOpenUnreleased = ({ heldState, confirmedAt }: Kept, now: Date): boolean =>
  heldState !== null &&
  heldState !== 'released' &&
  confirmedAt !== null &&
  confirmedAt.getTime() + CHECKED_SHOWN_MS > now.getTime()

type Terms = Pick<LinkedGuestPledge, 'problem' | 'now'> & { agreement: Agreement | null }

/** The current terms, or the reason in words why nothing can be agreed to now; where only the statistics are others, these. */
async function agreedNow(deps: Deps, guest: Kept, ambassadorId: string | null): Promise<Terms> {
  const on = (as: Kept): Promise<Agreement> =>
    agreementOn(deps, deps.db, guest.campaignId, formOf(as, ambassadorId), agreedAt(guest))
  try {
    return { agreement: await on(guest), problem: null, now: null }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    const current = CurrentTerms.safeParse(error.details).data?.pledgeStatistics
    return {
      agreement: null,
      problem: error.message,
      now: current ? nowOf(guest, await on(shownAs(guest, current))) : null,
    }
  }
}

/** The guest pledge with its statistics as a page showed them. */
const shownAs = (guest: Kept, shown: CurrentTerms['pledgeStatistics']): Kept => {
  const lines = new Map(shown.map((line) => [line.statisticId, line]))
  return { ...guest, lines: guest.lines.map((line) => ({ ...line, ...lines.get(line.statisticId) })) }
}

const nowOf = (guest: Kept, agreement: Agreement): NonNullable<LinkedGuestPledge['now']> => ({
  changes: termsChanged({ most: null, lines: guest.lines }, agreement) ?? '',
  pledgeStatistics: agreement.lines.map(({ statisticId, name, unitName, type }) => ({
    statisticId,
    name,
    unitName,
    type,
  })),
  consentText: agreement.consentText,
  counted: agreement.counted,
  alreadyEarned: guest.countsFrom === null ? toDecimal(agreement.alreadyEarned) : null,
})

/** A card form on the link's page, if the card was not asked for before. */
export async function openCardForm(deps: Deps, token: string): Promise<CardSetup> {
  const guest = await store.findByToken(deps.db, token)
  if (guest?.state !== 'held' || !isKept(guest) || isOver(deps, guest)) throw ended()
  await demandFewForms(deps)
  return deps.money.guestCards.open(deps, guest.id)
}

/**
 * The button. Account, card, pledge and the end of the guest pledge are one transaction under the campaign's lock:
 * after a crash nothing happened, and pressing it twice, on two devices or two instances, makes one pledge.
 */
export async function confirmPledge(
  deps: Deps,
  browser: Browser,
  token: string,
  { stripePaymentMethodId, pledgeStatistics }: GuestConfirmation,
): Promise<GuestConfirmed> {
  const found = await store.findByToken(deps.db, token)
  if (!found) throw ended()
  if (found.state === 'held' && !(await browser.began(found.id)))
    throw new DomainError('conflict', 'Load this page again, and answer its question first')
  if (found.state === 'held' && stripePaymentMethodId !== null)
    await deps.money.guestCards.keep(deps, found.id, stripePaymentMethodId)
  return deps.db.transaction(
    async (tx) => {
      const guest = await store.lockById(tx, found.id)
      // Its address may have been corrected meanwhile, which ends this link.
      if (!guest || !isKept(guest) || (await subjectOfLink(tx, 'guest', token)) === null) throw ended()
      const made = guest.pledgeId ?? guest.heldPledgeId
      if (guest.state === 'confirmed' && made)
        return answerOf({ id: made, campaignId: guest.campaignId, isHeld: guest.pledgeId === null }, token)
      if (guest.state !== 'held' || guest.email === null || isOver(deps, guest))
        throw new DomainError(
          'conflict',
          'This pledge was not confirmed in time, and nothing was charged: start over',
        )
      const shown = shownAs(guest, pledgeStatistics ?? [])
      return bind(deps, tx, { ...shown, email: guest.email }, token)
    },
    // Totals with parts of the season are recomputed: nothing else may change them meanwhile.
    { campaignId: found.campaignId, mode: found.countsFrom === null ? 'shared' : 'exclusive' },
  )
}

type Made = { id: string; campaignId: string; isHeld: boolean }
const answerOf = ({ id, campaignId, isHeld }: Made, token: string): GuestConfirmed => ({
  pledgeId: id,
  campaignId,
  isHeld,
  // A held pledge has no page of its own yet, only this one.
  pledgeUrl: isHeld ? `/g/${token}` : `/p/${pledgeTokenOf(token)}`,
})

async function bind(
  deps: Deps,
  tx: Transaction,
  guest: Kept & { email: string },
  token: string,
): Promise<GuestConfirmed> {
  const { id, campaignId, email, firstName, lastName } = guest
  const at = deps.clock.now()
  const campaign = await campaignOf(tx, campaignId)
  if (!campaign) throw ended()
  const person = { id, email, firstName, lastName, zip: guest.zip, contact: guest.contact }
  const userId = await userOfProvenAddress(deps, tx, person)
  const card = isCharged(methodOf(guest))
    ? await deps.money.guestCards.adopt(deps, tx, { guestPledgeId: id, userId })
    : null
  const credited = await creditedOf(tx, guest.ambassadorId)
  const form = formOf(guest, credited?.id ?? null)
  // Writes deferred to the commit run immediately instead: the rows below refer to them.
  const writes: ((db: Db) => Promise<unknown>)[] = []
  const atOnce: Transaction = { ...tx, withCommit: (write) => void writes.push(write) }
  const since = agreedAt(guest)
  const made = {
    campaignId,
    form,
    card,
    isWithAccount: false,
    isOwnMaximum: guest.isOwnMaximum,
    ...(since ? { agreedAt: since, known: guest.known ?? [] } : {}),
    details: { firstName, lastName, contact: guest.contact },
    network: guest.address,
  }
  const pledge = await createPledgeIn(deps, atOnce, { userId }, made)
  for (const write of writes) await write(tx)
  if (since) await refreshCampaignTotals(tx, campaignId)
  const linked = { pledgeId: pledge.id, campaignId }
  const isHeld = pledge.isHeld === true
  await store.confirm(tx, id, { pledgeId: pledge.id, isHeld, at, lines: guest.lines })
  // Every mail sent for it leads to the one pledge, for as long as its other links do, and is revoked with them.
  if (!isHeld) await openGuestLinks(deps, tx, linked)
  await audit(tx, deps.clock, {
    actorId: userId,
    action: 'guest_pledge.confirm',
    subject: 'guest_pledge',
    subjectId: id,
    campaignId,
    after: { pledgeId: pledge.id },
  })
  const statistics = guest.lines.map((line) => ({ ...line, rate: cents(line.rate) }))
  const mailed = { ...linked, userId, email, most: pledge.agreedMaximum, statistics }
  if (isHeld) await mailHeld(deps, tx, { ...mailed, token }, campaign)
  else await mailConfirmed(deps, tx, { ...mailed, token, until: takeBackUntil(at) }, campaign)
  tx.afterCommit(() => void sendMailsSoon(deps))
  return answerOf({ id: pledge.id, campaignId, isHeld }, token)
}

type Mailed = {
  pledgeId: string
  campaignId: string
  userId: string
  email: string
  most: string
  statistics: GuestMail['statistics']
}

/** It counts once a representative has released it, and its supporter is then mailed. */
async function mailHeld(
  deps: Deps,
  db: Db,
  pledge: Mailed & { token: string },
  campaign: GuestCampaign,
): Promise<void> {
  const { pledgeId, campaignId, userId, email, most, token, statistics } = pledge
  await queueMail(db, deps.clock, {
    kind: 'guest_pledge_held',
    idempotencyKey: `guest-pledge:${pledgeId}:held`,
    to: email,
    ...heldMail({
      ...campaign,
      most: formatUsd(parseCents(most) ?? cents(0)),
      consentText: null,
      pledgeUrl: `${deps.config.appUrl}/pledges/${pledgeId}`,
      guest: { statistics, takeBackUrl: `${deps.config.appUrl}/g/${token}#changed-mind` },
    }),
    userId,
    campaignId,
  })
}

/** For their records: a link to the pledge's page, and how to get into the account. */
async function mailConfirmed(
  deps: Deps,
  db: Db,
  pledge: Mailed & { token: string; until: Date },
  campaign: GuestCampaign,
): Promise<void> {
  const { pledgeId, campaignId, userId, email } = pledge
  const pledgeUrl = await pledgeLink(deps, db, { pledgeId, campaignId })
  await queueMail(db, deps.clock, {
    kind: 'guest_pledge_confirmed',
    idempotencyKey: `guest-pledge:${pledgeId}:confirmed`,
    to: email,
    ...guestConfirmedMail({
      ...campaign,
      pledgeUrl,
      most: formatUsd(parseCents(pledge.most) ?? cents(0)),
      takeBackUrl: `${deps.config.appUrl}/g/${pledge.token}#not-you`,
      until: pledge.until,
      statistics: pledge.statistics,
    }),
    userId,
    campaignId,
    pledgeId,
  })
}
