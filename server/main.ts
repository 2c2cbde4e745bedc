import { setTimeout as wait } from 'node:timers/promises'
import { startJobs } from './jobs.ts'
import { clearHalfDemo, fillDemo, refuseDemoInPublic } from './operations/demo/fill.ts'
import { metricsApp } from './operations/metrics.ts'
import { OffsetClock, systemClock } from './platform/base/clock.ts'
import { type Config, readConfig } from './platform/config/config.ts'
import { withFiles } from './platform/config/env-files.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './platform/db/embedded.ts'
import { proveEngine } from './platform/db/engine.ts'
import { isPooler } from './platform/db/hosts.ts'
import { migrate, refuseMissingMigrations } from './platform/db/migrate.ts'
import { keepFilesPrivate } from './platform/files/private-files.ts'
import { warnOfSeparateFiles } from './platform/files/shared-folder.ts'
import { type Life, live } from './platform/lifecycle/lifecycle.ts'
import { type Listening, serve } from './platform/lifecycle/serve.ts'
import { createLog } from './platform/logs/log.ts'
import { addPages, openProgram, type Program } from './program.ts'

/** The only file that starts anything. Each step says how it is undone; steps are undone in reverse. */
const config = readSettings()
const log = createLog(config.logLevel)
process.exit(await live(log, start))

function readSettings(): Config {
  try {
    return readConfig(withFiles(process.env))
  } catch (error) {
    console.error((error as Error).message)
    process.exit(1)
  }
}

async function start(life: Life): Promise<void> {
  await keepFilesPrivate(config)
  const server = await openServer(life)
  life.check()
  const directUrl = config.databaseDirectUrl ?? server.url
  if (config.databaseUrl) {
    log.info('Connecting to the database')
    await life.orStop(refusePooler(directUrl))
  }
  await life.orStop(proveEngine({ url: server.url, directUrl }))
  await life.orStop(bringUpToDate(directUrl))
  life.check()

  // On a local machine the clock can be moved ahead, so that nobody has to wait for a season.
  const clock = config.devTools ? new OffsetClock() : systemClock
  const program = await openProgram({ config, url: server.url, directUrl, clock, log })
  life.onStop('the database connections', program.close)
  if (config.demo) await life.orStop(fillDemo(program.deps, directUrl))
  else if (!config.isLoopback) await refuseDemoInPublic(program.deps.db)
  life.check()

  await program.connect()
  await warnOfSeparateFiles(program.deps, config)
  if (config.jobs) {
    const jobs = await startJobs(program.deps, directUrl)
    life.onStop('the jobs', jobs.stop)
  }
  life.check()
  await listen(life, program)
  await listenForMetrics(life, program)
  welcome()
}

/** LISTEN, the job queue and prepared statements need dedicated sessions. */
async function refusePooler(directUrl: string): Promise<void> {
  if (!(await isPooler(directUrl))) return
  throw new Error(
    'The address of the database leads to a pooler such as PgBouncer: keep it in DATABASE_URL, and set DATABASE_DIRECT_URL to the server behind it',
  )
}

async function bringUpToDate(url: string): Promise<void> {
  if (!config.migrates) return refuseMissingMigrations(url)
  const applied = await migrate(url)
  if (applied.length > 0) log.info(`Migrated the database: ${applied.join(', ')}`)
}

async function openServer(life: Life): Promise<Pick<EmbeddedPostgres, 'url'>> {
  if (config.databaseUrl) return { url: config.databaseUrl }
  const onDeath = () => life.fail('the embedded database stopped unexpectedly')
  const server = await startEmbeddedPostgres({ dataDir: config.dataDir, log, onDeath })
  life.onStop('the database', server.stop)
  await clearHalfDemo(server.url, log)
  return server
}

async function listen(life: Life, program: Program): Promise<void> {
  const { host, port, trustedProxyHops } = config
  const isSecure = config.appUrl.startsWith('https:')
  const options = { fetch: program.app.fetch, host, port, trustedProxyHops, isSecure }
  if (process.env.NODE_ENV !== 'development') {
    await addPages(program)
    return stopListening(life, program, await serve(options))
  }
  const { startDevelopmentPages } = await import('./platform/pages/pages-dev.ts')
  const development = await startDevelopmentPages()
  life.onStop('Vite', development.close)
  await addPages(program, development)
  const before = development.middleware
  stopListening(life, program, await serve({ ...options, before }))
}

/**
 * First announces that this server is ending: to /readyz, to connections, and to streams, which never finish on their own.
 * It still responds while proxies find out; then it accepts no more connections, and open requests finish.
 */
function stopListening(life: Life, program: Program, http: Listening): void {
  const { noticeMs, requestsMs } = config.shutdown
  const stop = async () => {
    program.announceEnd()
    http.announceEnd()
    await wait(noticeMs)
    await http.stop(requestsMs)
  }
  life.onStop('listening', stop, noticeMs + requestsMs)
}

async function listenForMetrics(life: Life, { deps }: Program): Promise<void> {
  const app = metricsApp(deps)
  const { port, host } = config.metrics
  if (app === null || port === null) return
  const http = await serve({ fetch: app.fetch, host, port, trustedProxyHops: 0 })
  life.onStop('listening for metrics', () => http.stop(0))
}

/** For the person at the terminal; the log is for machines. */
function welcome(): void {
  const lines = [`Pledgeraiser is ready on ${config.appUrl}`]
  if (config.demo && config.clerk === null) {
    lines.push(
      '',
      'Demo accounts, password demo-password:',
      '  rep@demo.test, rep2@demo.test   representatives',
      '  coach@demo.test                 owns an organization',
      '  supporter@demo.test             has pledges',
      '  ambassador@demo.test            brings supporters',
    )
  }
  console.log(
    `\n${lines.join('\n')}\n\nCtrl-C stops it; the data stays in ${config.databaseUrl ? 'your database' : config.dataDir}.\n`,
  )
}
