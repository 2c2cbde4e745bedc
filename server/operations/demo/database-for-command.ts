import type { Logger } from 'pino'
import type { Config } from '#server/platform/config/config.ts'
import { startEmbeddedPostgres } from '#server/platform/db/embedded.ts'
import { runningEmbeddedUrl } from '#server/platform/db/embedded-running.ts'
import { migrate, refuseMissingMigrations } from '#server/platform/db/migrate.ts'
import { clearHalfDemo } from './fill.ts'

/**
 * The database for a command such as `npm run role`: the configured one, the embedded one of a running server, or the
 * embedded one started for the duration of the command. Migrated like a server's (`MIGRATE`), unless the command copies it
 * as it is.
 */
export async function databaseForCommand(
  config: Config,
  log: Logger,
  { migrates = true } = {},
): Promise<{ url: string; stop(): Promise<void> }> {
  const url = config.databaseUrl ?? (await runningEmbeddedUrl(config.dataDir))
  const database = url
    ? { url, stop: async () => undefined }
    : await startEmbeddedPostgres({ dataDir: config.dataDir, log })
  try {
    if (!url) await clearHalfDemo(database.url, log)
    const directUrl = config.databaseDirectUrl ?? database.url
    if (migrates && config.migrates) await migrate(directUrl)
    else if (migrates) await refuseMissingMigrations(directUrl)
  } catch (error) {
    await database.stop()
    throw error
  }
  return database
}
