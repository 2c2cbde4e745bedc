/** A supporter's receipts and year-end statement: for the supporter, by a pledge's link, and for representatives (R37). */
import { DomainError, notFound } from '#domain/errors.ts'
import type { Giving, Receipt } from '#domain/schemas/receipt.ts'
import { demandRepresentative } from '#server/accounts/access/index.ts'
import { openLink } from '#server/money/pledge-links/index.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Actor, Deps } from '#server/platform/deps.ts'
import { givingOf, givingYears, supporterNamed } from './store.giving.ts'
import * as store from './store.ts'

type Reading = Pick<Deps, 'db' | 'clock'>

/** One's own, or any for a representative, whose access to the name is logged (R26). */
export async function readReceipt(deps: Reading, actor: Actor, id: string): Promise<Receipt> {
  const found = await store.receiptFor(deps.db, actor, id)
  if (!found) throw notFound('Receipt')
  const { receipt, pledgerId } = found
  if (pledgerId !== actor.userId) {
    await audit(deps.db, deps.clock, {
      ...{ actorId: actor.userId, action: 'receipt.look', subject: 'receipt', subjectId: id },
      campaignId: receipt.campaignId,
    })
  }
  return receipt
}

/** A receipt for the pledge that a link in an email shows (R44). */
export async function readReceiptByLink(
  deps: Reading,
  { token, receiptId }: { token: string; receiptId: string },
): Promise<Receipt> {
  const { pledgeId } = await openLink(deps, token)
  const found = await store.receiptOfPledge(deps.db, { id: receiptId, pledgeId })
  if (!found) throw notFound('Receipt')
  return found.receipt
}

/** One's own year, or a supporter's for a representative, whose access is logged (R26). */
export async function readGiving(
  deps: Reading,
  actor: Actor,
  { year, supporter }: { year: number; supporter?: string | undefined },
): Promise<Giving> {
  const supporterId = supporter ?? actor.userId
  const isOwn = supporterId === actor.userId
  if (!isOwn) await demandRepresentative(deps.db, actor)
  const supporterName = await supporterNamed(deps.db, supporterId)
  if (supporterName === null) throw notFound('Supporter')
  const [years, given] = await Promise.all([
    givingYears(deps.db, supporterId),
    givingOf(deps.db, { supporterId, year }),
  ])
  if (!isOwn) {
    await audit(deps.db, deps.clock, {
      ...{ actorId: actor.userId, action: 'receipt.look_at_year', subject: 'user', subjectId: supporterId },
      after: { year },
    })
  }
  return { year, years, supporterId, supporterName, ...given }
}

/** Before the first byte: checks who asks and for which organization, and logs the request (R26). */
export async function openArchive(
  deps: Reading,
  actor: Actor,
  { organizationId, year }: { organizationId: string; year: number | null },
): Promise<{ name: string; timeZone: string }> {
  await demandRepresentative(deps.db, actor)
  const organization = await store.organizationNamed(deps.db, organizationId)
  if (!organization) throw notFound('Organization')
  const [one] = await store.receiptsOf(deps.db, { organizationId, year, afterId: null, limit: 1 })
  if (!one) throw new DomainError('conflict', NONE_YET(year))
  await audit(deps.db, deps.clock, {
    ...{ actorId: actor.userId, action: 'receipt.archive', subject: 'organization' },
    ...{ subjectId: organizationId, after: { year } },
  })
  return organization
}
const NONE_YET = (year: number | null) =>
  year === null ? 'No payments received yet, so there are no receipts' : `No payments received in ${year}`
