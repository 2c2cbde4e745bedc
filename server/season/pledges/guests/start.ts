/** Pledges without an account: started, held, mailed again, withdrawn (R59). Nothing here checks whether an address is known. */
import { timingSafeEqual } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { isCharged, type PaymentMethod } from '#domain/billing/instruments.ts'
import { DomainError, invalidField, notFound } from '#domain/errors.ts'
import { cents, toDecimal } from '#domain/money.ts'
import { CONSENT_VERSION } from '#domain/pledges/consent.ts'
import { ADDRESSES, MAILS_AGAIN, SECONDS_BETWEEN_MAILS } from '#domain/pledges/guest-limits.ts'
import type {
  GuestHeld,
  GuestHold,
  GuestStart,
  GuestStarted,
  GuestState,
} from '#domain/schemas/guest-pledge.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { hashOfLink, newId, newLinkSecret } from '#server/platform/base/ids.ts'
import type { Transact } from '#server/platform/db/database.ts'
import { RateLimited } from '#server/platform/limits/limits.ts'
import type { Deps } from '#server/season/deps.ts'
import { agreementOn } from '#server/season/pledges/index.ts'
import { campaignOf, creditedOf } from './guests-store.ts'
import { asksCardAfterMail, demandFewForms, demandFewMails } from './limits.ts'
import { demandRoom, expiresAt, forgetMailsOf, HOUR_MS, isChecked, mailLink } from './mails.ts'
import * as store from './store.ts'

const SECOND_MS = 1000

/** Starts one: a row first, then its card form. While cards are being tested, the mail comes before the card. */
export async function start(
  deps: Deps,
  { campaignId, address }: { campaignId: string; address: string | null },
  { isByInvoice }: GuestStart,
): Promise<GuestStarted> {
  if (!(await campaignOf(deps.db, campaignId))) throw notFound('Campaign')
  const cardAfterMail = await asksCardAfterMail(deps, { campaignId, address })
  const id = newId(deps.clock)
  const secret = newLinkSecret()
  // Before the row is inserted, so that a refusal leaves nothing behind.
  const opensForm = !cardAfterMail && !isByInvoice
  if (opensForm) await demandFewForms(deps)
  await store.insertStarted(deps.db, {
    id,
    campaignId,
    secretHash: hashOfLink(secret),
    address,
    cardAfterMail,
    at: deps.clock.now(),
  })
  const setup = opensForm ? await deps.money.guestCards.open(deps, id) : null
  return { id, secret, setup, isCardAfterMail: cardAfterMail && !isByInvoice }
}

const isHolder = (guest: store.GuestPledge, secret: string): boolean =>
  timingSafeEqual(guest.secretHash, hashOfLink(secret))

/** The same 404 for one that never existed and for someone else's. */
function demandHolder(guest: store.GuestPledge | undefined, secret: string): store.GuestPledge {
  if (guest && isHolder(guest, secret)) return guest
  throw notFound('Pledge')
}

/** Which one, and the network address that it is called from; null for a page's own call. */
type Called = { id: string; address: string | null }

/** Whether a card was saved for it before it is mailed. */
const hasSavedCard = (guest: store.GuestPledge, method: PaymentMethod | null): boolean =>
  method !== null && isCharged(method) && !guest.cardAfterMail

/**
 * Holds it and mails the link. The same call again returns what is held, so that a lost response makes no second one; with
 * anything else in it, it is a 409, so that no one is told that a changed form was sent. Every address causes the same lookups, so that neither words nor timing reveal which has an account.
 */
