/** Supporters who pledged on one match are mailed when it becomes another one, as when it leaves the schedule (R58). */
import { unlinked } from '#domain/links.ts'
import { matchChanges } from '#domain/match-changes.ts'
import type { Event } from '#domain/schemas/event.ts'
import { matchChangedMail, queueMails } from '#server/messaging/mails/index.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Deps } from '#server/season/deps.ts'
import { pledgeLinks } from '#server/season/pledge-links/index.ts'
import { endOf, everyoneOn, keyOfChange, type Supporter, supportersOf } from './queries.changed.ts'

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
  await mailEach(deps, tx, {
    next: (page) => supportersOf(tx, after.id, page),
    mailOf: (one) => {
      const changes = matchChanges(one.was, after, endsAt)
      const idempotencyKey = keyOfChange(one.pledgeId, after)
      return changes.length === 0 ? null : { idempotencyKey, is: after, changes }
    },
  })
}

/** Before the pledges move along: those on either match alone are told that the two are one now. */
export async function notifyMergedMatch(
  deps: Pick<Deps, 'config' | 'clock'>,
  tx: Db,
  { from, into }: { from: Event; into: Event },
): Promise<void> {
  for (const event of [from, into])
    await mailEach(deps, tx, {
      next: (page) => everyoneOn(tx, event, page),
      mailOf: ({ pledgeId }) => ({
        idempotencyKey: `match_merged:${pledgeId}:${from.id}`,
        is: into,
        changes: [],
        merged: named(from),
      }),
    })
}

type Told = Pick<Parameters<typeof matchChangedMail>[0], 'changes' | 'merged'> & {
  idempotencyKey: string
  is: Event
}

async function mailEach(
  deps: Pick<Deps, 'config' | 'clock'>,
  tx: Db,
  {
    next,
    mailOf,
  }: {
    next: (page: { after: string | null; limit: number }) => Promise<Supporter[]>
    mailOf: (one: Supporter) => Told | null
  },
): Promise<void> {
  let last: string | null = null
  for (;;) {
    const supporters: Supporter[] = await next({ after: last, limit: BATCH })
    const told = supporters.flatMap((one) => {
      const mail = mailOf(one)
      return mail ? [{ one, mail }] : []
    })
    const urls = await pledgeLinks(
      deps,
      tx,
      told.map(({ one }) => one),
    )
    await queueMails(
      tx,
      deps.clock,
      told.map(({ one: { was, ...one }, mail: { idempotencyKey, is, ...mail } }, index) => ({
        kind: 'match_changed',
        idempotencyKey,
        to: one.email,
        quietZone: one.timeZone,
        ...matchChangedMail({
          ...one,
          ...mail,
          was: named(was),
          is: named(is),
          pledgeUrl: urls[index] as string,
        }),
        userId: one.pledgerId,
        campaignId: one.campaignId,
        pledgeId: one.pledgeId,
      })),
    )
    last = supporters.at(-1)?.pledgeId ?? null
    if (supporters.length < BATCH) return
  }
}

const named = (event: Event): Event => ({ ...event, name: unlinked(event.name) })
