/**
 * Changing a pledge without signing in: its link requests a change, and a link in a new mail to the pledge's own address
 * confirms it. So someone who was forwarded a mail can look, pay what is due and request, but change nothing (R58).
 */

import { DomainError, notFound } from '#domain/errors.ts'
import { type Cents, cents, formatUsd, parseCents, toDecimal, ZERO } from '#domain/money.ts'
import type { WholeChange } from '#domain/pledges/pledge-changes.ts'
import {
  CHANGE_LINK_HOURS,
  CHANGE_MAILS_A_DAY,
  SECONDS_BETWEEN_CHANGE_MAILS,
} from '#domain/pledges/pledge-changes.ts'
import type { CardSetup } from '#domain/schemas/card.ts'
import type { LineChangeForm, LineChangePreview } from '#domain/schemas/pledge.ts'
import type {
  ChangeConfirmation,
  ChangeConfirmed,
  ChangeRequested,
  LinkChange,
  RequestedChange,
} from '#domain/schemas/pledge-link.ts'
import { makeLink } from '#server/messaging/links/index.ts'
import { changeRequestMail, newLinkMail, queueMail, sendMailsSoon } from '#server/messaging/mails/index.ts'
import { demandFewRefusals, rememberCard, rememberSetup } from '#server/money/cards/index.ts'
import type { Deps } from '#server/money/deps.ts'
import { openLink } from '#server/money/pledge-links/index.ts'
import {
  changeLineIn,
  changeWholeIn,
  demandChangeable,
  lockPledgeForChange,
  previewChange,
  previewWhole,
} from '#server/money/pledges/index.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/base/ids.ts'
import type { Db, Transact, Transaction } from '#server/platform/db/database.ts'
import type { Browser } from '#server/platform/http/begun-here.ts'
import { RateLimited } from '#server/platform/limits/limits.ts'
import { addresseeOf, findLink, pledgeLink, revokeLinksIn } from '#server/season/pledges/links/index.ts'
import * as store from './store.ts'
import { askedFor } from './store.ts'

const SECOND_MS = 1000
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** What a change would come to; changes nothing. */
export async function previewByLink(
  deps: Deps,
  token: string,
  form: LineChangeForm,
): Promise<LineChangePreview> {
  const { pledgeId, pledgerId } = await openLink(deps, token)
  return previewChange(deps, { userId: pledgerId }, { ...form, pledgeId })
}

/** Mails the link that confirms it to the address on file, and reveals it to no one else. */
export async function requestChange(
  deps: Deps,
  transact: Transact,
  token: string,
  form: LinkChange,
): Promise<ChangeRequested & { id: string }> {
  const { pledgeId, campaignId, pledgerId } = await openLink(deps, token)
  return transact(
    async (tx) => {
      const preview = isWhole(form)
        ? await previewWhole(deps, tx, pledgeId, form)
        : await demandChangeable(deps, tx, { userId: pledgerId }, { ...form, pledgeId })
      await refuseTooManyMails(deps, tx, pledgeId)
      const requestedAt = deps.clock.now()
      const request = {
        id: newId(deps.clock),
        campaignId,
        pledgeId,
        ...columnsOf(form),
        requestedAt,
        expiresAt: new Date(requestedAt.getTime() + CHANGE_LINK_HOURS * HOUR_MS),
      }
      await store.endWaiting(tx, pledgeId, requestedAt)
      await store.insert(tx, request)
      const about = { subjectId: request.id, campaignId, pledgeId }
      const secret = await makeLink(tx, deps.clock, 'change', about)
      await mailRequest(deps, tx, { ...request, pledgerId, secret }, preview)
      await audit(tx, deps.clock, {
        actorId: null,
        action: 'pledge.request_change',
        subject: 'pledge',
        subjectId: pledgeId,
        campaignId,
        after: { kind: form.kind, agreedMaximum: preview.most },
      })
      return { id: request.id, expiresAt: request.expiresAt.toISOString() }
    },
    { campaignId, mode: 'shared' },
  )
}

const isWhole = (form: LinkChange): form is WholeChange => !('statisticId' in form)

function columnsOf(form: LinkChange): Pick<store.NewRequest, 'kind' | 'statisticId' | 'rate' | 'cap'> {
  const { kind } = form
  if (isWhole(form))
    return { kind, statisticId: null, rate: null, cap: form.kind === 'lower' ? form.maximumAmount : null }
  const rate = kind === 'stop' ? null : (form.pledgeAmount ?? null)
  return { kind, statisticId: form.statisticId, rate, cap: form.maximumAmount }
}

/** So that a forwarded link cannot flood a mailbox. @throws a 429. */
async function refuseTooManyMails({ clock }: Deps, tx: Transaction, pledgeId: string): Promise<void> {
  const now = clock.now().getTime()
  const { count, last } = await store.mailedSince(tx, pledgeId, new Date(now - DAY_MS))
  if (count >= CHANGE_MAILS_A_DAY)
    throw new RateLimited(
      HOUR_MS / SECOND_MS,
      'We have sent several emails about changes today: open the newest one, or try again tomorrow.',
    )
  const waitMs = (last?.getTime() ?? 0) + SECONDS_BETWEEN_CHANGE_MAILS * SECOND_MS - now
  if (waitMs > 0)
    throw new RateLimited(Math.ceil(waitMs / SECOND_MS), 'Give the last email a minute to arrive.')
}

