import type { StatisticType } from '#domain/statistic-types.ts'
import type { Vocabulary } from '#domain/vocabulary.ts'
import { isRepresentative } from '#server/accounts/access/index.ts'
import { type Db, first, type SQL, sql } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import { type LineRow, linesOf } from '#server/season/pledges/lines/index.ts'

export type PledgeRow = {
  campaignId: string
  createdAt: Date
  agreedMaximumCents: number
  vocabulary: Vocabulary
  lines: LineRow[]
  /** Whether results can still change its amount. */
  isOpen: boolean
}

const pledgeWhere = (where: SQL) => sql`
  select
    p.campaign_id, p.created_at, p.agreed_maximum_cents, c.vocabulary, ${linesOf(sql`p.id`)} as lines,
    p.status in ('active', 'past_due')
      and c.status in ('active', 'paused', 'completed')
      and c.final_locked_at is null as is_open
  from pledges p
  join campaigns c on c.id = p.campaign_id
  where ${where}
`

/** Only its supporter's, or any for a representative (R27). */
export const pledgeOf = async (db: Db, pledgeId: string, actor: Actor): Promise<PledgeRow | null> =>
  first(
    await db.query<PledgeRow>(
      pledgeWhere(sql`
        p.id = ${pledgeId}
        and (
          p.pledger_id = ${actor.userId}
          or ${isRepresentative(actor)}
        )
      `),
    ),
  ) ?? null

/** A held pledge counts nowhere yet, and is visible to the same people (R57). */
export async function isHeldPledge(db: Db, pledgeId: string, actor: Actor): Promise<boolean> {
  const rows = await db.query(sql`
    select from held_pledges h
    where h.id = ${pledgeId}
      and (
        h.pledger_id = ${actor.userId}
        or ${isRepresentative(actor)}
      )
  `)
  return rows.length > 0
}

/** For anyone with its link, which is the proof (R44). */
export const linkedPledge = async (db: Db, pledgeId: string): Promise<PledgeRow | null> =>
  first(await db.query<PledgeRow>(pledgeWhere(sql`p.id = ${pledgeId}`))) ?? null

export async function nameOfEvent(db: Db, eventId: string): Promise<string | null> {
  const row = first(await db.query<{ name: string }>(sql`select name from events where id = ${eventId}`))
  return row?.name ?? null
}

export async function typeOf(
  db: Db,
  { campaignId, statisticId }: { campaignId: string; statisticId: string },
): Promise<StatisticType | null> {
  const row = first(
    await db.query<{ type: StatisticType }>(
      sql`select type from statistics where id = ${statisticId} and campaign_id = ${campaignId}`,
    ),
  )
  return row?.type ?? null
}
