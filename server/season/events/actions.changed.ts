/** Supporters who pledged on one match are mailed when it becomes another one, as when it leaves the schedule (R58). */
import { unlinked } from '#domain/links.ts'
import { matchChanges } from '#domain/match-changes.ts'
import type { Event } from '#domain/schemas/event.ts'
import { matchChangedMail, queueMails } from '#server/messaging/mails/index.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { pledgeLinks } from '#server/season/pledge-links/index.ts'
import { endOf, keyOfChange, type Supporter, supportersOf } from './queries.changed.ts'

const BATCH = 200

/**
 * In the transaction of the change, after its record in the history. Compared with what each supporter was last told: several small
 * steps add up. A match that had begun and stays so was what it was: only its record is corrected.
 */
export async function notifyChangedMatch(
  deps: Pick<Deps, 'config' | 'clock'>,
  tx: Db,
  before: Event,
  after: Event,
): Promise<void> {
  const now = deps.clock.now()
  if ([before, after].every(({ startTime }) => new Date(startTime) <= now)) return
  const endsAt = await endOf(tx, after.campaignId)
  let last: string | null = null
  for (;;) {
    const supporters: Supporter[] = await supportersOf(tx, after.id, { after: last, limit: BATCH })
    const untold = supporters
      .map((one) => ({ ...one, changes: matchChanges(one.was, after, endsAt) }))
      .filter(({ changes }) => changes.length > 0)
    const urls = await pledgeLinks(deps, tx, untold)
    await queueMails(
      tx,
      deps.clock,
      untold.map(({ was, ...one }, index) => ({
        kind: 'match_changed',
        idempotencyKey: keyOfChange(one.pledgeId, after),
        to: one.email,
        quietZone: one.timeZone,
        ...matchChangedMail({ ...one, was: named(was), is: named(after), pledgeUrl: urls[index] as string }),
        ...{ userId: one.pledgerId, campaignId: one.campaignId, pledgeId: one.pledgeId },
      })),
    )
    last = supporters.at(-1)?.pledgeId ?? null
    if (supporters.length < BATCH) return
  }
}

const named = (event: Event): Event => ({ ...event, name: unlinked(event.name) })