type Preview = NonNullable<RequestedChange['preview']>
type Mailed = Pick<store.NewRequest, 'id' | 'campaignId' | 'pledgeId' | 'expiresAt'>

async function mailRequest(
  deps: Deps,
  tx: Transaction,
  { id, campaignId, pledgeId, expiresAt, pledgerId, secret }: Mailed & { pledgerId: string; secret: string },
  preview: Preview,
): Promise<void> {
  const addressee = await addresseeOf(tx, pledgeId)
  if (!addressee)
    throw new DomainError('conflict', 'There is no verified email address for this pledge: sign in instead')
  const usd = (amount: string): string => formatUsd(parseCents(amount) ?? ZERO)
  const asked = await askedFor(tx, id)
  const statistics =
    asked?.amounts.slice(0, 1).map((rate) => ({ ...asked.question, rate: cents(rate) })) ?? []
  await queueMail(tx, deps.clock, {
    kind: 'pledge_change_request',
    idempotencyKey: `pledge-change:${id}`,
    to: addressee.email,
    ...changeRequestMail({
      ...addressee,
      kind: preview.kind,
      statistic: 'name' in preview ? preview.name : '',
      words: preview.words,
      asked: statistics,
      from: usd(preview.mostBefore),
      most: usd(preview.most),
      earned: usd(preview.earned),
      confirmUrl: `${deps.config.appUrl}/change/${secret}`,
      until: expiresAt,
    }),
    userId: pledgerId,
    campaignId,
    pledgeId,
  })
  // Sent right away: someone is waiting for it.
  tx.afterCommit(() => void sendMailsSoon(deps))
}

const isOver = ({ clock }: Deps, { isEnded, expiresAt }: store.Requested): boolean =>
  isEnded || expiresAt <= clock.now()

/** What was requested: a change of one line, or of the pledge as a whole. */
function formOf({ kind, statisticId, rate, cap }: store.Requested): LineChangeForm | WholeChange {
  if (kind === 'lower') return { kind, maximumAmount: cap ?? ZERO }
  if (kind === 'cancel' || kind === 'card') return { kind }
  return { kind, statisticId: statisticId ?? '', pledgeAmount: rate, maximumAmount: cap }
}

function previewOf(deps: Deps, db: Db, asked: store.Requested): Promise<Preview> {
  const { pledgeId, pledgerId } = asked
  const form = formOf(asked)
  return 'statisticId' in form
    ? previewChange(deps, { userId: pledgerId }, { ...form, pledgeId })
    : previewWhole(deps, db, pledgeId, form)
}

async function demandRequest(deps: Deps, token: string): Promise<store.Requested> {
  const found = await store.findByToken(deps.db, token)
  if (!found) throw notFound('Change')
  return found
}

/** What the mailed link's page shows, with today's figures. Changes nothing, because mail scanners open links too. */
export async function readRequest(deps: Deps, browser: Browser, token: string): Promise<RequestedChange> {
  const asked = await demandRequest(deps, token)
  const { campaignId, campaignName, organizationName, timeZone, vocabulary, isTest } = asked
  const about = { campaignId, campaignName, organizationName, timeZone, vocabulary, isTestMoney: isTest }
  const none = { preview: null, problem: null, expiresAt: null, pledgeUrl: null }
  if (asked.confirmedAt !== null)
    return {
      ...about,
      ...none,
      state: 'confirmed',
      kind: asked.kind,
      pledgeUrl: await ownPage(deps, token),
    }
  if (isOver(deps, asked)) return { ...about, ...none, state: 'over', kind: null }
  const planned = await previewOf(deps, deps.db, asked).catch((error: unknown) => {
    if (error instanceof DomainError) return error.message
    throw error
  })
  const isPlanned = typeof planned !== 'string'
  const question = isPlanned && !(await browser.began(asked.id)) && (await askedFor(deps.db, asked.id))
  if (question)
    return {
      ...about,
      ...none,
      state: 'waiting',
      kind: asked.kind,
      question: question.question,
      expiresAt: asked.expiresAt.toISOString(),
    }
  return {
    ...about,
    ...none,
    state: 'waiting',
    kind: asked.kind,
    preview: isPlanned ? planned : null,
    problem: isPlanned ? null : planned,
    expiresAt: asked.expiresAt.toISOString(),
  }
}

async function ownPage({ db, clock }: Deps, token: string): Promise<string | null> {
  const link = await findLink(db, token, clock.now())
  return link?.isOpen ? `/p/${token}` : null
}

