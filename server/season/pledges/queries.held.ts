import { isRepresentative } from '#server/accounts/access/index.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/database.ts'
import { findHeld, type HeldRow } from './store.held.ts'

export type HeldPledgeRow = HeldRow

/** One's own, or any for a representative; includes declined and withdrawn ones (R27, R57). */
export const heldPledgeOf = (db: Db, id: string, userId: string): Promise<HeldRow | undefined> =>
  findHeld(
    db,
    id,
    sql`
      (
        h.pledger_id = ${userId}
        or ${isRepresentative(userId)}
      )
    `,
  )
