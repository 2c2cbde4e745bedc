/**
 * Changing a pledge without signing in: its link requests a change, and a link in a new mail to the pledge's own address
 * confirms it (R58). So someone who was forwarded a mail can look, pay what is due and request, but change nothing.
 */
import { CHANGE_LINK_HOURS, CHANGE_MAILS_A_DAY, SECONDS_BETWEEN_CHANGE_MAILS } from '#domain/change-links.ts'
import { DomainError, notFound } from '#domain/errors.ts'
import { type Cents, formatUsd, parseCents, ZERO } from '#domain/money.ts'
import type { LineChangeAgreed, LineChangeForm, LineChangePreview } from '#domain/schemas/pledge.ts'
import type { ChangeConfirmed, ChangeRequested, RequestedChange } from '#domain/schemas/pledge-link.ts'
import { changeRequestMail, newLinkMail, queueMail, sendMailsSoon } from '#server/messaging/mails/index.ts'
import {
  changeLineIn,
  demandChangeable,
  holdPledgeForChange,
  previewChange,
} from '#server/money/pledge-accounts/index.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/base/ids.ts'
import { hashOfLink, newLinkSecret } from '#server/platform/base/link-secret.ts'
import type { Transact, Transaction } from '#server/platform/db/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { RateLimited } from '#server/platform/limits/limits.ts'
import {
  addresseeOf,
  findLink,
  type Link,
  openLinksAs,
  pledgeLink,
  pledgeTokenOf,
  revokeLinksIn,
} from '#server/season/pledge-links/index.ts'
import * as store from './store.ts'

const SECOND_MS = 1000
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** The same 404 for a link that expired, was revoked or never existed. */
async function openLink({ db, clock }: Deps, token: string): Promise<Link> {
  const link = await findLink(db, token, clock.now())
  if (!link?.isOpen) throw notFound('Pledge')
  return link
}

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
  form: LineChangeAgreed,
): Promise<ChangeRequested> {
  const { pledgeId, campaignId, pledgerId } = await openLink(deps, token)
  return transact(
    async (tx) => {
      const preview = await demandChangeable(deps, tx, { userId: pledgerId }, { ...form, pledgeId })
      await demandPatience(deps, tx, pledgeId)
      const secret = newLinkSecret()
      const requestedAt = deps.clock.now()
      const request = {
        ...{ id: newId(deps.clock), campaignId, pledgeId, tokenHash: hashOfLink(secret) },
        ...{ kind: form.kind, statisticId: form.statisticId, cap: form.maximumAmount },
        rate: form.kind === 'stop' ? null : (form.pledgeAmount ?? null),
        ...{ requestedAt, expiresAt: new Date(requestedAt.getTime() + CHANGE_LINK_HOURS * HOUR_MS) },
      }
      await store.endWaiting(tx, pledgeId, requestedAt)
      await store.insert(tx, request)
      await mailRequest(deps, tx, { ...request, pledgerId, secret }, preview)
      await audit(tx, deps.clock, {
        ...{ actorId: null, action: 'pledge.request_change', subject: 'pledge', subjectId: pledgeId },
        ...{ campaignId, after: { kind: form.kind, agreedMaximum: preview.most } },
      })
      return { expiresAt: request.expiresAt.toISOString() }
    },
    { campaignId, mode: 'shared' },
  )
}

