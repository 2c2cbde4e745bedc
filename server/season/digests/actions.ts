/** Confirmed results become one mail to each supporter, after a delay that lets corrections join (R44). */
import type { Clock } from '#server/platform/base/clock.ts'
import { newId } from '#server/platform/base/ids.ts'
import type { Db } from '#server/platform/db/database.ts'
import * as store from './store.ts'

const MINUTE_MS = 60_000
/** A digest leaves once nothing more was confirmed for this long. */
const QUIET_MINUTES = 20
/** The longest that it waits, however much is confirmed. */
const LONGEST_WAIT_MINUTES = 90

/** In the transaction that confirms, under the campaign's exclusive lock, so that changes are reported once they are final. */
export async function gatherDigest(tx: Db, clock: Clock, campaignId: string): Promise<void> {
  const at = clock.now()
  await store.gather(tx, {
    id: newId(clock),
    campaignId,
    at,
    dueAt: new Date(at.getTime() + QUIET_MINUTES * MINUTE_MS),
    longestWaitMs: LONGEST_WAIT_MINUTES * MINUTE_MS,
  })
}
