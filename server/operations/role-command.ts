import { keptEmail } from '#domain/people/email.ts'
import { addRepresentative, removeRepresentativeByEmail } from '#server/accounts/users/index.ts'
import { databaseForCommand } from '#server/operations/demo/index.ts'
import { systemClock } from '#server/platform/base/clock.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { withFiles } from '#server/platform/config/env-files.ts'
import { sealingOf } from '#server/platform/config/secret-key.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { createLog } from '#server/platform/logs/log.ts'

/** npm run role: how the person who runs the server makes the first representative. */
const USAGE = `Usage:
  npm run role -- add <email> representative
  npm run role -- remove <email> representative`

async function change(action: string, email: string): Promise<string> {
  const config = readConfig(withFiles(process.env))
  const database = await databaseForCommand(config, createLog('warn'))
  try {
    const url = config.databaseDirectUrl ?? database.url
    const db = openDatabase({ url, connections: 2, sealing: sealingOf(config) })
    try {
      const how = {
        transact: db.transaction,
        clock: systemClock,
        actor: null,
        appUrl: config.appUrl,
      }
      if (action === 'add') await addRepresentative(how, email)
      else await removeRepresentativeByEmail(how, db, email)
      return action === 'add' ? `${email} is a representative` : `${email} is no longer a representative`
    } finally {
      await db.close()
    }
  } finally {
    await database.stop()
  }
}

const [action = '', typed = '', role = 'representative', ...rest] = process.argv.slice(2)
const email = keptEmail(typed)
if (!['add', 'remove'].includes(action) || email === null || role !== 'representative' || rest.length > 0) {
  console.log(USAGE)
  process.exitCode = 2
} else {
  try {
    console.log(await change(action, email))
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
  }
}