/** So that another card can be entered on the page of the mailed link: only the pledge's own mailbox has it. */
export async function startCard(
  deps: Deps,
  { token, address }: { token: string; address: string | null },
): Promise<CardSetup> {
  const asked = await demandRequest(deps, token)
  if (asked.kind !== 'card' || asked.confirmedAt !== null || isOver(deps, asked)) throw notFound('Change')
  const userId = asked.pledgerId
  await deps.limits.take('card_saves', userId)
  await demandFewRefusals(deps, { userId, address })
  const setup = await deps.cards.startSetup({ userId })
  await rememberSetup(deps.db, { id: setup.id, userId, address, at: deps.clock.now() })
  return { ...setup, provider: deps.cards.provider }
}

/** The confirm button. Pressed twice, or on two devices, it makes one change. */
export async function confirmRequest(
  deps: Deps,
  browser: Browser,
  token: string,
  { agreedMaximum, stripePaymentMethodId }: ChangeConfirmation,
): Promise<ChangeConfirmed> {
  const found = await demandRequest(deps, token)
  const { id, campaignId, pledgeId } = found
  if (found.confirmedAt === null && !(await browser.began(id)))
    throw new DomainError('conflict', 'Load this page again, and answer its question first')
  const isOpen = found.confirmedAt === null && !isOver(deps, found)
  // The card provider is asked before the transaction opens: an id sent by a browser proves nothing.
  const card =
    isOpen && found.kind === 'card' && stripePaymentMethodId
      ? await rememberCard(deps, { userId: found.pledgerId }, stripePaymentMethodId)
      : null
  const pledgeUrl = `/p/${token}`
  return deps.db.transaction(
    async (tx) => {
      await lockPledgeForChange(tx, pledgeId)
      const asked = await store.lockById(tx, id)
      if (!asked) throw notFound('Change')
      if (asked.confirmedAt !== null) return { agreedMaximum: null, pledgeUrl }
      if (isOver(deps, asked))
        throw new DomainError(
          'conflict',
          'This link has expired, and nothing was changed. Request the change again.',
        )
      const most = await change(deps, tx, asked, { agreedMaximum, cardId: card?.cardId ?? null })
      await store.confirm(tx, id, deps.clock.now())
      await audit(tx, deps.clock, {
        actorId: asked.pledgerId,
        action: 'pledge.confirm_change',
        subject: 'pledge',
        subjectId: pledgeId,
        campaignId,
        after: { kind: asked.kind },
      })
      tx.afterCommit(() => void sendMailsSoon(deps))
      return { agreedMaximum: most, pledgeUrl }
    },
    { campaignId, mode: 'shared' },
  )
}

type Agreed = { agreedMaximum: Cents; cardId: string | null }

/** The maximum from then on. @throws a 409 if it is not the one that the page showed. */
async function change(
  deps: Deps,
  tx: Transaction,
  asked: store.Requested,
  { agreedMaximum, cardId }: Agreed,
): Promise<string> {
  const { pledgeId, pledgerId } = asked
  const actor = { userId: pledgerId }
  const form = formOf(asked)
  if ('statisticId' in form) {
    const agreed = { ...form, pledgeId, ifMatch: null, agreedMaximum }
    return (await changeLineIn(deps, tx, actor, agreed)).agreedMaximum
  }
  const { most } = await previewWhole(deps, tx, pledgeId, form)
  if (most !== toDecimal(agreedMaximum))
    throw new DomainError('conflict', 'This pledge has changed. Review it, then confirm again.')
  await changeWholeIn(deps, tx, actor, { ...form, pledgeId, cardId })
  return most
}

/**
 * Someone who did not request the change refuses it. This revokes every link of the pledge that was mailed so far, this one
 * too, since someone else has one of them. A new link is mailed to the address on file.
 */
export async function refuseRequest(deps: Deps, transact: Transact, token: string): Promise<void> {
  const { id, campaignId, pledgeId } = await demandRequest(deps, token)
  await transact(async (tx) => {
    await lockPledgeForChange(tx, pledgeId)
    const asked = await store.lockById(tx, id)
    if (!asked || asked.confirmedAt !== null)
      throw new DomainError(
        'conflict',
        'This change was already confirmed: open your pledge to change what has not counted yet',
      )
    if (isOver(deps, asked)) return
    await revokeLinksIn(deps, tx, { userId: asked.pledgerId }, pledgeId)
    await audit(tx, deps.clock, {
      actorId: asked.pledgerId,
      action: 'pledge.refuse_change',
      subject: 'pledge',
      subjectId: pledgeId,
      campaignId,
    })
    const addressee = await addresseeOf(tx, pledgeId)
    if (!addressee) return
    const pledgeUrl = await pledgeLink(deps, tx, { pledgeId, campaignId })
    await queueMail(tx, deps.clock, {
      kind: 'pledge_link',
      idempotencyKey: `pledge-change:${id}:refused`,
      to: addressee.email,
      ...newLinkMail({ ...addressee, pledgeUrl }),
      userId: asked.pledgerId,
      campaignId,
      pledgeId,
    })
  })
}