/** So that a forwarded link cannot flood a mailbox. @throws a 429. */
async function demandPatience({ clock }: Deps, tx: Transaction, pledgeId: string): Promise<void> {
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

type Mailed = Pick<store.NewRequest, 'id' | 'campaignId' | 'pledgeId' | 'expiresAt'>

async function mailRequest(
  deps: Deps,
  tx: Transaction,
  { id, campaignId, pledgeId, expiresAt, pledgerId, secret }: Mailed & { pledgerId: string; secret: string },
  preview: LineChangePreview,
): Promise<void> {
  const addressee = await addresseeOf(tx, pledgeId)
  if (!addressee)
    throw new DomainError('conflict', 'There is no verified email address for this pledge: sign in instead')
  const usd = (amount: string): string => formatUsd(parseCents(amount) ?? ZERO)
  await queueMail(tx, deps.clock, {
    ...{ kind: 'pledge_change_request', idempotencyKey: `pledge-change:${id}`, to: addressee.email },
    ...changeRequestMail({
      ...addressee,
      ...{ kind: preview.kind, statistic: preview.name, words: preview.words },
      ...{ from: usd(preview.mostBefore), most: usd(preview.most), earned: usd(preview.earned) },
      ...{ confirmUrl: `${deps.config.appUrl}/change/${secret}`, until: expiresAt },
    }),
    ...{ userId: pledgerId, campaignId, pledgeId },
  })
  // Sent right away: someone is waiting for it.
  tx.afterCommit(() => void sendMailsSoon(deps))
}

const isOver = ({ clock }: Deps, { isEnded, expiresAt }: store.Requested): boolean =>
  isEnded || expiresAt <= clock.now()

const formOf = ({ kind, statisticId, rate, cap }: store.Requested): LineChangeForm => ({
  ...{ kind, statisticId, pledgeAmount: rate, maximumAmount: cap },
})

async function demandRequest(deps: Deps, token: string): Promise<store.Requested> {
  const found = await store.findByToken(deps.db, hashOfLink(token))
  if (!found) throw notFound('Change')
  return found
}

/** What the mailed link's page shows, with today's figures. Changes nothing, because mail scanners open links too. */
export async function readRequest(deps: Deps, token: string): Promise<RequestedChange> {
  const asked = await demandRequest(deps, token)
  const { campaignId, campaignName, organizationName, timeZone, vocabulary, isTest } = asked
  const about = { campaignId, campaignName, organizationName, timeZone, vocabulary, isTestMoney: isTest }
  const none = { preview: null, problem: null, expiresAt: null, pledgeUrl: null }
  if (asked.confirmedAt !== null)
    return {
      ...{ ...about, ...none, state: 'confirmed', kind: asked.kind },
      pledgeUrl: await ownPage(deps, token),
    }
  if (isOver(deps, asked)) return { ...about, ...none, state: 'over', kind: null }
  const { pledgeId, pledgerId } = asked
  const planned = await previewChange(deps, { userId: pledgerId }, { ...formOf(asked), pledgeId }).catch(
    (error: unknown) => {
      if (error instanceof DomainError) return error.message
      throw error
    },
  )
  const isPlanned = typeof planned !== 'string'
  return {
    ...{ ...about, ...none, state: 'waiting', kind: asked.kind },
    ...{ preview: isPlanned ? planned : null, problem: isPlanned ? null : planned },
    expiresAt: asked.expiresAt.toISOString(),
  }
}

async function ownPage({ db, clock }: Deps, token: string): Promise<string | null> {
  const link = await findLink(db, pledgeTokenOf(token), clock.now())
  return link?.isOpen ? `/p/${pledgeTokenOf(token)}` : null
}

/** The confirm button. Pressed twice, or on two devices, it makes one change. */
export async function confirmRequest(
  deps: Deps,
  token: string,
  { agreedMaximum }: { agreedMaximum: Cents },
): Promise<ChangeConfirmed> {
  const { id, campaignId, pledgeId } = await demandRequest(deps, token)
  const pledgeUrl = `/p/${pledgeTokenOf(token)}`
  return deps.db.transaction(
    async (tx) => {
      await holdPledgeForChange(tx, pledgeId)
      const asked = await store.lockById(tx, id)
      if (!asked) throw notFound('Change')
      if (asked.confirmedAt !== null) return { agreedMaximum: null, pledgeUrl }
      if (isOver(deps, asked))
        throw new DomainError(
          'conflict',
          'This link has expired, and nothing was changed. Request the change again.',
        )
      const changed = await changeLineIn(
        deps,
        tx,
        { userId: asked.pledgerId },
        {
          ...{ ...formOf(asked), pledgeId, ifMatch: null, agreedMaximum },
        },
      )
      await store.confirm(tx, id, deps.clock.now())
      await openLinksAs(deps, tx, { pledgeId, campaignId }, [hashOfLink(pledgeTokenOf(token))])
      await audit(tx, deps.clock, {
        ...{ actorId: asked.pledgerId, action: 'pledge.confirm_change', subject: 'pledge' },
        ...{ subjectId: pledgeId, campaignId, after: { kind: asked.kind } },
      })
      tx.afterCommit(() => void sendMailsSoon(deps))
      return { agreedMaximum: changed.agreedMaximum, pledgeUrl }
    },
    { campaignId, mode: 'shared' },
  )
}

/**
 * Someone who did not request the change refuses it. This also revokes every link of the pledge that was mailed so far,
 * since someone else has one of them. A new link is mailed to the address on file.
 */
export async function refuseRequest(deps: Deps, transact: Transact, token: string): Promise<void> {
  const { id, campaignId, pledgeId } = await demandRequest(deps, token)
  await transact(async (tx) => {
    await holdPledgeForChange(tx, pledgeId)
    const asked = await store.lockById(tx, id)
    if (!asked || asked.confirmedAt !== null)
      throw new DomainError(
        'conflict',
        'This change was already confirmed: sign in to undo what has not counted yet',
      )
    if (isOver(deps, asked)) return
    const at = deps.clock.now()
    await store.endWaiting(tx, pledgeId, at)
    await revokeLinksIn(deps, tx, { userId: asked.pledgerId }, pledgeId)
    await audit(tx, deps.clock, {
      ...{ actorId: asked.pledgerId, action: 'pledge.refuse_change', subject: 'pledge' },
      ...{ subjectId: pledgeId, campaignId },
    })
    const addressee = await addresseeOf(tx, pledgeId)
    if (!addressee) return
    const pledgeUrl = await pledgeLink(deps, tx, { pledgeId, campaignId })
    await queueMail(tx, deps.clock, {
      ...{ kind: 'pledge_link', idempotencyKey: `pledge-change:${id}:refused`, to: addressee.email },
      ...newLinkMail({ ...addressee, pledgeUrl }),
      ...{ userId: asked.pledgerId, campaignId, pledgeId },
    })
  })
}
