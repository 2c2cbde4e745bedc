import { type SQL, sql } from '#server/platform/db/database.ts'
import { settledMaximum } from './splits.ts'

/**
 * What each pledge of the campaign was expected to bring when its first final settlement that stands was locked: the larger of
 * its estimate and what it had earned, at most its maximum of that day (R9, R11). No row while the season is open.
 */
export const pledgedAtLock = (campaignId: SQL): SQL => sql`
  select
    v.pledge_id,
    least(${settledMaximum}, greatest(p.estimate_cents, v.accrued_cents)) as pledged_cents
  from (
    select sp.pledge_id, sp.accrued_cents, s.locked_at
    from (
      select id, locked_at
      from settlements
      where campaign_id = ${campaignId}
        and kind = 'final'
        and withdrawn_at is null
      order by version
      limit 1
    ) s
    join settlement_pledges sp on sp.settlement_id = s.id
  ) v
  join pledges p on p.id = v.pledge_id
`
