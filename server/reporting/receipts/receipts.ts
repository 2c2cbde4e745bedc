/** A supporter's receipts and year-end statement: for the supporter, by a pledge's link, and for representatives. */
import { DomainError, notFound } from '#domain/errors.ts'
import { dateIn } from '#domain/places/zone.ts'
import type { Giving, LinkedGiving, Receipt } from '#domain/schemas/receipt.ts'
import { demandRepresentative } from '#server/accounts/access/index.ts'
import type { Deps } from '#server/money/deps.ts'
import { openLink } from '#server/money/pledge-links/index.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Clock } from '#server/platform/base/clock.ts'
import type { Actor } from '#server/platform/deps.ts'
import {
  campaignOfPledge,
  givingOf,
  givingYears,
  namesOfGiving,
  newestYearPaid,
  supporterNamed,
  zoneOfGiving,
} from './giving-store.ts'
import * as store from './store.ts'
import { returnedOf } from './store.ts'

type Reading = Pick<Deps, 'db' | 'clock'>

const yearIn = (zone: string, clock: Clock): number => Number(dateIn(zone, clock.now()).slice(0, 4))

/** One's own, or any for a representative, whose access to the name is logged. */
export async function readReceipt(deps: Reading, actor: Actor, id: string): Promise<Receipt> {
  const found = await store.receiptFor(deps.db, actor, id)
  if (!found) throw notFound('Receipt')
  const { receipt, pledgerId } = found
  if (pledgerId === actor.userId) return receipt
  await audit(deps.db, deps.clock, {
    actorId: actor.userId,
    action: 'receipt.look',
    subject: 'receipt',
    subjectId: id,
    campaignId: receipt.campaignId,
  })
  return { ...receipt, supporterId: pledgerId }
}

/** A receipt for the pledge that a link in an email shows. */
export async function readReceiptByLink(
  deps: Reading,
  { token, receiptId }: { token: string; receiptId: string },
): Promise<Receipt> {
  const { pledgeId } = await openLink(deps, token)
  const found = await store.receiptOfPledge(deps.db, { id: receiptId, pledgeId })
  if (!found) throw notFound('Receipt')
  return found.receipt
}

/** One's own year (null: the newest with a payment, else with anything), or a supporter's for a representative, whose access is logged. */
export async function readGiving(
  deps: Reading,
  actor: Actor,
  wish: { year: number | null; supporter?: string | undefined; pledge?: string | undefined },
): Promise<Giving> {
  const supporterId = wish.supporter ?? actor.userId
  const isOwn = supporterId === actor.userId
  if (!isOwn) await demandRepresentative(deps.db, actor)
  const accountName = await supporterNamed(deps.db, supporterId)
  if (accountName === null) throw notFound('Supporter')
  const named = await namesOfGiving(deps.db, { supporterId, pledgeId: wish.pledge ?? null })
  const asked = named.find(({ isAsked }) => isAsked)
  // Not another name's statement in its place.
  if (wish.pledge !== undefined && !asked) throw notFound('Pledge')
  const supporterName = (asked ?? named[0])?.name ?? accountName
  const whose = { supporterId, name: named.length > 1 ? supporterName : undefined }
  const [years, zone, paid] = await Promise.all([
    givingYears(deps.db, whose),
    zoneOfGiving(deps.db, supporterId),
    wish.year === null ? newestYearPaid(deps.db, whose) : null,
  ])
  const thisYear = yearIn(zone ?? 'UTC', deps.clock)
  const year = wish.year ?? paid ?? years[0] ?? thisYear
  const given = await givingOf(deps.db, { ...whose, year })
  if (!isOwn) {
    await audit(deps.db, deps.clock, {
      actorId: actor.userId,
      action: 'receipt.look_at_year',
      subject: 'user',
      subjectId: supporterId,
      after: { year },
    })
  }
  const running = year >= thisYear ? { isRunning: true as const } : {}
  const names = named.map(({ name, pledgeId }) => ({ name, pledgeId }))
  const others = names.length > 1 ? { names } : {}
  return { year, ...running, years, supporterId, supporterName, ...others, ...given }
}

/** The year of the pledge that a link in an email shows, and of no other. */
export async function readGivingByLink(
  deps: Reading,
  { token, year }: { token: string; year: number },
): Promise<LinkedGiving> {
  const { pledgeId } = await openLink(deps, token)
  const [campaign, years, given] = await Promise.all([
    campaignOfPledge(deps.db, pledgeId),
    givingYears(deps.db, { pledgeId }),
    givingOf(deps.db, { pledgeId, year }),
  ])
  if (campaign === null) throw notFound('Pledge')
  const { name: campaignName, timeZone, supporterName } = campaign
  const running = year >= yearIn(timeZone, deps.clock) ? { isRunning: true as const } : {}
  return { year, ...running, years, supporterName, campaignName, timeZone, ...given }
}

/** Before the first byte: checks who asks and for which organization, and logs the request. */
export async function openArchive(
  deps: Reading,
  actor: Actor,
  { organizationId, year }: { organizationId: string; year: number | null },
): Promise<{ name: string; timeZone: string }> {
  await demandRepresentative(deps.db, actor)
  const organization = await store.organizationNamed(deps.db, organizationId)
  if (!organization) throw notFound('Organization')
  const first = { organizationId, year, afterId: null, limit: 1 }
  const found = await Promise.all([store.receiptsOf(deps.db, first), returnedOf(deps.db, first)])
  if (found.every(({ length }) => length === 0)) throw new DomainError('conflict', NONE_YET(year))
  await audit(deps.db, deps.clock, {
    actorId: actor.userId,
    action: 'receipt.archive',
    subject: 'organization',
    subjectId: organizationId,
    after: { year },
  })
  return organization
}
const NONE_YET = (year: number | null) =>
  year === null
    ? 'No payments received yet, so there are no receipts'
    : `No payments received or refunded in ${year}`
