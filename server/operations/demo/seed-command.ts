import { systemClock } from '#server/platform/base/clock.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { withFiles } from '#server/platform/config/env-files.ts'
import { keepFilesPrivate } from '#server/platform/files/private-files.ts'
import { createLog } from '#server/platform/logs/log.ts'
import { openProgram } from '#server/program.ts'
import { databaseForCommand } from './database-for-command.ts'
import { fillDemo } from './fill.ts'
import { ACCOUNTS, PASSWORD } from './people.ts'

/** npm run seed: fills an empty database with the demo; one that is in use is left alone. */
async function seed(): Promise<string> {
  const config = readConfig(withFiles(process.env))
  await keepFilesPrivate(config)
  const log = createLog('warn')
  const database = await databaseForCommand(config, log)
  const where = config.databaseUrl ? 'the database of DATABASE_URL' : config.dataDir
  try {
    const directUrl = config.databaseDirectUrl ?? database.url
    const program = await openProgram({ config, url: database.url, directUrl, clock: systemClock, log })
    try {
      if (!(await fillDemo(program.deps, directUrl)))
        return `Nothing was changed: ${where} has people in it already. The demo goes only into an empty database.`
    } finally {
      await program.close()
    }
  } finally {
    await database.stop()
  }
  const accounts = Object.values(ACCOUNTS).map(([email]) => `  ${email}`)
  return [`Filled ${where} with the demo. Accounts, password ${PASSWORD}:`, ...accounts].join('\n')
}

try {
  console.log(await seed())
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
