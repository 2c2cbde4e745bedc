/** A representative mails a campaign's owners which results are missing. */
import { DomainError } from '#domain/errors.ts'
import type { ResultReminder } from '#domain/schemas/bulk-action.ts'
import { accessTo, demandRepresentative } from '#server/accounts/access/index.ts'
import { ownersToTell } from '#server/accounts/organizations/index.ts'
import { queuedMail, queueMails, resultsMissingMail } from '#server/messaging/mails/index.ts'
import type { Deps } from '#server/money/deps.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Db, Transact } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import { missingResults } from './store.ts'

/** An owner is mailed about a campaign at most once on a day: a second mail would have the same key. */
const keyOf = (campaignId: string, userId: string, now: Date): string =>
  `results-missing:${campaignId}:${userId}:${now.toISOString().slice(0, 10)}`

export const NOTHING_MISSING = 'No match is over without a result'
const REMINDED_TODAY = 'Its owners were reminded today: remind them again tomorrow'
const NO_OWNER = 'No owner with a confirmed address: write to them yourself'

/** Its owners who were not mailed today, and why there are none. */
export async function toRemind(
  db: Db,
  { organizationId, campaignId }: { organizationId: string; campaignId: string },
  now: Date,
): Promise<{ owners: { id: string; email: string }[]; refusal: string | null }> {
  const all = await ownersToTell(db, organizationId)
  const mailed = await Promise.all(all.map(({ id }) => queuedMail(db, keyOf(campaignId, id, now))))
  const owners = all.filter((_, at) => mailed[at] === undefined)
  if (owners.length > 0) return { owners, refusal: null }
  return { owners, refusal: all.length === 0 ? NO_OWNER : REMINDED_TODAY }
}

/** @throws a 409 if nothing is missing, or if all owners were mailed today. */
export function remindOfResults(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  campaignId: string,
): Promise<ResultReminder> {
  return transact(async (tx) => {
    const access = await accessTo(tx, actor, campaignId)
    await demandRepresentative(tx, actor)
    const now = deps.clock.now()
    const [missing] = await missingResults(tx, [campaignId], now)
    if (!missing) throw new DomainError('conflict', NOTHING_MISSING)
    const { owners, refusal } = await toRemind(tx, access, now)
    if (refusal) throw new DomainError('conflict', refusal)
    const mail = resultsMissingMail({
      campaignName: access.campaignName,
      missing: missing.names,
      url: `${deps.config.appUrl}/dashboard/campaigns/${campaignId}?tab=results&enter=match`,
    })
    await queueMails(
      tx,
      deps.clock,
      owners.map(({ id, email }) => ({
        ...mail,
        kind: 'results_missing',
        idempotencyKey: keyOf(campaignId, id, now),
        to: email,
        quietZone: access.timeZone,
        userId: id,
        campaignId,
      })),
    )
    await audit(tx, deps.clock, {
      actorId: actor.userId,
      action: 'campaign.remind_results',
      subject: 'campaign',
      subjectId: campaignId,
      campaignId,
    })
    return { owners: owners.length }
  })
}
