/** What had begun when a line was agreed to or closed stays begun for it, wherever the match is moved or merged to (R58). */
import { type Db, type SQL, sql } from '#server/platform/db/database.ts'

type Begun = {
  campaignId: string
  /** When it started by the schedule until now; null: it has not. */
  since: Date | null
  /** What it is merged into, or the match itself where it is only moved. */
  eventId: string
  startsAt: Date
  /** The match that is merged into that one; what knew it knows that one now. */
  mergedId: string | null
}

/** Lines whose instants cannot tell it any longer, and pledges that are still to be confirmed or released. */
export async function keepBegun(db: Db, begun: Begun): Promise<void> {
  const { campaignId, since, eventId, startsAt, mergedId } = begun
  const knows = (instant: SQL, known: SQL): SQL => sql`
    (
      ${since === null ? sql`false` : sql`(${instant} >= ${since}::timestamptz and ${instant} < ${startsAt}::timestamptz)`}
      or coalesce(${mergedId}::uuid = any(${known}), false)
    )
  `
  const added = (instant: SQL, known: SQL): SQL => sql`
    case
      when coalesce(${knows(instant, known)}, false) then array_append(${known}, ${eventId}::uuid)
      else ${known}
    end
  `
  const from = [sql`from_at`, sql`from_known`] as const
  const until = [sql`until_at`, sql`until_known`] as const
  await db.query(sql`
    update pledge_lines
    set from_known = ${added(...from)}, until_known = ${added(...until)}
    where campaign_id = ${campaignId}
      and type = 'per_increment'
      and (${knows(...from)} or ${knows(...until)})
  `)
  const held = [sql`held_at`, sql`known`] as const
  await db.query(sql`
    update guest_pledges
    set known = ${added(...held)}
    where campaign_id = ${campaignId}
      and state = 'held'
      and counts_from is not null
      and ${knows(...held)}
  `)
  const agreed = [
    sql`(select min((line ->> 'fromAt')::timestamptz) from jsonb_array_elements(lines) line)`,
    sql`known`,
  ] as const
  await db.query(sql`
    update held_pledges
    set known = ${added(...agreed)}
    where campaign_id = ${campaignId}
      and state = 'held'
      and ${knows(...agreed)}
  `)
}
