/** What `money` knows of pledges and a results digest says (R44): `server/program.ts` passes it in. */
import type { Cents } from '#domain/money.ts'
import type { OpenBills } from '#server/messaging/mails/index.ts'
import type { Db } from '#server/platform/db/database.ts'

export type BilledSoFar = { open: OpenBills | null; received: Cents }

declare module '#server/platform/deps.ts' {
  interface Deps {
    /** For each of these pledges. */
    billedSoFar: (db: Db, pledgeIds: readonly string[]) => Promise<Map<string, BilledSoFar>>
  }
}
