import { readConfig } from '#server/platform/config/config.ts'
import { withFiles } from '#server/platform/config/env-files.ts'
import { proveEngine } from '#server/platform/db/engine.ts'
import { migrate } from '#server/platform/db/migrate.ts'

/** npm run migrate: updates the database of DATABASE_URL, before the servers of a new version start. */
async function bringUpToDate(): Promise<string> {
  const { databaseUrl, databaseDirectUrl } = readConfig(withFiles(process.env))
  if (databaseUrl === null || databaseDirectUrl === null)
    throw new Error('DATABASE_URL is missing: the embedded database is migrated when the server starts')
  await proveEngine({ url: databaseUrl, directUrl: databaseDirectUrl })
  const applied = await migrate(databaseDirectUrl)
  return applied.length > 0 ? `Applied ${applied.join(', ')}` : 'The database is up to date'
}

try {
  console.log(await bringUpToDate())
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
