/** What the weekly schedule does with a campaign, or why it does nothing (R32). */
import type { SettlementSchedule } from '#domain/schemas/settlement.ts'
import { nextProgressRun } from '#domain/settlement-schedule.ts'
import type { Access } from '#server/accounts/access/index.ts'
import { type Db, only, sql } from '#server/platform/db/database.ts'

type Row = { isOn: boolean; pledges: number; lastLockedAt: Date | null }

/** The same conditions as `lockProgressSettlements` uses, in words. */
function idleReasonOf(
  { status, finalLockedAt, billingHeldAt }: Access,
  { isOn, pledges }: Row,
): string | null {
  if (finalLockedAt) return 'The final settlement is locked: no more progress is billed'
  if (status === 'draft') return 'The campaign is a draft'
  if (status === 'cancelled') return 'The campaign is cancelled'
  if (status === 'paused') return 'The campaign is paused'
  if (billingHeldAt) return 'Billing is on hold until the books balance again'
  if (!isOn) return 'Each progress settlement of this campaign is locked manually'
  return pledges === 0 ? 'No pledge is paid as the season progresses' : null
}

export async function scheduleOf(db: Db, access: Access, now: Date): Promise<SettlementSchedule> {
  const row = only(
    await db.query<Row>(sql`
      select
        c.settle_automatically as is_on,
        (
          select count(*)
          from pledges p
          where p.campaign_id = c.id
            and p.payment_timing = 'as_season_progresses'
            and p.status <> 'cancelled'
        ) as pledges,
        (
          select max(locked_at)
          from settlements s
          where s.campaign_id = c.id
            and s.kind = 'progress'
        ) as last_locked_at
      from campaigns c
      where c.id = ${access.campaignId}
    `),
  )
  return {
    ...{ isOn: row.isOn, pledges: row.pledges, version: access.version },
    nextRunAt: nextProgressRun(now).toISOString(),
    idleReason: idleReasonOf(access, row),
    lastLockedAt: row.lastLockedAt?.toISOString() ?? null,
  }
}
