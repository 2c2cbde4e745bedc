import { systemClock } from './clock.ts'
import { type Config, readConfig } from './config.ts'
import { openDatabase } from './db/database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './db/embedded.ts'
import { migrate } from './db/migrate.ts'
import { fillDemo, refuseDemoInPublic } from './demo/fill.ts'
import { type Life, live } from './lifecycle.ts'
import { createLog } from './log.ts'
import { serve } from './serve.ts'

/** The one file that starts something. Each step says how it is undone; they are undone in reverse. */
const config = readSettings()
const log = createLog(config.logLevel)
process.exit(await live(log, start))

function readSettings(): Config {
  try {
    return readConfig(process.env)
  } catch (error) {
    console.error((error as Error).message)
    process.exit(1)
  }
}

async function start(life: Life): Promise<void> {
  const server = await openServer(life)
  life.check()
  const directUrl = config.databaseDirectUrl ?? server.url
  const applied = await migrate(directUrl)
  if (applied.length > 0) log.info(`Migrated the database: ${applied.join(', ')}`)
  const db = openDatabase({ url: server.url, replicaUrl: config.databaseReplicaUrl })
  life.onStop('the database connections', () => db.close())
  life.check()

  const clock = systemClock
  if (config.demo) await fillDemo({ db, directUrl, clock, log })
  else if (!config.isLoopback) await refuseDemoInPublic(db)
  life.check()
}

async function openServer(life: Life): Promise<Pick<EmbeddedPostgres, 'url'>> {
  if (config.databaseUrl) return { url: config.databaseUrl }
  const onDeath = () => life.fail('the database died')
  const server = await startEmbeddedPostgres({ dataDir: config.dataDir, log, onDeath })
  life.onStop('the database', () => server.stop())
  return server
}