export async function keepGuestPledge(
  deps: Deps,
  transact: Transact,
  { id, address }: Called,
  form: GuestHold,
): Promise<GuestHeld> {
  const begun = demandHolder(await store.findById(deps.db, id), form.secret)
  const hasCard = hasSavedCard(begun, form.paymentMethod)
  if (begun.state === 'started') {
    await demandFewMails(deps, address, { hasCard })
    await keepCard(deps, begun, form)
  }
  return transact(async (tx) => {
    const guest = demandHolder(await store.lockById(tx, id), form.secret)
    if (guest.state === 'held') {
      if (!isSame(guest, form)) throw changed()
      return toHeld(deps, guest)
    }
    if (guest.state === 'confirmed') throw confirmedAlready()
    if (guest.state !== 'started') throw over()
    const campaign = await campaignOf(tx, guest.campaignId)
    if (!campaign) throw notFound('Campaign')
    // If removed since the link was followed, they credit no one, and keep no one from pledging.
    const ambassadorId = (await creditedOf(tx, form.ambassadorId))?.id ?? null
    const agreement = await agreementOn(deps, tx, guest.campaignId, form)
    const { organizationId } = campaign
    const byCard = isCharged(form.paymentMethod)
    await demandRoom(deps, tx, { email: form.email, isNew: true, organizationId, hasCard, byCard })
    const { firstName, lastName, zip, email, paymentMethod, isOwnMaximum, isAnonymous } = form
    const contact = isCharged(paymentMethod) ? null : form.contact
    const at = deps.clock.now()
    const held = {
      id,
      email,
      firstName,
      lastName,
      zip,
      ambassadorId,
      paymentMethod,
      contact,
      isAnonymous,
      at,
      maximumCents: agreement.most,
      isOwnMaximum,
      lines: agreement.lines,
      consentText: agreement.consentText,
      ...countedPart(form.counts),
      consentVersion: CONSENT_VERSION,
    }
    await store.keepTerms(tx, held)
    await mailLink(deps, tx, { ...held, campaignId: guest.campaignId, heldAt: at }, campaign, { nth: 0 })
    await audit(tx, deps.clock, {
      actorId: null,
      action: 'guest_pledge.hold',
      subject: 'guest_pledge',
      subjectId: id,
      campaignId: guest.campaignId,
      after: { maximum: toDecimal(agreement.most) },
    })
    return toHeld(deps, { ...guest, ...held, heldAt: at, lastMailedAt: at, addressesUsed: 1 })
  })
}

/** Whether this form is what is held. Who is credited does not count: an ambassador may be removed meanwhile. */
function isSame(guest: store.GuestPledge, form: GuestHold): boolean {
  const contact = isCharged(form.paymentMethod) ? null : form.contact
  const wanted = {
    email: form.email,
    paymentMethod: form.paymentMethod,
    maximumCents: form.maximumAmount,
    isOwnMaximum: form.isOwnMaximum,
    isAnonymous: form.isAnonymous,
    firstName: form.firstName,
    lastName: form.lastName,
    zip: contact?.zip ?? form.zip,
    contact,
    ...countedPart(form.counts),
    lines: form.pledgeStatistics.map(({ statisticId, pledgeAmount }) => ({
      statisticId,
      rate: pledgeAmount,
    })),
  }
  const held = {
    email: guest.email,
    paymentMethod: guest.paymentMethod,
    maximumCents: guest.maximumCents,
    isOwnMaximum: guest.isOwnMaximum,
    isAnonymous: guest.isAnonymous ?? true,
    firstName: guest.firstName,
    lastName: guest.lastName,
    zip: guest.zip,
    contact: guest.contact,
    countsFrom: guest.countsFrom,
    eventId: guest.eventId,
    lines: (guest.lines ?? []).map(({ statisticId, rate }) => ({ statisticId, rate })),
  }
  return isDeepStrictEqual(wanted, held)
}

const changed = () =>
  new DomainError(
    'conflict',
    'We have already emailed this pledge as it was before your changes. Press Pledge now again to send the new one',
  )

/** As stored: the whole season is null. */
const countedPart = (counts: GuestHold['counts']): Pick<store.Held, 'countsFrom' | 'eventId'> => ({
  countsFrom: counts?.from === 'season' ? null : (counts?.from ?? null),
  eventId: counts?.from === 'match' ? (counts.eventId ?? null) : null,
})

const over = () =>
  new DomainError('conflict', 'This pledge can no longer be confirmed: start over on the campaign’s page')

const confirmedAlready = () =>
  new DomainError(
    'conflict',
    'You have already confirmed this pledge. To see or change it, open the link in our newest email',
  )

/** Outside the transaction: asks the card provider whether the card was saved for this pledge. */
async function keepCard(deps: Deps, guest: store.GuestPledge, form: GuestHold): Promise<void> {
  if (!isCharged(form.paymentMethod)) return
  if (form.stripePaymentMethodId !== null)
    return deps.money.guestCards.keep(deps, guest.id, form.stripePaymentMethodId)
  if (!guest.cardAfterMail) throw invalidField('stripePaymentMethodId', 'Add a card')
}

