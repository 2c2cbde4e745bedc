import { isRepresentative } from '#server/accounts/access/index.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import { findHeld, type HeldRow } from './store.held.ts'

export type HeldPledgeRow = HeldRow

/** One's own, or any for a representative; includes declined and withdrawn ones (R27, R57). */
export const heldPledgeOf = (db: Db, id: string, actor: Actor): Promise<HeldRow | undefined> =>
  findHeld(
    db,
    id,
    sql`
      (
        h.pledger_id = ${actor.userId}
        or ${isRepresentative(actor)}
      )
    `,
  )
