/** A new key signs from now on; what happens to the old ones depends on the reason for the rotation. */
import { dropAuthenticators, endAllSignIns, renewAuthenticators } from '#server/accounts/identity/index.ts'
import { dropNumbers, resealNumbers } from '#server/accounts/organizations/index.ts'
import { dropEndpoints, resealEndpoints } from '#server/accounts/webhook-endpoints/index.ts'
import { dropSealedMails, resealMails } from '#server/messaging/mails/index.ts'
import { dropPushes, resealPushes } from '#server/messaging/push/index.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Clock } from '#server/platform/base/clock.ts'
import { newId } from '#server/platform/base/ids.ts'
import type { Database, Transaction } from '#server/platform/db/database.ts'
import {
  lockRing,
  newRootKey,
  oldest,
  type Ring,
  type RootKey,
  readNumbers,
  readRing,
  writeRing,
} from '#server/platform/db/secrets.ts'

/**
 * `routine`: the old keys still verify what they signed. `leaked`: they verify nothing from now on. `lost`: SECRET_KEY is
 * gone, and so is everything it sealed.
 */
export type Reason = 'routine' | 'leaked' | 'lost'
export type Rotated = { keys: number; sessionsEnded: number; mailsDropped: number }

/** Unsubscribe links in mails keep working for this many rotations. */
const MAX_KEYS = 50

/** The first one stays: hashes made with it cannot be recomputed. */
const bounded = (ring: Ring): Ring => {
  const [newest, ...older] = ring
  return older.length < MAX_KEYS ? ring : [newest, ...older.slice(0, MAX_KEYS - 2), oldest(ring)]
}

/** A new root key signs from now on, and the first SECRET_KEY reseals everything sealed. Recorded in the audit log. */
export async function rotateKeys(db: Database, clock: Clock, reason: Reason): Promise<Rotated> {
  const rotated = await db.transaction(async (tx) => {
    await lockRing(tx)
    const made = newRootKey(Math.max(...(await readNumbers(tx))) + 1, clock.now())
    const done = reason === 'lost' ? await replaceLost(tx, made, clock) : await replace(tx, made, reason)
    await audit(tx, clock, {
      actorId: null,
      action: 'keys.rotate',
      subject: 'keys',
      subjectId: newId(clock),
      after: { reason, number: made.number, ...done },
    })
    return done
  })
  await resealMails(db)
  await resealPushes(db)
  await resealEndpoints(db)
  await resealNumbers(db)
  return rotated
}

async function replace(tx: Transaction, made: RootKey, reason: Reason): Promise<Rotated> {
  const before = await readRing(tx)
  if (reason === 'routine') {
    const ring = bounded([made, ...before])
    await writeRing(tx, ring)
    return { keys: ring.length, sessionsEnded: 0, mailsDropped: 0 }
  }
  await writeRing(tx, [made])
  await renewAuthenticators(tx, before, [made])
  await dropPushes(tx)
  return { keys: 1, sessionsEnded: await endAllSignIns(tx), mailsDropped: 0 }
}

async function replaceLost(tx: Transaction, made: RootKey, clock: Clock): Promise<Rotated> {
  await writeRing(tx, [made])
  await dropAuthenticators(tx)
  await dropPushes(tx)
  await dropEndpoints(tx)
  await dropNumbers(tx)
  const mailsDropped = await dropSealedMails(tx, clock.now())
  return { keys: 1, sessionsEnded: await endAllSignIns(tx), mailsDropped }
}
