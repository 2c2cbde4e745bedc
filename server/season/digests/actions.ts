/** Confirmed results become one mail to each supporter, after a while in which a correction may join (R44). */
import type { Clock } from '#server/platform/base/clock.ts'
import { newId } from '#server/platform/base/ids.ts'
import type { Db } from '#server/platform/db/database.ts'
import * as store from './store.ts'

const MINUTE_MS = 60_000
/** So long nothing more may be confirmed before a digest leaves; */
const QUIET_MINUTES = 20
/** and so long it waits at most, however much is confirmed. */
const LONGEST_WAIT_MINUTES = 90

/** In the transaction that confirms, under the campaign's exclusive lock: what changed is reported once it is final. */
export async function gatherDigest(tx: Db, clock: Clock, campaignId: string): Promise<void> {
  const at = clock.now()
  await store.gather(tx, {
    ...{ id: newId(clock), campaignId, at },
    dueAt: new Date(at.getTime() + QUIET_MINUTES * MINUTE_MS),
    longestWaitMs: LONGEST_WAIT_MINUTES * MINUTE_MS,
  })
}
