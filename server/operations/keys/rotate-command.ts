/** npm run rotate-keys: a new key signs tokens and cookies from now on. Works while servers run. */
import { databaseForCommand } from '#server/operations/demo/index.ts'
import { systemClock } from '#server/platform/base/clock.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { withFiles } from '#server/platform/config/env-files.ts'
import { sealingOf } from '#server/platform/config/secret-key.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { keepFilesPrivate } from '#server/platform/files/private-files.ts'
import { createLog } from '#server/platform/logs/log.ts'
import { type Reason, type Rotated, rotateKeys } from './rotate.ts'

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
