/** One of several servers on one database: it serves requests and runs due jobs without a pause until it is killed. */
import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import { runDueJobs } from '#server/jobs.ts'
import { systemClock } from '#server/platform/base/clock.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { serve } from '#server/platform/lifecycle/serve.ts'
import { openProgram } from '#server/program.ts'

const config = readConfig(process.env)
const url = config.databaseUrl ?? ''
const log = pino({ level: 'silent' })
const program = await openProgram({ config, url, directUrl: url, clock: systemClock, log })
await program.connect()
const { port, trustedProxyHops } = config
await serve({ fetch: program.app.fetch, host: '127.0.0.1', port, trustedProxyHops })
console.log('ready')
for (;;) {
  // What one of two servers cannot do now, because the other has locked it or died with it, is due again later.
  await runDueJobs(program.deps).catch(() => undefined)
  await wait(50)
}
