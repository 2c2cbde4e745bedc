/** Whose campaigns are looked at: the reader's own, or all. A campaign `c` is assigned to one representative, or to nobody. */
import type { WorkQueueShow } from '#domain/schemas/work-queue.ts'
import { hasRole } from '#server/accounts/access/index.ts'
import { type Db, only, type SQL, sql } from '#server/platform/db/database.ts'

/** Nobody, also where it was somebody who is no representative now. */
export const isUnassigned: SQL = sql`not ${hasRole(sql`c.representative_id`)}`

export const isAssignedTo = (userId: string): SQL => sql`(c.representative_id = ${userId})`

type Asked = { userId: string; show: WorkQueueShow }

/** Whether only the reader's own are shown. `mine_if_any`: as long as one is assigned to them. */
export async function showsMine(db: Db, { userId, show }: Asked): Promise<boolean> {
  if (show !== 'mine_if_any') return show === 'mine'
  return only(
    await db.query<{ has: boolean }>(sql`
      select exists (select from campaigns c where ${isAssignedTo(userId)}) as has
    `),
  ).has
}
