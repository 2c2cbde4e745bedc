/** A schedule that follows a calendar: read every hour, and what it does not settle waits for a person (R72). */
import { DomainError, notFound } from '#domain/errors.ts'
import type { FollowedCalendar } from '#domain/schemas/import.ts'
import { accessTo, accessWith } from '#server/accounts/access/index.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Transact } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import { translated } from '#server/platform/http/errors.ts'
import type { Deps } from '#server/season/deps.ts'
import { calendarAt } from './actions.address.ts'
import { isUnanswered, planImport } from './actions.plan.ts'
import { writeSchedule } from './actions.ts'
import * as store from './store.ts'

const hostOf = (address: string): string => new URL(address.replace(/^webcals?:/i, 'https:')).hostname

export async function followedCalendar(
  deps: Deps,
  actor: Actor,
  campaignId: string,
): Promise<FollowedCalendar | null> {
  await accessWith(deps.db, actor, campaignId, 'canEnterResults')
  const followed = await store.followedOf(deps.db, campaignId)
  if (!followed) return null
  const { address, readAt, problem, waiting } = followed
  return { host: hostOf(address), readAt: readAt.toISOString(), problem, waiting }
}

export function stopFollowing(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  campaignId: string,
): Promise<void> {
  return transact(
    async (tx) => {
      await accessWith(tx, actor, campaignId, 'canConfirmResults')
      if (!(await store.stopFollowing(tx, campaignId))) throw notFound('Calendar')
      const about = { subject: 'campaign', subjectId: campaignId, campaignId }
      await audit(tx, deps.clock, { actorId: actor.userId, action: 'calendar.stop', ...about })
    },
    { campaignId, mode: 'exclusive' },
  )
}

const LEFT =
  'Whoever let the schedule follow it can no longer see this campaign: stop it, and follow it again'

/**
 * The calendar as it is now, with the answers that a person gave; what is settled changes the schedule. Nothing happens
 * if it is no longer followed by then, or another one is.
 */
export async function followNow(
  deps: Deps,
  { campaignId, address, etag, waiting }: store.Followed,
): Promise<void> {
  try {
    // While something waits, it is read again: an answer may come from a changed schedule here.
    const calendar = await calendarAt(deps, address, waiting > 0 ? null : etag)
    const now = deps.clock.now()
    if (!calendar) return await store.noteRead(deps.db, campaignId, { etag, waiting: 0, at: now })
    await deps.db.transaction(
      async (tx) => {
        const followed = await store.lockFollowed(tx, campaignId)
        if (followed?.address !== address) return
        const { answers, addedBy, leftOut } = followed
        const actor = { userId: addedBy }
        const access = await accessTo(tx, actor, campaignId)
        if (!access.isRepresentative && access.membership !== 'owner')
          throw new DomainError('forbidden', LEFT)
        const asked = { bytes: calendar.bytes, leftOut, now, mayChange: true }
        const plan = await planImport(tx, access, { address, answers, note: null }, asked)
        await writeSchedule(deps, tx, actor, access, plan)
        const open = plan.questions.filter(isUnanswered).length + plan.errors.length
        await store.noteRead(tx, campaignId, { etag: calendar.etag, waiting: open, at: now })
      },
      { campaignId, mode: 'exclusive' },
    )
  } catch (error) {
    const known = translated(error)
    const isKnown = known instanceof DomainError
    await store.noteProblem(deps.db, campaignId, isKnown ? known.message : 'It could not be taken over')
    if (!isKnown) throw error
  }
}
