/** Reminds the guest of a held guest pledge once, then lets it expire. */
import { HELD_HOURS, REMINDED_AFTER_HOURS, STARTED_HOURS } from '#domain/pledges/guest-limits.ts'
import { auditAll } from '#server/platform/audit/audit.ts'
import { sql } from '#server/platform/db/database.ts'
import type { Deps } from '#server/season/deps.ts'
import { campaignOf } from './guests-store.ts'
import { DAY_MS, forgetMailsOf, HOUR_MS, mailLink } from './mails.ts'
import * as store from './store.ts'

const BATCH = 200
const MAX_BATCHES = 500

/** Once, a day after it was held, not at night in the campaign's zone, and only if it can be confirmed. */
export async function remindGuests(deps: Deps): Promise<void> {
  for (let round = 0; round < MAX_BATCHES; round += 1) {
    const count = await remindNext(deps)
    if (count === 0) return
    await deps.checkpoint('guest_pledges.reminded')
  }
}

async function remindNext(deps: Deps): Promise<number> {
  const now = deps.clock.now()
  return deps.db.transaction(async (tx) => {
    const due = await tx.query<{ id: string }>(sql`
      update guest_pledges
      set reminded_at = ${now}
      where id in (
        select g.id
        from guest_pledges g
        join campaigns c on c.id = g.campaign_id
        where g.state = 'held'
          and g.reminded_at is null
          and g.held_at <= ${new Date(now.getTime() - REMINDED_AFTER_HOURS * HOUR_MS)}
          and g.held_at > ${new Date(now.getTime() - HELD_HOURS * HOUR_MS)}
          and c.status = 'active'
          and not is_quiet(c.time_zone, ${now})
        order by g.created_at
        limit ${BATCH}
        for update of g skip locked
      )
      returning id
    `)
    for (const { id } of due) {
      const guest = await store.findById(tx, id)
      const campaign = guest && (await campaignOf(tx, guest.campaignId))
      if (!campaign || guest.email === null || guest.heldAt === null) continue
      const { campaignId, email, heldAt, lines, maximumCents, paymentMethod } = guest
      const mailed = { id, campaignId, email, heldAt, paymentMethod, lines: lines ?? [] }
      const most = { maximumCents: maximumCents ?? 0 }
      await mailLink(deps, tx, { ...mailed, ...most }, campaign, { nth: 0, isReminder: true })
    }
    return due.length
  })
}

/** Erased after 48 hours unconfirmed, or an hour after it was started and not held. Its card is removed next. */
export async function expireGuests(deps: Deps): Promise<void> {
  await store.forgetMailboxes(deps.db, new Date(deps.clock.now().getTime() - DAY_MS))
  for (let round = 0; round < MAX_BATCHES; round += 1) {
    const count = await expireNext(deps)
    if (count === 0) return
    await deps.checkpoint('guest_pledges.expired')
  }
}

async function expireNext(deps: Deps): Promise<number> {
  const now = deps.clock.now()
  return deps.db.transaction(async (tx) => {
    const over = await tx.query<{ id: string; campaignId: string; wasHeld: boolean }>(sql`
      select id, campaign_id, state = 'held' as was_held
      from guest_pledges
      where state in ('started', 'held')
        and (
          (state = 'held' and held_at <= ${new Date(now.getTime() - HELD_HOURS * HOUR_MS)})
          or (state = 'started' and created_at <= ${new Date(now.getTime() - STARTED_HOURS * HOUR_MS)})
        )
      order by created_at
      limit ${BATCH}
      for update skip locked
    `)
    if (over.length === 0) return 0
    await store.expire(
      tx,
      over.map(({ id }) => id),
      now,
    )
    await forgetMailsOf(
      deps,
      tx,
      over.map(({ id }) => id),
    )
    const held = over.filter(({ wasHeld }) => wasHeld)
    if (held.length > 0)
      await auditAll(
        tx,
        deps.clock,
        held.map(({ id, campaignId }) => ({
          actorId: null,
          action: 'guest_pledge.expire',
          subject: 'guest_pledge',
          subjectId: id,
          campaignId,
        })),
      )
    return over.length
  })
}
