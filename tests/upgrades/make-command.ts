/** npm run upgrade-fixture: replaces the database that every test run upgrades by one of this version. */
import { rm } from 'node:fs/promises'
import { Client } from 'pg'
import { writeBackup } from '#server/operations/backup/backup-command.ts'
import { openTestApp } from '#tests/app.ts'
import { createThrowAwayDatabase } from '#tests/stories/throw-away-database.ts'
import { readFigures } from './figures.ts'
import { KEPT_FOLDER, readLater, SETTINGS, writeKept } from './kept.ts'
import { playSeasons, STARTS_AT } from './story.ts'

async function make(): Promise<void> {
  await rm(KEPT_FOLDER, { recursive: true, force: true })
  const database = await createThrowAwayDatabase(process.env)
  try {
    const app = await openTestApp(database.url, { now: new Date(STARTS_AT), env: SETTINGS })
    try {
      await playSeasons(app)
      await emptyCounters(database.url)
      await writeBackup({ url: database.url, filesFolder: null }, KEPT_FOLDER, app.clock.now())
      await writeKept({ made: await readFigures(app), later: await readLater(app) })
    } finally {
      await app.close()
    }
  } finally {
    await database.drop()
  }
}

/** Rate limits of the minute when it was made: they would only make the files differ. */
async function emptyCounters(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query('truncate limits.counters')
  await client.end()
}

await make()
console.log(`A database of this version is kept in ${KEPT_FOLDER}`)