function toHeld(deps: Pick<Deps, 'config'>, guest: store.GuestPledge): GuestHeld {
  const heldAt = guest.heldAt as Date
  const mailedAt = guest.lastMailedAt ?? heldAt
  return {
    id: guest.id,
    email: guest.email ?? '',
    maximumAmount: toDecimal(cents(guest.maximumCents ?? 0)),
    expiresAt: expiresAt(heldAt).toISOString(),
    mailsLeft: Math.max(0, MAILS_AGAIN - guest.mailsSent),
    nextMailAt: new Date(mailedAt.getTime() + SECONDS_BETWEEN_MAILS * SECOND_MS).toISOString(),
    addressesLeft: Math.max(0, ADDRESSES - guest.addressesUsed),
    isChecked: isChecked(deps, { ...guest, maximumCents: guest.maximumCents ?? 0 }),
  }
}

/** Mails the link again; if to a corrected address, the links sent to the first one stop working. */
export async function mailAgain(
  deps: Deps,
  transact: Transact,
  { id, address }: Called,
  { secret, email }: { secret: string; email?: string | null | undefined },
): Promise<GuestHeld> {
  const known = demandHolder(await store.findById(deps.db, id), secret)
  const hasCard = hasSavedCard(known, known.paymentMethod)
  await demandFewMails(deps, address, { hasCard })
  return transact(async (tx) => {
    const guest = demandHolder(await store.lockById(tx, id), secret)
    if (guest.state === 'confirmed') throw confirmedAlready()
    if (guest.state !== 'held' || guest.email === null || guest.heldAt === null) throw over()
    const to = email ?? guest.email
    const isCorrected = to !== guest.email
    const at = deps.clock.now()
    refuseTooManyMails(guest, isCorrected, at)
    const campaign = await campaignOf(tx, guest.campaignId)
    if (!campaign) throw notFound('Campaign')
    const { organizationId } = campaign
    const byCard = known.paymentMethod !== null && isCharged(known.paymentMethod)
    await demandRoom(deps, tx, { email: to, isNew: isCorrected, organizationId, hasCard, byCard })
    if (isCorrected) await forgetMailsOf(deps, tx, [id])
    await store.noteMailed(tx, { id, email: to, at, isCorrected })
    const { campaignId, heldAt, lines, maximumCents, paymentMethod } = guest
    const mailed = { id, campaignId, heldAt, paymentMethod, email: to, lines: lines ?? [] }
    const most = { maximumCents: maximumCents ?? 0 }
    await mailLink(deps, tx, { ...mailed, ...most }, campaign, { nth: guest.mailsSent + 1 })
    if (isCorrected)
      await audit(tx, deps.clock, {
        actorId: null,
        action: 'guest_pledge.readdress',
        subject: 'guest_pledge',
        subjectId: id,
        campaignId,
      })
    return toHeld(deps, {
      ...guest,
      email: to,
      lastMailedAt: at,
      mailsSent: guest.mailsSent + 1,
      addressesUsed: guest.addressesUsed + (isCorrected ? 1 : 0),
    })
  })
}

function refuseTooManyMails(guest: store.GuestPledge, isCorrected: boolean, at: Date): void {
  if (guest.mailsSent >= MAILS_AGAIN)
    throw new RateLimited(
      HOUR_MS / SECOND_MS,
      'We have emailed it several times now. Look in your spam folder, or start over.',
    )
  if (isCorrected) {
    if (guest.addressesUsed < ADDRESSES) return
    throw invalidField('email', 'The address was already changed twice: start over on the campaign’s page')
  }
  const waitMs = (guest.lastMailedAt?.getTime() ?? 0) + SECONDS_BETWEEN_MAILS * SECOND_MS - at.getTime()
  if (waitMs > 0)
    throw new RateLimited(Math.ceil(waitMs / SECOND_MS), 'Give the last email a minute to arrive.')
}

/** For the browser that began it, while its link is opened elsewhere. Changes nothing. */
export async function stateOf({ db }: Deps, id: string, { secret }: { secret: string }): Promise<GuestState> {
  const { state } = demandHolder(await store.findById(db, id), secret)
  return { state }
}

/** Withdrawn by the browser that started it, for instance to change something. Repeating it does no harm. */
export async function withdraw(
  deps: Deps,
  transact: Transact,
  id: string,
  { secret }: { secret: string },
): Promise<void> {
  await transact(async (tx) => {
    const guest = demandHolder(await store.lockById(tx, id), secret)
    if (guest.state === 'expired') return
    if (guest.state === 'confirmed') throw confirmedAlready()
    await store.expire(tx, [id], deps.clock.now())
    await forgetMailsOf(deps, tx, [id])
    await audit(tx, deps.clock, {
      actorId: null,
      action: 'guest_pledge.withdraw',
      subject: 'guest_pledge',
      subjectId: id,
      campaignId: guest.campaignId,
    })
  })
}
