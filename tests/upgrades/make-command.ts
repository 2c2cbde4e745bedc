/** npm run upgrade-fixture: keeps a small database of this version for the versions to come. */
import { Client } from 'pg'
import { writeBackup } from '#server/operations/backup/write.ts'
import { knownMigrations } from '#server/platform/db/migrate.ts'
import { openTestApp } from '#tests/app.ts'
import { createThrowAwayDatabase } from '#tests/stories/throw-away-database.ts'
import { readFigures } from './figures.ts'
import { keptFolder, readLater, SETTINGS, writeKept } from './kept.ts'
import { playSeasons, STARTS_AT } from './story.ts'

async function make(): Promise<string> {
  const name = [...(await knownMigrations()).keys()].at(-1)?.replace('.sql', '') ?? ''
  const database = await createThrowAwayDatabase(process.env)
  try {
    const app = await openTestApp(database.url, { now: new Date(STARTS_AT), env: SETTINGS })
    try {
      await playSeasons(app)
      await emptyCounters(database.url)
      const source = { url: database.url, filesFolder: null }
      await writeBackup(source, keptFolder(name), app.clock.now())
      await writeKept(name, { made: await readFigures(app), later: await readLater(app) })
    } finally {
      await app.close()
    }
  } finally {
    await database.drop()
  }
  return keptFolder(name)
}

/** Rate limits of the minute when it was made: they would only make the files differ. */
async function emptyCounters(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query('truncate limits.counters')
  await client.end()
}

console.log(`A database of this version is kept in ${await make()}`)
