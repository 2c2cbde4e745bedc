import { dropAuthenticators, endAllSignIns, renewAuthenticators } from '#server/accounts/identity/index.ts'
import { dropNumbers, resealNumbers } from '#server/accounts/organizations/index.ts'
import { dropEndpoints, resealEndpoints } from '#server/accounts/webhook-endpoints/index.ts'
import { dropSealedMails, resealMails } from '#server/messaging/mails/index.ts'
import { dropPushes, resealPushes } from '#server/messaging/push/index.ts'
import { databaseForCommand } from '#server/operations/demo/index.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { type Clock, systemClock } from '#server/platform/base/clock.ts'
import { newId } from '#server/platform/base/ids.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { withFiles } from '#server/platform/config/env-files.ts'
import { sealingOf } from '#server/platform/config/secret-key.ts'
import { type Database, openDatabase, type Transaction } from '#server/platform/db/database.ts'
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
import { keepFilesPrivate } from '#server/platform/files/private-files.ts'
import { createLog } from '#server/platform/logs/log.ts'

/**
 * `routine`: the old keys still verify what they signed. `leaked`: they verify nothing from now on. `lost`: SECRET_KEY is
 * gone, and so is everything it sealed.
 */
type Reason = 'routine' | 'leaked' | 'lost'
type Rotated = { keys: number; sessionsEnded: number; mailsDropped: number }

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

/** npm run rotate-keys: a new key signs tokens and cookies from now on. Works while servers run. */
const USAGE = `Usage:
  npm run rotate-keys                a new key; the old ones still verify what they signed
  npm run rotate-keys -- --leaked    the old keys no longer verify anything: everyone signs in again
  npm run rotate-keys -- --lost      SECRET_KEY is lost: what it sealed is dropped, and everyone signs in again`

const REASONS: Record<string, Reason> = { '': 'routine', '--leaked': 'leaked', '--lost': 'lost' }

const SAYS: Record<Reason, (rotated: Rotated) => string> = {
  routine: ({ keys }) =>
    `A new key signs from now on. Earlier keys that still verify: ${keys - 1}. No one is signed out.`,
  leaked: ({ sessionsEnded }) =>
    `The old keys no longer verify anything. ${sessionsEnded} sessions ended. Restart the servers now. Backup codes must be made again, and unsubscribe links in old emails no longer work. If SECRET_KEY leaked too, ask for new webhook secrets.`,
  lost: ({ sessionsEnded, mailsDropped }) =>
    `New keys were made. ${sessionsEnded} sessions ended and ${mailsDropped} waiting mails were dropped. Restart the servers now. Two-factor sign-in must be set up again, the addresses of webhooks added again, and bank account numbers entered again.`,
}

async function rotate(reason: Reason): Promise<string> {
  const config = readConfig(withFiles(process.env))
  await keepFilesPrivate(config)
  const database = await databaseForCommand(config, createLog('warn'))
  try {
    const url = config.databaseDirectUrl ?? database.url
    const db = openDatabase({ url, connections: 2, sealing: sealingOf(config) })
    try {
      return SAYS[reason](await rotateKeys(db, systemClock, reason))
    } finally {
      await db.close()
    }
  } finally {
    await database.stop()
  }
}

const [option = '', ...rest] = process.argv.slice(2)
const reason = rest.length === 0 ? REASONS[option] : undefined
if (!reason) {
  console.log(USAGE)
  process.exitCode = 2
} else {
  try {
    console.log(await rotate(reason))
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
  }
}
