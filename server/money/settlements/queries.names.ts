/** Results of no match are named by their statistic: on a pledge by the name that was agreed, followed by today's (R15). */
import { unlinked } from '#domain/links.ts'
import { type Db, sql } from '#server/platform/db/database.ts'
import { nameColumn } from '#server/season/pledge-lines/index.ts'

type Names = ReadonlyMap<string, string>

/** By pledge, the names of those results of a settlement whose statistic has another name today; most pledges have none. */
export async function renamedResults(
  db: Db,
  settlementId: string,
  pledgeIds: readonly string[],
): Promise<Map<string, Names>> {
  const rows = await db.query<{ pledgeId: string; resultId: string; name: string }>(sql`
    select l.pledge_id, r.id as result_id, ${nameColumn} as name
    from settlement_results x
    join results r on r.id = x.result_id and r.event_id is null
    join statistics s on s.id = r.statistic_id
    join pledge_lines l on l.statistic_id = s.id and l.statistic_name <> s.name
    where x.settlement_id = ${settlementId}
      and l.pledge_id = any(${sql.param([...pledgeIds])}::uuid[])
    order by l.pledge_id, l.number
  `)
  const byPledge = Map.groupBy(rows, ({ pledgeId }) => pledgeId)
  return new Map(
    [...byPledge].map(([pledgeId, own]) => [
      pledgeId,
      new Map(own.map(({ resultId, name }) => [resultId, unlinked(name)])),
    ]),
  )
}

export const withRenamed = (names: Names, renamed: Names | undefined): Names =>
  renamed ? new Map([...names, ...renamed]) : names

/** The same for one pledge. */
export const namesOnPledge = async (
  db: Db,
  names: Names,
  { settlementId, pledgeId }: { settlementId: string; pledgeId: string },
): Promise<Names> => withRenamed(names, (await renamedResults(db, settlementId, [pledgeId])).get(pledgeId))
